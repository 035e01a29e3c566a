import { lowestTier, type SeenAt, type Tier } from '../history/tier.ts';

/** How far the evidence of a run reaches: as far as that of the topic which is seen least; undefined where nobody said. */
export const tierOfRun = (seen: SeenAt | undefined): Tier | undefined =>
  seen === undefined ? undefined : (lowestTier(Object.values(seen)) ?? 'T0 traffic');
