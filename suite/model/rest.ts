import type { Proof } from '../../history/index.ts';
import { findLaw } from '../../ledger/index.ts';
import { lawRecords, type Readings } from '../engine/attempt.ts';
import type { Verbs } from '../engine/index.ts';
import type { Slot } from '../slots/index.ts';

/** A rule that was broken. */
export interface Broken {
  /** A law's id. */
  readonly rule: string;
  readonly expected: string;
  readonly actual: string;
  readonly proof: readonly Proof[];
}

/** Rules that are known to be broken: nothing is said of them again. */
export type KnownRules = ReadonlySet<string>;

const NONE_KNOWN: KnownRules = new Set();

/** The first must that a history breaks, beside those that are known; undefined when it breaks none. */
export async function brokenMust(
  t: Verbs,
  slot: Slot,
  readings: Readings,
  known = NONE_KNOWN,
): Promise<Broken | undefined> {
  const wrong = lawRecords(await t.history(), slot, readings).find(
    ({ id, level, outcome }) => level === 'must' && outcome === 'fail' && !known.has(id),
  );
  if (wrong === undefined) return undefined;
  const { id, actual, proof } = wrong;
  return { rule: id, expected: findLaw(id)?.title ?? id, actual, proof: proof.slice(0, 12) };
}

/** The same slot, of a merchant to which the rules give no time at all. */
const hurried = (slot: Slot): Slot => ({
  ...slot,
  config: { ...slot.config, tempo: { ...slot.config.tempo, settleMs: 0 } },
});

const LOOK_AGAIN_MS = 20;

/**
 * Looks until a must is broken, or nothing is amiss even to somebody without patience, at most for so long.
 *
 * @returns whether it has come to that, and the rule that is broken
 */
export async function untilAtRest(
  t: Verbs,
  look: () => Promise<void>,
  withinMs: number,
  known = NONE_KNOWN,
): Promise<{ readonly isAtRest: boolean; readonly broken: Broken | undefined }> {
  const readings = await t.gateway.readings();
  const until = performance.now() + withinMs;
  for (;;) {
    const isLast = performance.now() >= until;
    await look();
    // What is right without patience is right with it.
    if ((await brokenMust(t, hurried(t.slot), readings, known)) === undefined) {
      return { isAtRest: true, broken: undefined };
    }
    const broken = await brokenMust(t, t.slot, readings, known);
    if (broken !== undefined || isLast) return { isAtRest: broken !== undefined, broken };
    await t.pause(LOOK_AGAIN_MS);
  }
}
