import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { lacks } from '../../scripts/machine.mjs';
import { filesWithAreas, isRight } from './mutants/areas.ts';
import { classes } from './mutants/classes.ts';
import { coverageOf } from './mutants/coverage.ts';
import { readMeasured } from './mutants/measured.ts';
import { meet } from './mutants/meet.ts';
import { unsettled } from './mutants/page.ts';
import type { Finding } from './mutants/result.ts';
import { php, python } from './mutants/shops/foreign.ts';
import { mutatedShops } from './mutants/shops/index.ts';
import { reference } from './mutants/shops/reference.ts';
import type { MutatedShop } from './mutants/shops/shop.ts';
import { browser } from './strength/in-slot.ts';
import { evenly } from './strength/pooled.ts';

const shops = await Promise.all(mutatedShops.map(async (shop) => ({ shop, ...(await shop.mutate()) })));
const mutants = shops.flatMap((each) => each.mutants);
const dir = await mkdtemp(join(tmpdir(), 'gatecheck-mutants-test-'));
/** Where each shop is prepared. */
const dirOf = ({ name }: MutatedShop): string => join(dir, name);

before(async () => {
  for (const { shop, prepare } of shops) {
    await mkdir(dirOf(shop));
    await prepare(dirOf(shop));
  }
});
after(async () => {
  await browser.close();
  await rm(dir, { recursive: true, force: true });
});

function mutantNamed(key: string) {
  const mutant = mutants.find((each) => each.key === key);
  assert.ok(mutant, `There is no mutant ${JSON.stringify(key)}. npm run mutants -- --list names them all.`);
  return mutant;
}

for (const { shop, left } of shops) {
  test(`every row of what is left out of the ${shop.title} leaves something out`, () => {
    for (const { id, mutants: number } of left) assert.ok(number > 0, id);
  });
}

test('every file with areas is one of the shops', () => {
  const files = new Set(mutants.map(({ file }) => file));
  assert.deepEqual(
    filesWithAreas.filter((file) => !files.has(file)),
    [],
  );
});

test('every mutant has a key of its own', () => {
  assert.equal(new Set(mutants.map(({ key }) => key)).size, mutants.length);
});

test('every classed survivor is a mutant, and is classed once', () => {
  const keys = classes.flatMap((row) => row.mutants);
  const known = new Set(mutants.map(({ key }) => key));
  assert.deepEqual(
    keys.filter((key) => !known.has(key)),
    [],
  );
  assert.equal(new Set(keys).size, keys.length);
});

test('every survivor that is kept is classed, and nothing else is', () => {
  const kept = [...readMeasured(mutants).results.values()];
  assert.deepEqual(
    unsettled(kept).map(({ says, result }) => `${says}: ${result.key}`),
    [],
  );
});

test('a check covers the lines that its story comes by, and no others', async () => {
  const covered = await coverageOf('wallet.overdraw', await reference.watched(dirOf(reference)), 0);
  const covers = (key: string): boolean => covered.mutants.includes(mutantNamed(key).id);
  assert.ok(covered.serves);
  assert.ok(covers('wallet.ts EqualityOperator: covered === null → covered !== null'));
  assert.ok(!covers('refunds.ts EqualityOperator: limit === null → limit !== null'));
});

for (const { shop, mutants: own, isProgram } of shops) {
  if (isProgram === undefined) continue;
  test(`a mutant of the ${shop.title} is still a program`, async () => {
    for (const mutant of evenly(own, 60)) assert.ok(await isProgram(mutant), mutant.key);
  });
}

/** One mutant for each of what can become of one, with the checks that it meets, and whether the right one saw it. */
const outcomes: readonly (readonly [
  key: string,
  checks: readonly string[],
  expected: Partial<Finding> & { readonly right?: boolean },
  shop?: MutatedShop,
])[] = [
  ['wallet.ts BooleanLiteral: false → true', ['wallet.overdraw'], { fate: 'warned', by: 'wallet.overdraw' }],
  [
    'money.ts UnaryOperator: -1 → +1',
    ['wallet.parallel-payouts'],
    { fate: 'killed', by: 'wallet.parallel-payouts', right: false },
  ],
  [
    'main.ts EqualityOperator: config.style !== null → config.style === null',
    ['wallet.overdraw'],
    { fate: 'start', met: 0 },
  ],
  [
    'refunds.ts EqualityOperator: limit === null → limit !== null',
    ['refund.partial'],
    { fate: 'killed', by: 'refund.partial', met: 1 },
  ],
  [
    'refunds.ts ConditionalExpression: limit === null → false',
    ['refund.only-paid'],
    { fate: 'survived', met: 1 },
  ],
  ['money.ts BooleanLiteral: false → true', [], { fate: 'uncovered', met: 0 }],
  [
    'python/signing.py EqualityOperator: fields[name] != "" → fields[name] == ""',
    ['notification.sign.empties'],
    { fate: 'killed', right: true },
    python,
  ],
  [
    'php/src/Money.php ConditionalExpression: strlen($digits) > 17 → true',
    ['wallet.overdraw', 'notification.content.amount'],
    { fate: 'start' },
    php,
  ],
];

for (const [key, checks, expected, shop = reference] of outcomes) {
  const skip = shop.needs !== undefined && (await lacks(shop.needs));
  test(`${expected.fate}: ${key}`, { skip }, async () => {
    const mutant = mutantNamed(key);
    const prepared = dirOf(shop);
    const pair = { mutated: await shop.mutated(prepared, mutant), right: await shop.watched(prepared) };
    const told = await meet(pair, 0, checks, 10);
    const finding = { ...told, right: isRight(told, mutant.file) };
    assert.deepEqual({ ...finding, ...expected }, finding, finding.why);
  });
}
