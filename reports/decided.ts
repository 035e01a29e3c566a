import { tierOf } from '../history/tier.ts';
import { verdictOf } from './decide.ts';
import { headlineOf } from './headline.ts';
import type { Result } from './result.ts';

/** A result with the verdict, the headline and the tier that follow from the rest of it, whatever it said before. Pure. */
export function decided(undecided: Omit<Result, 'verdict' | 'headline'>): Result {
  const { schema, ...rest } = undecided;
  const verdict = verdictOf(undecided);
  const { seen } = undecided.scope;
  const said = {
    verdict,
    headline: headlineOf({ ...rest, verdict }),
    ...(seen !== undefined && { tier: tierOf(seen) }),
  };
  return { schema, ...said, ...rest, ...said };
}
