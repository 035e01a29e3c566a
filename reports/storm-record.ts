import type { CheckRecord, LawRecord } from '../history/index.ts';
import type { LawDefinition } from '../ledger/types.ts';
import type { LawVerdict } from '../obligations/index.ts';
import { STORM, type StormResult } from './storm.ts';

const CONSERVATION = 'law.payout-conservation';

/**
 * A storm as one check: what it expects is that every law holds. A law that is only a should warns. The laws
 * keep their own ids; what the books of the storm show of money is added to the law of conservation.
 *
 * @param at when the books were compared (ISO 8601)
 */
export function stormRecord(
  storm: StormResult,
  verdicts: readonly LawVerdict[],
  definitions: readonly LawDefinition[],
  reproduce: string,
  at: string,
): CheckRecord {
  const laws = verdicts.map((verdict) => lawRecord(verdict, storm, definitions, at));
  const amiss = laws.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  const broken = amiss.filter(({ level, outcome }) => level === 'must' && outcome === 'fail');
  const judged = laws.filter(({ outcome }) => outcome === 'pass').length;
  const distrust = storm.money.gatewayDifferences;
  const outcome = outcomeOf(amiss, broken, distrust.length > 0 || judged === 0);
  // What fails is named first, and with it what only warns.
  const named = [...broken, ...amiss.filter((law) => !broken.includes(law))];
  const first = named[0];
  return {
    id: STORM,
    title: `${storm.orders} orders and ${storm.payouts} payouts at once, with faults and ${storm.restarts} kills.`,
    level: 'must',
    requirements: [],
    outcome,
    expected: 'Every law holds over the whole history, and the books agree to the cent.',
    actual:
      first === undefined
        ? ''
        : `${named.map(({ id }) => id).join(', ')} ${named.length === 1 ? 'does' : 'do'} not hold. ${first.actual}`,
    proof: first?.proof ?? [],
    reproduce,
    durationMs: storm.stormMs + storm.quietMs,
    attempts: 1,
    laws,
    readings: {},
    slot: 0,
    ...(outcome === 'inconclusive'
      ? { note: distrust[0] ?? 'The storm left nothing by which a law could be judged.' }
      : {}),
  };
}

function outcomeOf(
  amiss: readonly LawRecord[],
  broken: readonly LawRecord[],
  isOpen: boolean,
): CheckRecord['outcome'] {
  if (broken.length > 0) return 'fail';
  if (isOpen) return 'inconclusive';
  return amiss.length > 0 ? 'warn' : 'pass';
}

function lawRecord(
  verdict: LawVerdict,
  storm: StormResult,
  definitions: readonly LawDefinition[],
  at: string,
): LawRecord {
  const { law, violations } = verdict;
  const level = definitions.find(({ id }) => id === law)?.level ?? 'must';
  const [first] = violations;
  if (law === CONSERVATION && first === undefined) return conservation(verdict, storm, level, at);
  const more = violations.length > 1 ? ` And ${violations.length - 1} more like it.` : '';
  const actual =
    first === undefined ? (verdict.outcome === 'pass' ? '' : (verdict.note ?? '')) : first.actual;
  return {
    id: law,
    level,
    outcome: verdict.outcome,
    actual: `${actual}${more}`,
    proof: [...(first?.proof ?? [])],
  };
}

function conservation(
  verdict: LawVerdict,
  { money }: StormResult,
  level: LawRecord['level'],
  at: string,
): LawRecord {
  const { differences, walletsCompared } = money;
  const [first] = differences;
  const outcome = first !== undefined ? 'fail' : walletsCompared > 0 ? 'pass' : verdict.outcome;
  const more = differences.length > 1 ? ` And ${differences.length - 1} more like it.` : '';
  const actual = first ?? (outcome === 'pass' ? '' : (verdict.note ?? ''));
  const proof = differences.slice(0, 5).map((text) => ({ channel: 'state' as const, at, text }));
  return { id: verdict.law, level, outcome, actual: `${actual}${more}`, proof };
}
