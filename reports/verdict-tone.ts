import { tallyOf } from './headline.ts';
import type { Result } from './result.ts';

/** How a verdict is shown: in green only where nothing is left to say. */
export type VerdictTone = 'good' | 'bad' | 'caution' | 'open';

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
