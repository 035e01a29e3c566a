import { z } from 'zod';

/** What is known of a pair, the worst first. */
export const PAIR_STATES = ['broken', 'right', 'open'] as const;

export type PairState = (typeof PAIR_STATES)[number];

export const combinationSchema = z.strictObject({
  kind: z.string().describe('The kind of object, such as `single` for an order that is paid in one step.'),
  events: z.record(z.string(), z.string()).describe('What each event is, by its name.'),
  pairs: z
    .record(z.string(), z.record(z.string(), z.enum(PAIR_STATES)))
    .describe(
      'By the first event, then by the one that directly follows it. `right`: an object went through the pair and broke no must. `broken`: each object that went through it broke one. `open`: no object went through it. A pair that is left out cannot come to pass.',
    ),
});
export type Combination = z.infer<typeof combinationSchema>;

const worseOf = (one: PairState, other: PairState): PairState =>
  PAIR_STATES.find((state) => state === one || state === other) ?? one;

/** What several runs went through together: the worst that one of them has seen of a pair. One of each kind. */
export function mergeCombinations(all: readonly Combination[]): Combination[] {
  const merged = new Map<string, Combination>();
  for (const one of all) {
    const known = merged.get(one.kind);
    const pairs: Combination['pairs'] = structuredClone(known?.pairs ?? {});
    for (const [first, row] of Object.entries(one.pairs)) {
      const own = { ...pairs[first] };
      for (const [next, state] of Object.entries(row)) own[next] = worseOf(state, own[next] ?? 'open');
      pairs[first] = own;
    }
    merged.set(one.kind, { kind: one.kind, events: { ...known?.events, ...one.events }, pairs });
  }
  return [...merged.values()];
}
