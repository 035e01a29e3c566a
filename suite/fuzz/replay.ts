import type { Slot } from '../slots/index.ts';
import { runBatch } from './batch.ts';
import type { JourneyCounterexample, NoticeCounterexample, RequestCounterexample } from './counterexample.ts';
import type { Finding } from './finding.ts';
import { type FoundJourney, insistently, isBroken } from './journeys.ts';
import { tryPlain } from './plain.ts';
import { WishRunner, type WrongRequest } from './requests.ts';
import { type NoticeTarget, TargetError } from './target.ts';

/** What came of running a counterexample again. */
export type Replayed =
  | { readonly outcome: 'failing'; readonly finding: Finding }
  | { readonly outcome: 'fixed' };

/**
 * Runs a counterexample again, with four times the patience.
 *
 * @throws {TargetError} when the case cannot be set up: no order, or no plain notification honoured
 */
export async function replayNotice(target: NoticeTarget, example: NoticeCounterexample): Promise<Replayed> {
  const counter = { messages: 0 };
  const [result] = await runBatch(target, [example.case], {
    patience: 4,
    base: example.base,
    enough: Number.POSITIVE_INFINITY,
    counter,
  });
  if (result === undefined || result.skipped !== null) {
    throw new TargetError(
      `The case could not be run: ${result?.skipped ?? 'it had no result'}.`,
      'Look at the merchant and its orders.',
    );
  }
  if (result.finding === null) {
    // A merchant that refuses everything has fixed nothing.
    const plain = await tryPlain(target, counter);
    if (plain.words !== '')
      throw new TargetError(
        `A plain notification does not have its effect: ${plain.words}`,
        'Look at the merchant first.',
      );
    return { outcome: 'fixed' };
  }
  return { outcome: 'failing', finding: result.finding };
}

/**
 * Runs a journey again; what it broke, or null when it breaks nothing any more.
 *
 * @throws {TargetError} when it cannot be carried out any more
 */
export async function replayJourney(
  slot: Slot,
  example: JourneyCounterexample,
): Promise<FoundJourney | null> {
  const result = await insistently(slot, example.steps).catch((error: unknown) => {
    if (error instanceof RangeError)
      throw new TargetError(error.message, 'It was written by another version of gatecheck.');
    throw error;
  });
  if (isBroken(result)) return result;
  if (result.over !== null)
    throw new TargetError(
      `The journey could not be carried out: ${result.over}`,
      'Look at the merchant first.',
    );
  if (result.steps.length === 0)
    throw new TargetError(
      'No step of the journey could be carried out.',
      'Does the merchant still claim the same capabilities?',
    );
  return null;
}

/** Puts the wish again; what is wrong with the request, or null when nothing is any more. */
export const replayRequest = (slot: Slot, example: RequestCounterexample): Promise<WrongRequest | null> =>
  new WishRunner(slot).run(example.wish);
