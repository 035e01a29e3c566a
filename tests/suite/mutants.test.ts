import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesWithAreas, isRight } from './mutants/areas.ts';
import { classes } from './mutants/classes.ts';
import { coverageOf } from './mutants/coverage.ts';
import { findMutants } from './mutants/instrument.ts';
import { leftOut } from './mutants/left-out.ts';
import { meet } from './mutants/meet.ts';
import type { Finding } from './mutants/result.ts';
import { browser } from './strength/in-slot.ts';

type Found = Awaited<ReturnType<typeof findMutants>>;

let found: Found;
let shop: Awaited<ReturnType<Found['compile']>>;

before(async () => {
  found = await findMutants();
  shop = await found.compile();
});
after(async () => {
  await browser.close();
  await shop?.discard();
});

function mutantNamed(key: string) {
  const mutant = found.mutants.find((each) => each.key === key);
  assert.ok(mutant, `There is no mutant ${JSON.stringify(key)}. npm run mutants -- --list names them all.`);
  return mutant;
}

test('every row of what is left out leaves something out', () => {
  for (const { id } of leftOut) assert.ok((found.left.get(id) ?? 0) > 0, id);
});

test('every file with areas is one of the reference shop', () => {
  const missing = filesWithAreas.filter((file) => !existsSync(join('fixtures/shops/reference', file)));
  assert.deepEqual(missing, []);
});

test('every mutant has a key of its own', () => {
  assert.equal(new Set(found.mutants.map(({ key }) => key)).size, found.mutants.length);
});

test('every classed survivor is a mutant, and is classed once', () => {
  const keys = classes.flatMap(({ mutants }) => mutants);
  const known = new Set(found.mutants.map(({ key }) => key));
  assert.deepEqual(
    keys.filter((key) => !known.has(key)),
    [],
  );
  assert.equal(new Set(keys).size, keys.length);
});

test('a check covers the lines that its story comes by, and no others', async () => {
  const { serves, mutants } = await coverageOf('wallet.overdraw', shop.main, 0);
  const covers = (key: string): boolean => mutants.includes(mutantNamed(key).id);
  assert.ok(serves);
  assert.ok(covers('wallet.ts EqualityOperator: covered === null → covered !== null'));
  assert.ok(!covers('refunds.ts EqualityOperator: limit === null → limit !== null'));
});

/** One mutant for each of what can become of one, with the checks that it meets, and whether the right one saw it. */
const outcomes: readonly (readonly [
  key: string,
  checks: readonly string[],
  expected: Partial<Finding> & { readonly right?: boolean },
])[] = [
  [
    'wallet.ts BooleanLiteral: false → true',
    ['wallet.overdraw'],
    { fate: 'killed', by: 'wallet.overdraw', right: true },
  ],
  [
    'money.ts UnaryOperator: -1 → +1',
    ['wallet.overdraw'],
    { fate: 'killed', by: 'wallet.overdraw', right: false },
  ],
  [
    'main.ts EqualityOperator: config.style !== null → config.style === null',
    ['wallet.overdraw'],
    { fate: 'start', met: 0 },
  ],
  [
    'refunds.ts EqualityOperator: limit === null → limit !== null',
    ['refund.partial'],
    { fate: 'start', met: 1 },
  ],
  [
    'refunds.ts ConditionalExpression: limit === null → false',
    ['refund.only-paid'],
    { fate: 'survived', met: 1 },
  ],
  ['money.ts BooleanLiteral: false → true', [], { fate: 'uncovered', met: 0 }],
];

for (const [key, checks, expected] of outcomes) {
  test(`${expected.fate}: ${key}`, async () => {
    const mutant = mutantNamed(key);
    const told = await meet(shop.main, 0, mutant, checks, 10);
    const finding = { ...told, right: isRight(told, mutant.file) };
    assert.deepEqual({ ...finding, ...expected }, finding, finding.why);
  });
}
