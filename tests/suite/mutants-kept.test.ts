import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { note, readMeasured, tidy } from './mutants/measured.ts';
import { withKeys } from './mutants/mutant.ts';
import { wilson } from './mutants/page.ts';
import { sampleOf, shuffled } from './mutants/plan.ts';
import type { Fate } from './mutants/result.ts';

const all = withKeys(
  Array.from({ length: 200 }, (_, index) => ({
    id: String(index),
    file: index < 100 ? 'first.ts' : 'second.ts',
    line: index + 1,
    column: 1,
    mutator: 'BooleanLiteral',
    original: `${index} > 0`,
    replacement: 'true',
  })),
);
const order = shuffled(all);
const [first, second, third] = order;
assert.ok(first && second && third);

const resultOf = (mutant: typeof first, fate: Fate) => ({
  ...mutant,
  fate,
  met: 3,
  covering: 9,
  commit: 'c',
});

test('any beginning of the order is spread over the files, and a new mutant moves no other', () => {
  const early = order.slice(0, 50).filter(({ file }) => file === 'first.ts').length;
  assert.ok(early > 15 && early < 35, String(early));
  const fewer = shuffled(all.filter(({ key }) => key !== third.key));
  assert.deepEqual(
    fewer,
    order.filter(({ key }) => key !== third.key),
  );
});

test('the sample ends before the first mutant of which nothing is known', () => {
  const known = new Map([first, third].map((mutant) => [mutant.key, resultOf(mutant, 'killed')]));
  assert.deepEqual(sampleOf(order, known), [resultOf(first, 'killed')]);
});

test('of several lines of a mutant the last stands; a line without an end and a mutant that is gone are dropped', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-mutants-kept-'));
  try {
    const path = join(dir, 'measured.ndjson');
    const file = pathToFileURL(path);
    assert.deepEqual(readMeasured(order, file), { results: new Map(), stale: [] });
    note(resultOf(second, 'survived'), file);
    note(resultOf(first, 'unmeasured'), file);
    note({ ...resultOf(third, 'killed'), key: 'gone.ts BooleanLiteral: a → b' }, file);
    await writeFile(path, `${await readFile(path, 'utf8')}{"key":"cut o`);
    note(resultOf(first, 'killed'), file);
    const { results, stale } = tidy(order, file);
    assert.deepEqual([...results.values()], [resultOf(first, 'killed'), resultOf(second, 'survived')]);
    assert.deepEqual(stale, ['gone.ts BooleanLiteral: a → b']);
    const lines = (await readFile(path, 'utf8')).split('\n');
    assert.deepEqual(
      lines.map((line) => line !== '' && JSON.parse(line).key),
      [first.key, second.key, false],
    );
    await writeFile(path, '{"key":"a"}\n');
    assert.throws(() => readMeasured(order, file), /Delete the line/);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('the interval of a share is that of Wilson', () => {
  const rounded = (part: number, whole: number): readonly number[] =>
    wilson(part, whole).map((bound) => Math.round(bound * 1000));
  assert.deepEqual(rounded(8, 10), [490, 943]);
  assert.deepEqual(rounded(10, 10), [722, 1000]);
  assert.deepEqual(rounded(0, 0), [0, 1000]);
});
