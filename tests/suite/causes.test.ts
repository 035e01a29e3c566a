import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alike, causesOf } from '../../reports/causes.ts';
import { clipAround, namesIn } from '../../reports/deciding.ts';
import type { Finding } from '../../reports/findings.ts';

const finding = (kind: Finding['kind'], id: string, more: Partial<Finding> = {}): Finding => ({
  kind,
  id,
  title: `${id} holds.`,
  level: 'must',
  outcome: 'fail',
  rule: null,
  expected: `${id} holds.`,
  actual: 'It did not.',
  note: null,
  fix: null,
  proof: [],
  reproduce: null,
  requirements: [id],
  counterexample: [],
  files: [],
  ...more,
});
const check = (id: string, more: Partial<Finding> = {}) => finding('check', id, more);
const law = (id: string, more: Partial<Finding> = {}) => finding('law', id, more);
const failedBy = (id: string, by: string) => check(id, { expected: `${by} holds.` });

const rows: readonly [
  what: string,
  findings: readonly Finding[],
  brokenIn: Readonly<Record<string, readonly string[]>>,
  causes: readonly (readonly string[])[],
][] = [
  ['a check that fails by itself', [check('a')], {}, [['a']]],
  [
    'checks that failed by one law, with the law',
    [failedBy('a', 'law.x'), failedBy('b', 'law.x'), law('law.x')],
    { 'law.x': ['a', 'b', 'other'] },
    [['a', 'b', 'law.x']],
  ],
  [
    'a check that is about a law which broke in its history',
    [check('a', { requirements: ['r'] }), law('law.x', { requirements: ['r'] })],
    { 'law.x': ['a'] },
    [['a', 'law.x']],
  ],
  [
    'a law that broke everywhere, before a check that is about something else',
    [check('a'), law('law.now')],
    { 'law.now': ['a', 'b', 'c'] },
    [['law.now'], ['a']],
  ],
  [
    'told by the law that broke nearly everywhere, where one check alone failed by it',
    [failedBy('a', 'law.x'), law('law.x')],
    { 'law.x': ['a', 'b', 'c', 'd'] },
    [['law.x', 'a']],
  ],
  [
    'told by the plain check, before what races, restarts or combines',
    [
      failedBy('combination.single', 'law.x'),
      failedBy('combination.hold', 'law.x'),
      failedBy('repeat.race', 'law.x'),
      failedBy('repeat.credits-once', 'law.x'),
      law('law.x'),
    ],
    { 'law.x': ['combination.single', 'combination.hold', 'repeat.race', 'repeat.credits-once'] },
    [['repeat.credits-once', 'repeat.race', 'combination.hold', 'combination.single', 'law.x']],
  ],
  [
    'the plain one first, of causes that show alike',
    [check('a.restart'), check('b')],
    {},
    [['b'], ['a.restart']],
  ],
  [
    'a law that broke in the histories of one cause alone, which follows from it',
    [check('a'), law('law.x')],
    { 'law.x': ['a'] },
    [['a', 'law.x']],
  ],
  [
    'what explains more, before what explains less',
    [check('a'), failedBy('b', 'law.x'), failedBy('c', 'law.x'), law('law.x')],
    { 'law.x': ['b', 'c'] },
    [['b', 'c', 'law.x'], ['a']],
  ],
  [
    'told by the plainest check of the area where most of them are',
    [
      failedBy('a.b', 'law.x'),
      failedBy('sign.uncovered', 'law.x'),
      failedBy('sign.plain', 'law.x'),
      law('law.x'),
    ],
    { 'law.x': ['a.b', 'sign.uncovered', 'sign.plain'] },
    [['sign.plain', 'sign.uncovered', 'a.b', 'law.x']],
  ],
  [
    'what must be mended, before what should',
    [check('a', { level: 'should' }), check('b')],
    {},
    [['b'], ['a']],
  ],
];

for (const [what, findings, brokenIn, causes] of rows) {
  test(`one cause: ${what}`, () => {
    const laws = Object.entries(brokenIn).map(([id, checks]) => ({
      id,
      level: 'must' as const,
      outcome: 'fail' as const,
      checks: [...checks],
    }));
    const found = causesOf(findings, { laws }).map(({ lead, others }) =>
      [lead, ...others].map(({ id }) => id),
    );
    assert.deepEqual(found, causes);
  });
}

test('checks that could not be shown are put together by the law that their histories break, else by their reason', () => {
  const open = (id: string, actual: string) => check(id, { outcome: 'inconclusive', actual });
  const findings = [
    open('a', 'No invoice 1.'),
    open('b', 'No invoice 2.'),
    open('c', 'Same.'),
    open('d', 'Same.'),
  ];
  const laws = [{ id: 'law.x', level: 'must' as const, outcome: 'fail' as const, checks: ['a', 'b'] }];
  assert.deepEqual(
    alike(findings, { laws }).map(({ lead, others, law }) => [lead.id, others.map(({ id }) => id), law]),
    [
      ['a', ['b'], 'law.x'],
      ['c', ['d'], undefined],
    ],
  );
});

test('the place that decides stays, however long the line is', () => {
  const names = namesIn('The order was paid over shop_amount 0.01, expected "order-17".');
  assert.deepEqual([...names], ['shop_amount', '0.01', 'order-17']);
  const line = `{${'"field":"value",'.repeat(40)}"shop_amount":0.01,${'"field":"value",'.repeat(40)}}`;
  const clipped = clipAround(line, names, 200);
  assert.match(clipped, /^\{"field".* … .*"shop_amount":0\.01.*…$/);
  assert.ok(clipped.length < 210);
  assert.equal(clipAround('short', names, 200), 'short');
  const signed = `POST /x {${'"field":"value",'.repeat(20)}} · signature wrong: sent 1`;
  assert.match(clipAround(signed, new Set(), 200), / … · signature wrong: sent 1$/);
  const said = `merchant says: {"order_id":"${'o'.repeat(200)}","state":"paid","amount":"10.50","credits":5,"note":"${'n'.repeat(200)}"}`;
  assert.match(clipAround(said, new Set(), 200), / … "state":"paid","amount":"10\.50","credits":5,.*…$/);
});
