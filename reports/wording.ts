import type { Outcome } from '../history/outcome.ts';
import type { Result, Summary, Verdict } from './result.ts';
import { STORM } from './storm.ts';

/** The verdict as a headline. */
export const VERDICT_TITLE: Readonly<Record<Verdict, string>> = {
  certified: 'Certified',
  'certified-with-waivers': 'Certified with waivers',
  'not-certified': 'Not certified',
  partial: 'Partial run',
  inconclusive: 'Inconclusive',
};

/** What the verdict means, in a sentence for somebody who was not there. */
export const VERDICT_MEANING: Readonly<Record<Verdict, string>> = {
  certified: 'Every check that applies and every law that must hold has passed.',
  'certified-with-waivers':
    'Everything that must hold has passed, except for what could not be observed and was waived; see the waivers.',
  'not-certified': 'At least one thing that must hold does not.',
  partial: 'Only some checks were chosen. This says nothing about the others, and is no certificate.',
  inconclusive: 'Nothing that must hold was seen to fail, but not all of it could be shown.',
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

/** A duration as people say it: `340 ms`, `18.2 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The counts that are not zero, the worst first: `1 failed, 2 warned, 70 passed`. */
export function counts(summary: Summary): string {
  const order: readonly Outcome[] = [
    'fail',
    'harness-failed',
    'setup-failed',
    'inconclusive',
    'not-run',
    'warn',
    'pass',
    'not-claimed',
    'not-applicable',
  ];
  const parts = order
    .filter((outcome) => summary[outcome] > 0)
    .map((outcome) => `${summary[outcome]} ${OUTCOME_WORDS[outcome]}`);
  return parts.length === 0 ? 'no checks' : parts.join(', ');
}

/** The choice of checks as the command line that makes it; `all checks` when everything was chosen. */
export function selectionWords(selection: Result['selection']): string {
  if (selection === null) return 'all checks';
  return [
    ...selection.only.map((pattern) => (pattern === STORM ? '--storm' : `--only ${pattern}`)),
    ...selection.capabilities.map((capability) => `--capability ${capability}`),
    ...(selection.shard === null ? [] : [`--shard ${selection.shard}`]),
  ].join(' ');
}

/** `Kiosk 1.4.2`. */
export function merchantWords(merchant: Result['merchant']): string {
  return `${merchant.name} ${merchant.version}`.trim();
}
