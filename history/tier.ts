import { z } from 'zod';

/** How far evidence reaches, from the least to the most. */
export const TIERS = ['T0 traffic', 'T1 pages', 'T2 ledger', 'T3 interface'] as const;

export const tierSchema = z.enum(TIERS);
export type Tier = z.infer<typeof tierSchema>;

/** What evidence is about: each is read in a way of its own. */
export const TOPICS = ['order', 'refund', 'payout', 'customer', 'lookup'] as const;
export type Topic = (typeof TOPICS)[number];

/** At which tier each is seen; what is left out is not read at all. */
export type SeenAt = Readonly<Partial<Record<Topic, Tier>>>;

export const seenAtSchema = z.partialRecord(z.enum(TOPICS), tierSchema);

/** What each tier is, in a clause. */
export const TIER_WORDS: Readonly<Record<Tier, string>> = {
  'T0 traffic': 'what crossed the gateway’s border alone',
  'T1 pages': 'the traffic, and what the shop shows of itself on its pages, in its API or by its commands',
  'T2 ledger': 'the traffic, what the shop shows, and the tables in which it books value',
  'T3 interface': 'the traffic, and a test interface of the shop',
};

const rank = (tier: Tier): number => TIERS.indexOf(tier);

/** The least of some tiers; undefined of none. */
export const lowestTier = (tiers: readonly Tier[]): Tier | undefined =>
  [...tiers].sort((one, other) => rank(one) - rank(other))[0];

/** The most of some tiers; undefined of none. */
export const highestTier = (tiers: readonly Tier[]): Tier | undefined =>
  [...tiers].sort((one, other) => rank(other) - rank(one))[0];

/** How far the evidence of a whole run reaches: as far as that of the topic which is seen least. */
export const tierOf = (seen: SeenAt): Tier => lowestTier(Object.values(seen)) ?? 'T0 traffic';
