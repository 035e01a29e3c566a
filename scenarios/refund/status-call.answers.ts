import type { Effect } from '../../simulator/index.ts';
import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { WAYS } from '../steps/effects.ts';
import { endUnheard } from '../steps/refunds.ts';

/** Ends of a question about a refund that say nothing of the refund. */
const MUTE: readonly Effect[] = [
  { kind: 'error', code: 57 },
  WAYS.http500.effect,
  WAYS.notJson.effect,
  WAYS.nullData.effect,
];

/** Whether the jobs of the merchant ask how a waiting refund of this payment stands. */
async function asksAboutRefunds(t: Verbs, { paymentId }: Payment): Promise<boolean> {
  const after = await t.now();
  await t.settle();
  const fields = { invoice_id: paymentId };
  return (await t.calls({ operation: 'invoice/get-refunds', fields, after })).length > 0;
}

/** Asks in vain about a refund; in the end nothing is learnt of it any more, and others are asked about beside it. */
async function muteQuestionEndsNothing(t: Verbs): Promise<void> {
  const payment = await t.paid();
  const made = await t.refund(payment);
  if (!(await asksAboutRefunds(t, payment))) return;
  for (const effect of MUTE) {
    await t.gateway.clearFaults();
    const { paymentId } = payment;
    await t.everyCall('invoice/get-refunds', effect, {
      paymentId,
      unless: 'the shop never asks for a list of refunds',
    });
    for (let round = 0; round < 2; round++) {
      await t.runJobsNow({ advancePolls: t.claims('clock') ? 4 : 0 });
      // Due or not: a merchant that asks more and more seldom asks once in each of these ways.
      await t.settle();
    }
    await t.lookAtRefund(made);
  }
}

export default check('refund.status-call.answers', {
  title: 'An open refund changes only to the status that the gateway reports for it.',
  must: ['states.refund.waiting', 'states.refund.failed', 'law.8', 'errors.3.wait'],
  means: ['jobs'],
  rule: 'Refund statuses: WAITING is not final, SUCCESS and FAILED are; a status request without a usable answer says nothing about the refund. A refund that is wrongly treated as failed is paid a second time, one that is wrongly treated as successful is never paid.',
  expectation:
    'A refund stays open when invoice/get-refunds is refused with an unknown code, or ends with HTTP 500, with a body that is not valid JSON or with data null, and the jobs go on. When refunds of one payment end differently and no notification arrives, none is shown with the status of another. A shop that does not call invoice/get-refunds passes.',
  fix: 'Change a refund only by the record with its own shop_refund_id: when invoice/get-refunds has no usable answer, ask again later.',
  story: async (t) => {
    await muteQuestionEndsNothing(t);
    const { ending, firstOpen } = await endUnheard(t);
    await firstOpen();
    for (const { made } of ending) {
      await t.lookAtRefund(made);
      await t.look(made.payment);
    }
  },
});
