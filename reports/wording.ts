import { OUTCOMES, type Outcome } from '../history/outcome.ts';
import type { CheckResult, Problem, Result, Summary, WaiverResult } from './result.ts';
import { STORM } from './storm.ts';

const MOST_NAMES = 12;

/** The first few of many, and how many more there are. */
export function firstOf(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMES;
  return `${ids.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What a waiver did, in words that complete "Waiver:". */
export const WAIVER_WORDS: Readonly<Record<WaiverResult['state'], string>> = {
  applied: 'applied',
  unused: 'not needed, the check was not inconclusive',
  expired: 'expired',
  unknown: 'there is no such check',
  merchant: 'refused, the merchant itself made it unobservable',
  'control-worked': 'refused, the same flow without the stimulus could be observed',
  'too-many': 'refused, more are waived than a certificate can bear',
};

/** An outcome in words. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  'not-claimed': 'not claimed',
  'not-applicable': 'not applicable',
  inconclusive: 'inconclusive',
  'setup-failed': 'set-up failed',
  'harness-failed': 'harness failed',
  'not-run': 'not run',
};

/** A problem as an outcome, for its word and its colour. */
export const problemOutcome = ({ kind }: Pick<Problem, 'kind'>): Outcome =>
  kind === 'interrupted' ? 'not-run' : kind;

/** A duration as people say it: `340 ms`, `18.2 s`, `3 min 5 s`, `2 h 5 min`, `4 d 23 h`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The counts that are not zero, the worst first: `1 failed, 2 warned, 70 passed`. */
export function counts(summary: Summary): string {
  const parts = OUTCOMES.filter((outcome) => summary[outcome] > 0).map(
    (outcome) => `${summary[outcome]} ${OUTCOME_WORDS[outcome]}`,
  );
  return parts.length === 0 ? 'no checks' : parts.join(', ');
}

/** The properties and journeys of a run by outcome, and how many cases of each were asked for; empty where there were none. */
export function propertyCounts({ properties = [], seed }: Pick<Result, 'properties' | 'seed'>): string {
  if (properties.length === 0) return '';
  const of = (outcome: Outcome): number => properties.filter((each) => each.outcome === outcome).length;
  const parts = OUTCOMES.filter((outcome) => of(outcome) > 0).map(
    (outcome) => `${of(outcome)} ${OUTCOME_WORDS[outcome]}`,
  );
  const cases = properties.reduce((sum, { runs }) => sum + runs, 0);
  return `${parts.join(', ')} (${cases} cases, seed ${seed})`;
}

/** The choice of checks as the command line that makes it; `all checks` when everything was chosen. */
export function selectionWords(selection: Result['selection']): string {
  if (selection === null) return 'all checks';
  return [
    ...selection.only
      .slice(0, MOST_NAMES)
      .map((pattern) => (pattern === STORM ? '--storm' : `--only ${pattern}`)),
    ...(selection.only.length > MOST_NAMES ? [`and ${selection.only.length - MOST_NAMES} more`] : []),
    ...selection.capabilities.map((capability) => `--capability ${capability}`),
    ...(selection.shard === null ? [] : [`--shard ${selection.shard}`]),
  ].join(' ');
}

/** `Kiosk 1.4.2`; the name alone where the configuration has no version. */
export function merchantWords({ name, version }: Pick<Result['merchant'], 'name' | 'version'>): string {
  return version === 'unknown' ? name : `${name} ${version}`.trim();
}

/** The checks that are not applicable because of what was not seen, and not because of the configuration. */
export const unseenIn = ({ checks }: Pick<Result, 'checks'>): readonly CheckResult[] =>
  checks.filter(({ unseen }) => unseen === true);
