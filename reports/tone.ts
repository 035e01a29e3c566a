import type { Outcome } from '../history/outcome.ts';
import { tallyOf } from './headline.ts';
import type { Result } from './result.ts';

/** How a verdict is shown: in green only where nothing is left to say. */
export type VerdictTone = 'good' | 'bad' | 'caution' | 'open';

/** How an outcome is shown: quietly where nothing was asked. */
export type Tone = VerdictTone | 'quiet';

/** The tone of an outcome. */
export const OUTCOME_TONE: Readonly<Record<Outcome, Tone>> = {
  pass: 'good',
  fail: 'bad',
  warn: 'caution',
  'not-claimed': 'quiet',
  'not-applicable': 'quiet',
  inconclusive: 'open',
  'setup-failed': 'open',
  'harness-failed': 'open',
  'not-run': 'open',
};

/** The tone of a result. */
export function verdictTone(result: Result): VerdictTone {
  switch (result.verdict) {
    case 'certified':
      return tallyOf(result).warnings > 0 ? 'caution' : 'good';
    case 'not-certified':
      return 'bad';
    case 'inconclusive':
      return 'open';
    case 'certified-with-waivers':
    case 'partial':
      return 'caution';
  }
}
