import { isConcluded } from '../history/outcome.ts';
import { highestTier, lowestTier, type SeenAt, type Tier, type Topic } from '../history/tier.ts';
import { needsDriver } from './law-needs.ts';
import type { CheckResult, LawResult, Result } from './result.ts';

/** What a check or law is about, by the capabilities that it needs or by its id. */
const TOPIC_OF: readonly (readonly [RegExp, Topic])[] = [
  [/^(law\.)?(payout|one-id-per-payout|one-payout|final-payout|polling|final-ends-polling)/, 'payout'],
  [/^(law\.)?(refund|one-refund|own-refund)/, 'refund'],
  [/^wallet/, 'customer'],
  [/^lookups/, 'lookup'],
];

const topicOf = (id: string): Topic => TOPIC_OF.find(([pattern]) => pattern.test(id))?.[1] ?? 'order';

/** The tier of a check: of all that it looks at, what is seen least. */
function tierOfCheck(capabilities: readonly string[], seen: SeenAt): Tier | undefined {
  const topics = new Set(capabilities.map(topicOf));
  return lowestTier([...topics].flatMap((topic) => seen[topic] ?? []));
}

/** The tier of a law: many need nothing but the traffic. */
const tierOfLaw = (id: string, seen: SeenAt): Tier | undefined =>
  needsDriver(id) ? seen[topicOf(id)] : 'T0 traffic';

/**
 * How far the evidence about a requirement reaches: as far as that of the check or law that saw most of it.
 *
 * @param capabilities what each check needs, by its id
 */
export function tierOfRequirement(
  group: readonly Pick<CheckResult | LawResult, 'id' | 'outcome'>[],
  capabilities: ReadonlyMap<string, readonly string[]>,
  seen: SeenAt,
): Tier | undefined {
  const tiers = group.flatMap(({ id, outcome }) => {
    if (!isConcluded(outcome)) return [];
    const needs = capabilities.get(id);
    return (needs === undefined ? tierOfLaw(id, seen) : tierOfCheck(needs, seen)) ?? [];
  });
  return highestTier(tiers);
}

const NAMES: Readonly<Record<Topic, string>> = {
  order: 'what orders credited',
  refund: 'what was refunded',
  payout: 'what payouts debited',
  customer: 'balances of customers',
  lookup: 'answers to lookups',
};

/** What stays unseen without a means of testing. */
const WITHOUT: Readonly<Record<string, string>> = {
  jobs: 'Background jobs were not run on command: what they do was seen only where the shop ran them by itself in time.',
  clock: "The shop's clock was not set: nothing that takes hours or days by it was seen.",
  restart: 'The shop was not killed and started again: what it loses with a crash was not seen.',
};

/** What could not be seen, in sentences: where value was not read from where it is booked, and what means were lacking. */
export function unseenAt(seen: SeenAt, claimed: readonly string[]): string[] {
  const shown = (Object.keys(NAMES) as Topic[]).filter(
    (topic) => topic !== 'lookup' && seen[topic] === 'T1 pages',
  );
  return [
    ...(shown.length === 0
      ? []
      : [
          `${sentence(shown.map((topic) => NAMES[topic]).join(', '))}: by what the shop shows, and not from where it books value.`,
        ]),
    ...Object.entries(WITHOUT).flatMap(([means, says]) => (claimed.includes(means) ? [] : [says])),
  ];
}

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** What a result says of how it was seen, where somebody said it. */
export const seenParts = (
  seen: SeenAt | undefined,
  claimed: readonly string[],
): Pick<Result['scope'], 'seen' | 'unseen'> =>
  seen === undefined ? {} : { seen: { ...seen }, unseen: unseenAt(seen, claimed) };
