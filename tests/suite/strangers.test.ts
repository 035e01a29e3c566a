import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { unusualShops } from '../../fixtures/shops/unusual/index.ts';
import type { Outcome as CheckOutcome } from '../../history/outcome.ts';
import { laws } from '../../ledger/index.ts';
import type { CheckResult, LawResult, Result } from '../../reports/result.ts';
import { conformance } from '../../scenarios/index.ts';
import { outcomeOf } from './blind/outcome.ts';
import { certifiedOf } from './strangers/certified.ts';
import { isGood, linesOf, type Outcome, sorted } from './strangers/report.ts';
import { COMBINATIONS, namedOf, type Stranger, strangers } from './strangers/shops.ts';
import { combine } from './strength/combinations.ts';

const shop: Stranger = {
  name: 'cobol-batch',
  needs: ['ruby', 'go'],
  config: () => 'gatecheck.config.json',
  explained: { 'compat.large-ids': 'Its ids have nine digits.' },
  slots: 1,
  combines: [],
};

const check = (id: string, outcome: CheckOutcome, actual = ''): CheckResult => ({
  ...{ id, outcome, actual, title: id, level: 'must', requirements: [], expected: '', proof: [] },
  ...{ reproduce: '', durationMs: 1 },
});

/** The parts of a result that the gate reads. */
function resultWith(
  verdict: Result['verdict'],
  checks: readonly CheckResult[],
  laws: readonly LawResult[] = [],
): Result {
  return { verdict, checks: [...checks], laws: [...laws] } as Result;
}

const outcomeWith = (result: Result | undefined, more: Partial<Outcome> = {}): Outcome => ({
  ...{ shop, seed: 5, seconds: 70.4, output: 'What the command printed', isPart: false },
  certified: result && certifiedOf(result),
  ...more,
});

describe('the gate', () => {
  it('is open for a certified shop whose warnings are explained', () => {
    const result = resultWith('certified', [
      check('order.paid', 'pass'),
      check('compat.large-ids', 'warn', 'An id was cut.'),
      check('hold.auto', 'not-claimed'),
    ]);
    assert.deepEqual(linesOf(outcomeWith(result)), [
      'ok    cobol-batch: certified in 70 s; 1 warned as explained',
    ]);
    assert.ok(isGood(outcomeWith(result)));
  });

  it('is closed for a warning that nobody explained', () => {
    const law: LawResult = {
      ...{ id: 'law.asks', level: 'should', outcome: 'warn', actual: 'It did not ask.', proof: [] },
      checks: ['order.lost', 'order.paid'],
    };
    const outcome = outcomeWith(resultWith('certified', [check('order.paid', 'pass')], [law]));
    assert.ok(!isGood(outcome));
    assert.deepEqual(linesOf(outcome), [
      'FAIL  cobol-batch: certified in 70 s; 1 warned without an explanation',
      '      warned law.asks: It did not ask.',
      '        again: npm run strangers -- --only cobol-batch --check order.lost --seed 5',
      '      the whole certification again: npm run strangers -- --only cobol-batch --seed 5',
      '      What the command printed',
    ]);
  });

  it('takes the reason of a check for the rule that only its history broke', () => {
    const law = (checks: string[]): LawResult => ({
      id: 'law.asks',
      level: 'should',
      outcome: 'warn',
      checks,
    });
    const warned = (checks: string[]) =>
      outcomeWith(resultWith('certified', [check('compat.large-ids', 'warn')], [law(checks)]));
    assert.ok(isGood(warned(['compat.large-ids'])));
    assert.ok(!isGood(warned(['compat.large-ids', 'order.paid'])));
    assert.ok(!isGood(warned([])));
  });

  it('is closed for what failed and what is undecided, at whatever level', () => {
    const result = resultWith('not-certified', [
      check('order.paid', 'fail', 'Paid twice.'),
      { ...check('time.now', 'inconclusive'), level: 'should', note: 'The shop did not answer.' },
    ]);
    assert.ok(!isGood(outcomeWith(result)));
    assert.deepEqual(linesOf(outcomeWith(result)).slice(0, 4), [
      'FAIL  cobol-batch: not-certified in 70 s; 1 failed, 1 undecided',
      '      failed order.paid: Paid twice.',
      '        again: npm run strangers -- --only cobol-batch --check order.paid --seed 5',
      '      undecided time.now: The shop did not answer.',
    ]);
    const [, open] = result.checks;
    assert.ok(open !== undefined && !isGood(outcomeWith(resultWith('certified', [open]))));
  });

  it('is closed where there is no result, and where the run had a problem', () => {
    assert.deepEqual(linesOf(outcomeWith(undefined)), [
      'FAIL  cobol-batch: no verdict in 70 s',
      '      the whole certification again: npm run strangers -- --only cobol-batch --seed 5',
      '      What the command printed',
    ]);
    const problem = { kind: 'setup-failed' as const, message: 'It did not start.' };
    const result = { ...resultWith('inconclusive', []), problems: [problem] };
    assert.equal(linesOf(outcomeWith(result))[1], '      problem: It did not start.');
  });

  it('takes one check for what it is: no certificate', () => {
    const result = resultWith('partial', [check('order.paid', 'pass')]);
    assert.ok(isGood(outcomeWith(result, { isPart: true })));
    assert.ok(!isGood(outcomeWith(result)));
  });

  it('names each shop that this machine cannot run, with what it lacks', () => {
    assert.deepEqual(sorted([shop], ['go']), {
      able: [],
      leftOut: ['left out: cobol-batch. This machine lacks go.'],
    });
    assert.deepEqual(sorted([shop], ['browser']), { able: [shop], leftOut: [] });
  });
});

describe('the shops of the gate', () => {
  const all = strangers(7);
  const combinations = all.filter(({ combines }) => combines.length > 0);

  it('are those of strangers, found by their configurations, and combinations of unusual shops', () => {
    const names = all.map(({ name }) => name);
    const written = [...readdirSync('fixtures/shops/blind'), ...readdirSync('fixtures/shops/foreign')];
    for (const name of [...written, 'wordpress', 'vendure']) assert.ok(names.includes(name), name);
    assert.equal(new Set(names).size, names.length, 'no name stands twice');
    assert.equal(combinations.length, COMBINATIONS);
  });

  it('explain warnings of checks and rules that exist', () => {
    const known = new Set<string>([...conformance.map(({ meta }) => meta.id), ...laws.map(({ id }) => id)]);
    for (const { name, explained } of all)
      for (const id of Object.keys(explained)) assert.ok(known.has(id), `${name}: ${id}`);
  });

  it('are combined by the seed alone, and only where they decide different things', () => {
    const combined = (seed: number) => strangers(seed).map(({ combines }) => combines);
    assert.deepEqual(combined(7), combined(7));
    assert.notDeepEqual(combined(7), combined(8));
    for (const { combines } of combinations) {
      const shops = unusualShops.filter(({ id }) => combines.includes(id));
      assert.equal(combine(shops).length, 1, combines.join(', '));
    }
    const certified = combinations.flatMap(({ combines }) => combines);
    assert.equal(new Set(certified).size, certified.length, 'each is in one combination');
    assert.ok(certified.length > 0.45 * unusualShops.length, `${certified.length} of ${unusualShops.length}`);
  });

  it('are chosen by name, all combinations as "unusual"', () => {
    const names = (wanted: readonly string[]) => namedOf(all, wanted).map(({ name }) => name);
    assert.deepEqual(names(['php']), ['php']);
    assert.deepEqual(
      names(['unusual']),
      combinations.map(({ name }) => name),
    );
    assert.deepEqual(
      names([]),
      all.map(({ name }) => name),
    );
    assert.throws(() => namedOf(all, ['php', 'cobol-batch']), /There is no shop "cobol-batch"\. Known: /);
  });
});

it('a shop of a blind round that nothing was concluded about is undecided', () => {
  const of = (result: Result | undefined) => outcomeOf(result && certifiedOf(result)).end;
  assert.equal(of(undefined), 'undecided');
  assert.equal(of(resultWith('inconclusive', [check('order.paid', 'inconclusive')])), 'undecided');
  assert.equal(of(resultWith('not-certified', [check('order.paid', 'fail')])), 'caught');
  assert.equal(of(resultWith('certified', [check('order.paid', 'warn')])), 'warned');
  assert.equal(of(resultWith('certified', [check('order.paid', 'pass')])), 'certified');
});
