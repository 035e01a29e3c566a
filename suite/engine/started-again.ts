import { ENDED_EARLY, SetupError } from '../process/index.ts';
import type { Slot } from '../slots/index.ts';
import { late } from './judgement.ts';

/** A merchant whose address somebody else has taken meanwhile is not to blame. */
const TAKEN = /EADDRINUSE|address (?:is )?already in use/i;

/** After so many starts in a row that came to nothing no more is tried. */
const MOST_FAILED = 3;

/** Starts a merchant that a story has stopped. One that ends instead has failed, whatever the check; one may be slow. */
export async function startedAgain(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const isItsOwn = error instanceof SetupError && error.message.startsWith(ENDED_EARLY);
    if (!isItsOwn || TAKEN.test(error.message)) throw error;
    late(`It was stopped, and does not start again. ${error.message}`, {
      expected:
        'The merchant starts again after it was killed, with what it had stored (capability restart).',
      level: 'must',
      endsAll: true,
    });
  }
}

/**
 * Starts a merchant before a check. Each that it does not start for ends by that.
 *
 * @throws {SetupError} when it does not become ready, or did not the last times
 */
export async function startedFirst(memory: Slot['memory'], start: () => Promise<void>): Promise<void> {
  if (memory.failedStarts >= MOST_FAILED) {
    throw new SetupError(
      `The merchant does not run any more: it did not start the last ${MOST_FAILED} times.`,
      'The first check that failed to start it says how it ended.',
    );
  }
  memory.failedStarts += 1;
  await start();
  memory.failedStarts = 0;
}
