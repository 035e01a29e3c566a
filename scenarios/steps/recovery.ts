import type { Verbs } from '../../suite/engine/index.ts';

/** A third more than promised, so that an interval that began a little late is over, too. */
const MARGIN = 4 / 3;

/**
 * Moves on beyond the time in which the merchant asks about everything that is open.
 *
 * @param parts in how many steps of its promised time
 */
export const pastRecovery = (t: Verbs, parts = 1): Promise<void> => {
  const { recoverMs } = t.slot.config.tempo;
  return t.advance(recoverMs * MARGIN, recoverMs / parts);
};

/** The same, and then all of its jobs run, due or not: it has asked about everything that is open. */
export async function untilAsked(t: Verbs): Promise<void> {
  await pastRecovery(t, 3);
  await t.settle();
}
