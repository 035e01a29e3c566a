import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OUTCOMES, type Outcome, worstOutcome } from '../../history/outcome.ts';
import type { CheckRecord } from '../../history/record.ts';
import { exitCodeOf } from '../../reports/decide.ts';
import type { Evidence } from '../../reports/evidence.ts';
import { meaningOf } from '../../reports/meaning.ts';
import type { Verdict } from '../../reports/result.ts';
import { judge } from '../../reports/verdict.ts';
import { allPass, catalogue, evidence, law, record, runInfo } from './reports-samples.ts';

const waiver = { check: 'a.one', reason: 'no time-zone control', owner: 'pat', expiry: '2026-03-01' };
const partial = { ...runInfo, selection: { only: ['a.*'], capabilities: [], shard: null } };
const withLaw = (records: CheckRecord[], outcome: Outcome, level: 'must' | 'should' = 'must') =>
  records.map((item, index) => (index === 0 ? { ...item, laws: [law('law.x', outcome, { level })] } : item));

const table: readonly {
  name: string;
  records: CheckRecord[];
  more?: Partial<Evidence>;
  verdict: Verdict;
  exit: number;
}[] = [
  { name: 'everything passed', records: allPass(), verdict: 'certified', exit: 0 },
  { name: 'a must failed', records: allPass({ 'a.one': 'fail' }), verdict: 'not-certified', exit: 1 },
  { name: 'a should failed', records: allPass({ 'a.should': 'fail' }), verdict: 'certified', exit: 0 },
  {
    name: 'a must passed with a warning',
    records: allPass({ 'a.one': 'warn' }),
    verdict: 'certified',
    exit: 0,
  },
  {
    name: 'a must is inconclusive',
    records: allPass({ 'a.one': 'inconclusive' }),
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'a should is inconclusive',
    records: allPass({ 'a.should': 'inconclusive' }),
    verdict: 'certified',
    exit: 0,
  },
  { name: 'a must was not run', records: allPass().slice(1), verdict: 'inconclusive', exit: 3 },
  {
    name: 'a must lost its harness',
    records: allPass({ 'a.one': 'harness-failed' }),
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'a must lost its set-up',
    records: allPass({ 'a.one': 'setup-failed' }),
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'a failure beats a harness failure',
    records: allPass({ 'a.one': 'fail', 'a.two': 'harness-failed' }),
    verdict: 'not-certified',
    exit: 1,
  },
  {
    name: 'payouts are not claimed',
    records: allPass({ 'p.one': 'not-claimed' }),
    verdict: 'certified',
    exit: 0,
  },
  {
    name: 'nothing is claimed',
    records: catalogue.checks.map((known) => record(known.id, 'not-claimed')),
    verdict: 'inconclusive',
    exit: 3,
  },
  { name: 'no records at all', records: [], verdict: 'inconclusive', exit: 3 },
  {
    name: 'only warnings',
    records: catalogue.checks.map((known) => record(known.id, 'warn')),
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'an inconclusive must is waived',
    records: allPass({ 'a.one': 'inconclusive' }),
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'certified-with-waivers',
    exit: 0,
  },
  {
    name: 'the waiver is past its day',
    records: allPass({ 'a.one': 'inconclusive' }),
    more: { info: { ...runInfo, waivers: [{ ...waiver, expiry: '2026-02-28' }] } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'the merchant itself made it unobservable, and it is waived',
    records: [record('a.one', 'inconclusive', { cause: 'merchant' }), ...allPass().slice(1)],
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'the suite could not do it, and it is waived',
    records: [record('a.one', 'inconclusive', { cause: 'suite' }), ...allPass().slice(1)],
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'certified-with-waivers',
    exit: 0,
  },
  {
    name: 'one of two records says that it was the merchant, and it is waived',
    records: [
      record('a.one', 'inconclusive', { cause: 'suite' }),
      record('a.one', 'inconclusive', { cause: 'merchant' }),
      ...allPass().slice(1),
    ],
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'its control worked, and it is waived',
    records: [record('a.one', 'inconclusive', { controlWorked: true }), ...allPass().slice(1)],
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'more is waived than a certificate can bear',
    records: allPass({ 'a.one': 'inconclusive', 'a.two': 'inconclusive' }),
    more: { info: { ...runInfo, waivers: [waiver, { ...waiver, check: 'a.two' }] } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'a should warned in a strict run',
    records: allPass({ 'a.should': 'warn' }),
    more: { info: { ...runInfo, strict: true } },
    verdict: 'not-certified',
    exit: 1,
  },
  {
    name: 'a law warned in a strict run',
    records: withLaw(allPass(), 'fail', 'should'),
    more: { info: { ...runInfo, strict: true } },
    verdict: 'not-certified',
    exit: 1,
  },
  {
    name: 'nothing warned in a strict run',
    records: allPass(),
    more: { info: { ...runInfo, strict: true } },
    verdict: 'certified',
    exit: 0,
  },
  {
    name: 'a should warned in a partial strict run',
    records: [record('a.should', 'warn')],
    more: { info: { ...partial, strict: true }, chosen: ['a.should'] },
    verdict: 'partial',
    exit: 1,
  },
  {
    name: 'the waiver is for a failure',
    records: allPass({ 'a.one': 'fail' }),
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'not-certified',
    exit: 1,
  },
  {
    name: 'the waiver is for a check that was not run',
    records: allPass().filter((item) => item.id !== 'a.one'),
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'the waiver is not needed',
    records: allPass(),
    more: { info: { ...runInfo, waivers: [waiver] } },
    verdict: 'certified',
    exit: 0,
  },
  { name: 'a must law is broken', records: withLaw(allPass(), 'fail'), verdict: 'not-certified', exit: 1 },
  {
    name: 'a should law is broken',
    records: withLaw(allPass(), 'fail', 'should'),
    verdict: 'certified',
    exit: 0,
  },
  {
    name: 'a must law is inconclusive',
    records: withLaw(allPass(), 'inconclusive'),
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'a law had nothing to judge',
    records: withLaw(allPass(), 'not-applicable'),
    verdict: 'certified',
    exit: 0,
  },
  {
    name: 'the preflight failed',
    records: allPass(),
    more: { info: { ...runInfo, preflight: { ok: false, findings: [] } } },
    verdict: 'inconclusive',
    exit: 3,
  },
  {
    name: 'a worker died outside of any check',
    records: allPass(),
    more: { problems: [{ kind: 'harness-failed', message: 'worker exited' }] },
    verdict: 'inconclusive',
    exit: 3,
  },
  { name: 'a partial run passed', records: allPass(), more: { info: partial }, verdict: 'partial', exit: 0 },
  {
    name: 'a partial run failed',
    records: allPass({ 'a.two': 'fail' }),
    more: { info: partial },
    verdict: 'partial',
    exit: 1,
  },
  {
    name: 'a partial run is inconclusive',
    records: [record('a.one', 'inconclusive')],
    more: { info: partial, chosen: ['a.one'] },
    verdict: 'partial',
    exit: 3,
  },
  {
    name: 'a partial run of what is not claimed',
    records: [record('p.one', 'not-claimed')],
    more: { info: partial, chosen: ['p.one'] },
    verdict: 'partial',
    exit: 3,
  },
  {
    name: 'a partial run of a should that warns',
    records: [record('a.should', 'fail')],
    more: { info: partial, chosen: ['a.should'] },
    verdict: 'partial',
    exit: 0,
  },
];

describe('verdicts', () => {
  for (const row of table) {
    it(`${row.name}: ${row.verdict}, exit ${row.exit}`, () => {
      const result = judge(evidence(row.records, row.more), catalogue);
      assert.deepEqual([result.verdict, exitCodeOf(result)], [row.verdict, row.exit]);
    });
  }

  it('says what each waiver did', () => {
    const waivers = [waiver, { ...waiver, check: 'a.two' }, { ...waiver, check: 'no.such' }];
    const expired = { ...waiver, expiry: '2025-12-31' };
    const info = { ...runInfo, waivers: [...waivers, expired] };
    const result = judge(evidence(allPass({ 'a.one': 'inconclusive' }), { info }), catalogue);
    assert.deepEqual(
      result.waivers.map((item) => item.state),
      ['applied', 'unused', 'unknown', 'expired'],
    );
  });

  it('gives a requirement the worst outcome of its checks, and lists those without any', () => {
    const result = judge(evidence(allPass({ 'a.two': 'fail', 'p.one': 'not-claimed' })), catalogue);
    assert.deepEqual(
      result.requirements.map((item) => `${item.id} ${item.outcome}`),
      ['events.5 fail', 'events.6 fail', 'events.7 pass', 'limits.x not-run', 'states.payout not-claimed'],
    );
  });

  it('names what was claimed and not observed, and what was used and not claimed', () => {
    const records = allPass({ 'p.one': 'inconclusive' });
    const used = records.map((item) => ({ ...item, operations: ['invoice/create', 'invoice/hold'] }));
    const { scope } = judge(evidence(used), catalogue);
    assert.deepEqual([scope.unobserved, scope.usedUnclaimed], [['payout'], ['invoice/hold']]);
  });

  it('lists a law once, with the checks that broke it', () => {
    const records = allPass().map((item) => ({
      ...item,
      laws: [law('law.1', item.id === 'a.one' ? 'pass' : 'fail')],
    }));
    const { laws } = judge(evidence(records), catalogue);
    assert.deepEqual(
      laws.map((item) => [item.id, item.outcome, item.checks]),
      [['law.1', 'fail', ['a.should', 'a.two', 'p.one']]],
    );
  });
});

const outcomes = fc.constantFrom(...OUTCOMES);
const records = fc.array(
  fc
    .record({
      id: fc.constantFrom(...catalogue.checks.map((known) => known.id)),
      outcome: outcomes,
      actual: fc.string({ maxLength: 3 }),
      durationMs: fc.nat(50),
      laws: fc.array(
        fc.tuple(fc.constantFrom('law.1', 'law.2'), outcomes).map(([id, outcome]) => law(id, outcome)),
        { maxLength: 2 },
      ),
    })
    .map(({ id, outcome, ...more }) => record(id, outcome, more)),
  { maxLength: 12 },
);

describe('properties of verdicts', () => {
  it('of no outcomes nothing was run', () => {
    assert.equal(worstOutcome([]), 'not-run');
  });

  it('any must that failed, in a check or a law, is never certified and exits with 1', () => {
    fc.assert(
      fc.property(records, fc.boolean(), (some, inLaw) => {
        const culprit = inLaw
          ? record('a.one', 'pass', { laws: [law('law.1', 'fail')] })
          : record('a.one', 'fail');
        const info = { ...runInfo, waivers: [waiver] };
        const result = judge(evidence([...some, culprit], { info }), catalogue);
        return result.verdict === 'not-certified' && exitCodeOf(result) === 1;
      }),
    );
  });

  it('no certificate without a pass, nor with anything left open', () => {
    fc.assert(
      fc.property(records, (some) => {
        const result = judge(evidence(some), catalogue);
        if (!result.verdict.startsWith('certified')) return true;
        const open = result.checks.some(
          (item) =>
            item.level === 'must' &&
            !['pass', 'warn', 'not-claimed', 'not-applicable'].includes(item.outcome),
        );
        return result.summary.pass > 0 && !open;
      }),
    );
  });

  it('the order of the records says nothing', () => {
    const shuffled = records.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(shuffled, ([some, other]) => {
        assert.deepEqual(judge(evidence(other), catalogue), judge(evidence(some), catalogue));
      }),
    );
  });

  it('a further record never makes a check better', () => {
    fc.assert(
      fc.property(records, records, (some, more) => {
        const outcomeIn = (list: CheckRecord[]) =>
          new Map(judge(evidence(list), catalogue).checks.map((item) => [item.id, item.outcome]));
        const before = outcomeIn(some);
        const after = outcomeIn([...some, ...more]);
        for (const item of some) {
          const [was, is] = [before.get(item.id), after.get(item.id)];
          assert.ok(was !== undefined && is !== undefined);
          assert.equal(worstOutcome([was, is]), is);
        }
      }),
    );
  });

  it('the summary counts every check once', () => {
    fc.assert(
      fc.property(records, (some) => {
        const result = judge(evidence(some), catalogue);
        const total = Object.values(result.summary).reduce((sum, count) => sum + count, 0);
        return total === result.checks.length && total >= catalogue.checks.length;
      }),
    );
  });
});

describe('headlines', () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `m.${index}`);
  const ids = many(214);
  const claim = {
    claimed: ['invoice', 'refund', 'jobs'],
    unclaimed: ['hold', 'recurrent', 'payout', 'wallet'],
  };
  /** A run of 214 checks of which 142 are not claimed, with what came of the first of them. */
  const run = (first: readonly Outcome[], more: Partial<Evidence> = {}, info: Partial<typeof runInfo> = {}) =>
    judge(
      evidence(
        ids.map((id, index) => record(id, first[index] ?? (index < 72 ? 'pass' : 'not-claimed'))),
        { chosen: [], ...more, info: { ...runInfo, ...claim, ...info } },
      ),
      { ...catalogue, checks: [] },
    );
  const waivers = (count: number) => many(count).map((check) => ({ ...waiver, check }));
  const inconclusive = (count: number): Outcome[] => many(count).map(() => 'inconclusive');
  const everything = { claimed: ['invoice', 'refund', 'jobs'], unclaimed: ['hold'] };

  for (const [result, headline] of [
    [run([]), 'Certified for invoice, refund: 72 of 214 checks'],
    [
      run([], {}, { seen: { order: 'T2 ledger', refund: 'T1 pages' } }),
      'Certified for invoice, refund: 72 of 214 checks at tier T1 pages',
    ],
    [run(['warn', 'warn', 'warn']), 'Certified for invoice, refund: 72 of 214 checks, 3 warnings'],
    [
      run([], {}, { onlyCurrency: 643 }),
      'Certified for invoice, refund, in currency 643 alone: 72 of 214 checks',
    ],
    [run([], {}, everything), 'Certified for all capabilities but hold: 72 of 214 checks'],
    [
      run(['fail', 'fail', 'warn']),
      'Not certified for invoice, refund: 72 of 214 checks, 2 failed, 1 warning',
    ],
    [
      run(['warn'], {}, { strict: true }),
      'Not certified for invoice, refund: 72 of 214 checks, 1 warning, which --strict does not allow',
    ],
    [
      run(inconclusive(1), {}, { waivers: waivers(1) }),
      'Certified with waivers for invoice, refund: 71 of 214 checks, 1 waived',
    ],
    [
      run(inconclusive(40), {}, { waivers: waivers(40) }),
      'Inconclusive for invoice, refund: 32 of 214 checks, 40 undecided, more waived (40) than a certificate can bear (2)',
    ],
    [run(inconclusive(72)), 'Inconclusive: 0 of 214 checks, 72 undecided'],
    [run(inconclusive(5)), 'Inconclusive for invoice, refund: 67 of 214 checks, 5 undecided'],
    [
      run([], { problems: [{ kind: 'harness-failed', message: 'x' }] }),
      'Inconclusive for invoice, refund: 72 of 214 checks, 1 problem outside the checks',
    ],
    [
      judge(evidence([record('a.one', 'fail')], { info: partial, chosen: ['a.one'] }), catalogue),
      'Partial run, no certificate: 1 of 1 chosen check, 1 failed',
    ],
  ] as const) {
    it(headline, () => assert.equal(result.headline, headline));
  }

  it('waivers cover 3 % of the musts that apply, and no more', () => {
    const verdicts = [1, 2, 3, 72].map(
      (count) => run(inconclusive(count), {}, { waivers: waivers(count) }).verdict,
    );
    assert.deepEqual(verdicts, [
      'certified-with-waivers',
      'certified-with-waivers',
      'inconclusive',
      'inconclusive',
    ]);
  });

  it('what is newer than the requirements does not fail a strict run', () => {
    const newer = { ...catalogue, announced: new Set(['a.should']) };
    const result = judge(
      evidence(allPass({ 'a.should': 'warn' }), { info: { ...runInfo, strict: true } }),
      newer,
    );
    assert.deepEqual([result.verdict, exitCodeOf(result)], ['certified', 0]);
    assert.match(meaningOf(result), /newer than requirements 2026\.1/);
  });

  it('says that every check has passed only where every check has', () => {
    const all = /Every check and every law that must hold has passed/;
    assert.match(meaningOf(judge(evidence(allPass()), catalogue)), all);
    for (const result of [
      run([]),
      run(['warn']),
      judge(evidence(allPass({ 'a.should': 'warn' })), catalogue),
    ]) {
      assert.equal(result.verdict, 'certified');
      assert.doesNotMatch(meaningOf(result), all);
    }
    assert.match(meaningOf(run([])), /142 of 214 checks are not claimed/);
  });
});

describe('the scope of a result says which forms of a notification were understood', () => {
  const recorded = { 'notification.status': 'text', 'notification.number-literals': 'decimal' };
  for (const [format, readings, outcome, forms] of [
    ['json', {}, 'warn', ['JSON', 'status as an integer', '10 written as 10']],
    ['form', recorded, 'warn', ['a form', 'status as a word', '10 written as 10.0']],
    [
      'form',
      recorded,
      'pass',
      [
        'a form or JSON',
        'status as a word or status as an integer',
        '10 written as 10.0 or 10 written as 10',
      ],
    ],
    ['json', {}, 'inconclusive', undefined],
    ['json', {}, 'not-claimed', undefined],
  ] as const) {
    it(`${format}, ${outcome}: ${forms?.join(', ') ?? 'nothing'}`, () => {
      const { scope } = judge(
        evidence([record('compat.notification-forms', outcome)], {
          info: { ...runInfo, readings, notifications: format },
        }),
        catalogue,
      );
      assert.deepEqual([scope.notifications, scope.notificationForms], [format, forms]);
    });
  }
});
