import { isConcluded, isOpen, type Outcome } from '../history/outcome.ts';
import { tierOf } from '../history/tier.ts';
import { findCapability } from '../ledger/index.ts';
import { appliedWaivers, strictFailures } from './decide.ts';
import type { Result, Verdict } from './result.ts';
import { waivable } from './waivers.ts';

/** What a headline is made from. */
type Told = Omit<Result, 'schema' | 'headline'>;

const TITLE: Readonly<Record<Verdict, string>> = {
  certified: 'Certified',
  'certified-with-waivers': 'Certified with waivers',
  'not-certified': 'Not certified',
  partial: 'Partial run, no certificate',
  inconclusive: 'Inconclusive',
};

/** So few that are left out are named instead of all that are claimed. */
const MOST_LEFT_OUT = 3;

/** `1 warning`, `3 warnings`. */
export const several = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Whether somebody ended the run before it had come to its end. */
export const isInterrupted = ({ problems = [] }: Pick<Result, 'problems'>): boolean =>
  problems.some(({ kind }) => kind === 'interrupted');

/** What a run came to, counted: of the checks unless it says otherwise; `open` and `warnings` are of properties, too. */
export interface Tally {
  readonly concluded: number;
  readonly all: number;
  readonly failed: number;
  readonly lawsBroken: number;
  readonly properties: number;
  readonly propertiesBroken: number;
  /** Checks and laws. */
  readonly warnings: number;
  readonly waived: number;
  /** In scope, neither concluded nor waived. */
  readonly open: number;
  /** Of these, what somebody interrupted the run before; 0 where nobody did. */
  readonly cutOff: number;
}

/** Counts a run. */
export function tallyOf({
  checks,
  properties = [],
  laws,
  waivers,
  problems,
}: Pick<Result, 'checks' | 'properties' | 'laws' | 'waivers' | 'problems'>): Tally {
  const waived = new Set(appliedWaivers({ waivers }).map(({ check }) => check));
  const outcome = (wanted: Outcome) => (item: { readonly outcome: Outcome }) => item.outcome === wanted;
  const open = [...checks, ...properties].filter(({ id, outcome }) => isOpen(outcome) && !waived.has(id));
  return {
    concluded: checks.filter((check) => isConcluded(check.outcome)).length,
    all: checks.length,
    failed: checks.filter(outcome('fail')).length,
    lawsBroken: laws.filter(outcome('fail')).length,
    properties: properties.filter(({ outcome }) => isConcluded(outcome)).length,
    propertiesBroken: properties.filter(outcome('fail')).length,
    warnings: [...checks, ...properties, ...laws].filter(outcome('warn')).length,
    waived: waived.size,
    open: open.length,
    cutOff: isInterrupted({ problems }) ? open.filter(outcome('not-run')).length : 0,
  };
}

const isMeans = (id: string): boolean => findCapability(id)?.kind === 'means';

/** What of the claim was seen, in words: `invoice, refund`, or `all capabilities but card`; empty for nothing. */
export function claimWords({ claimed, unclaimed, unobserved }: Result['scope']): string {
  const shown = claimed.filter((id) => !isMeans(id) && !unobserved.includes(id));
  const leftOut = [...unclaimed, ...unobserved].filter((id) => !isMeans(id));
  if (shown.length > 0 && leftOut.length === 0) return 'all capabilities';
  return leftOut.length <= MOST_LEFT_OUT && shown.length > leftOut.length
    ? `all capabilities but ${leftOut.join(', ')}`
    : shown.join(', ');
}

/** What came to a conclusion; of a run that chose properties alone, those. */
function shownWords({ concluded, all, properties }: Tally, isPartial: boolean): string {
  return all === 0 && properties > 0
    ? several(properties, 'property', 'properties')
    : `${concluded} of ${several(all, isPartial ? 'chosen check' : 'check')}`;
}

/** How far the evidence reaches, where somebody said how each topic is seen. */
function seenWords({ seen }: Result['scope']): string {
  return seen === undefined ? '' : ` at tier ${tierOf(seen)}`;
}

/**
 * The verdict in one sentence, the same in every report: what it is for, over how many of all checks, and what
 * a reader must know beside it. `Certified for invoice, refund: 72 of 214 checks, 3 warnings`. Pure.
 */
export function headlineOf(result: Told): string {
  const { verdict, scope, waivers, problems = [] } = result;
  const tally = tallyOf(result);
  const { concluded, all, failed, lawsBroken, warnings, waived, open, cutOff } = tally;
  const tooMany = waivers.filter(({ state }) => state === 'too-many').length;
  const outside = problems.filter(({ kind }) => kind !== 'interrupted').length;
  const isPartial = verdict === 'partial';
  // A run that came to nothing is for nothing.
  const claim = isPartial || concluded === 0 ? '' : claimWords(scope);
  const currency =
    claim === '' || scope.onlyCurrency === undefined ? '' : `, in currency ${scope.onlyCurrency} alone`;
  const part = (count: number, words: string): string[] => (count === 0 ? [] : [words]);
  return [
    `${TITLE[verdict]}${claim === '' ? '' : ` for ${claim}`}${currency}: ${shownWords(tally, isPartial)}${seenWords(scope)}`,
    ...part(failed, `${failed} failed`),
    ...part(all === 0 ? 0 : tally.properties, several(tally.properties, 'property', 'properties')),
    ...part(tally.propertiesBroken, `${tally.propertiesBroken} of them broken`),
    ...part(lawsBroken, `${several(lawsBroken, 'law')} broken`),
    ...(isInterrupted(result) ? [`interrupted with ${cutOff} not tried`] : []),
    ...part(open - cutOff, `${open - cutOff} undecided`),
    ...part(
      tooMany,
      `more waived (${tooMany}) than a certificate can bear (${waivable(result.checks).most})`,
    ),
    ...part(waived, `${waived} waived`),
    ...part(outside, `${several(outside, 'problem')} outside the checks`),
    ...part(
      warnings,
      `${several(warnings, 'warning')}${strictFailures(result).length > 0 ? ', which --strict does not allow' : ''}`,
    ),
  ].join(', ');
}
