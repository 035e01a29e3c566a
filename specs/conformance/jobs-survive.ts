import { Judgement, type Verbs } from '../../fixtures/engine/index.ts';

/** Runs the merchant's jobs once, or for a while, when calls of theirs fail; `what` says how, in a sentence without an end. */
export type UnderFailures = (what: string, run: () => Promise<void>) => Promise<void>;

/**
 * Sees that the merchant's jobs run while nothing fails. What ends them after that, as soon as calls of theirs fail,
 * is the merchant's failure and not the suite's. Jobs that only take too long say nothing.
 */
export async function jobsAtWork(t: Verbs): Promise<UnderFailures> {
  await t.runJobsNow();
  const { timeoutMs } = t.slot.descriptor.interface;
  return async (what, run) => {
    const begun = performance.now();
    try {
      await run();
    } catch (error) {
      const isOurs = !(error instanceof Judgement) || error.finding.outcome !== 'inconclusive';
      if (isOurs || performance.now() - begun >= timeoutMs) throw error;
      t.fail(`${what}, and the jobs of the merchant died of it. ${error.finding.actual}`);
    }
  };
}
