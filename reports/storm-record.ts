import type { CheckRecord, LawRecord } from '../history/index.ts';
import type { LawDefinition } from '../ledger/types.ts';
import type { LawVerdict } from '../obligations/index.ts';
import { STORM, type StormResult } from './storm.ts';

/**
 * A storm as one check: what it expects is that every law holds. A law that is only a should warns. The laws
 * keep their own ids.
 */
export function stormRecord(
  storm: StormResult,
  verdicts: readonly LawVerdict[],
  definitions: readonly LawDefinition[],
  reproduce: string,
): CheckRecord {
  const laws = verdicts.map((verdict) => lawRecord(verdict, definitions));
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
    expected: 'Every law holds over the whole history.',
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

function lawRecord(verdict: LawVerdict, definitions: readonly LawDefinition[]): LawRecord {
  const { law, violations } = verdict;
  const level = definitions.find(({ id }) => id === law)?.level ?? 'must';
  const [first] = violations;
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
