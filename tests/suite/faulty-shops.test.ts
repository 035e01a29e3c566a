import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultyFiles } from '../../fixtures/shops/faulty/files.ts';
import { faultyShops } from '../../fixtures/shops/faulty/index.ts';
import { requirements } from '../../ledger/index.ts';
import { checks } from '../../scenarios/index.ts';

const folder = join(import.meta.dirname, '../../fixtures/shops/faulty/caught-by');
const names = faultyFiles.map(([name]) => name);
const shops = faultyFiles.flatMap(([name, rows]) => rows.map((shop) => ({ ...shop, name })));
const checksById: ReadonlyMap<string, (typeof checks)[number]> = new Map(checks.map((row) => [row.id, row]));

/** A file may have so many lines; a longer one is split by the next word of the checks' ids. */
const MOST_LINES = 600;

/** The file of the shops that this check catches: of all whose name the id of the check begins with, the longest. */
const fileOf = (check: string): string | undefined =>
  names
    .filter((name) => `${check}.`.startsWith(name.replace(/ts$/, '')))
    .reduce<string | undefined>(
      (longest, name) => (name.length > (longest?.length ?? 0) ? name : longest),
      undefined,
    );

test('every file of the folder is taken in, in a bundle too', () => {
  assert.deepEqual(names, readdirSync(folder).sort());
});

test('a faulty shop stands in the file that is named after the check that catches it', () => {
  const astray = shops.flatMap(({ id, caughtBy, name }) => {
    const right = fileOf(caughtBy) ?? `${caughtBy.split('.')[0]}.ts`;
    return name === right
      ? []
      : [`${id} is caught by ${caughtBy} and stands in ${name}; move it to ${right}`];
  });
  assert.deepEqual(astray, []);
});

test('no file is too long to be read', () => {
  const long = names.flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n').length - 1;
    return lines <= MOST_LINES
      ? []
      : [`${name} has ${lines} lines; split it by the next word of the checks' ids`];
  });
  assert.deepEqual(long, []);
});

test('a faulty shop names a check that exists, and says what it breaks only where the check does not', () => {
  const known = new Set<string>(requirements.map(({ id }) => id));
  const wrong = faultyShops.flatMap(({ id, breaks, caughtBy }) => {
    const check = checksById.get(caughtBy);
    if (check === undefined) return [`${id} is caught by ${caughtBy}, which does not exist`];
    if (breaks === undefined) return [];
    if (!known.has(breaks)) return [`${id} breaks ${breaks}, which does not exist`];
    return breaks === check.requirements[0]
      ? [`${id} breaks ${breaks}: that is the first requirement of ${caughtBy}, so leave it out`]
      : [];
  });
  assert.deepEqual(wrong, []);
});

test('every check is answerable for at least one faulty shop', () => {
  const caught = new Set(faultyShops.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    checks.map(({ id }) => id).filter((id) => !caught.has(id)),
    [],
  );
});
