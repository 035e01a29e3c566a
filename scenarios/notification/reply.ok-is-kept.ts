import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';

const MOST_ATTEMPTS = 3;
const MOMENT_MS = 1_000;

/**
 * A payment whose notification was answered OK just before the merchant was killed; undefined when there is none. One
 * that is busy with an order at first is killed after a later one of the gateway's attempts.
 */
async function killedAfterOk(t: Verbs): Promise<Payment | undefined> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const payment = await t.order();
    const { paymentId, shopOrderId } = payment;
    await t.gateway.arm([
      {
        where: { notification: { type: 'invoice', attempt }, shopOrderId },
        effect: { kind: 'kill-merchant', when: 'after-reply', restart: false },
      },
    ]);
    await t.gateway.setInvoiceStatus(paymentId, { status: 4, notify: 'queue' });
    for (let made = 0; made < attempt; made++) {
      // The gateway's next attempt comes minutes later: who puts off what is new has had a moment.
      if (made > 0) await t.pause(MOMENT_MS);
      await t.gateway.step();
    }
    await t.restart();
    if ((await t.lastNews(payment))?.state === 'accepted') return payment;
  }
  return undefined;
}

export default check('notification.reply.ok-is-kept', {
  title: 'A notification that was answered with OK survives a kill.',
  must: ['events.6', 'law.19'],
  means: ['jobs', 'restart'],
  rule: 'Events 6: HTTP 200 with body OK ends the deliveries; a notification that was answered with OK is not sent again.',
  expectation:
    'The shop is killed right after its OK to a genuine 4. Without a further delivery the order is paid after the restart, once the jobs have run.',
  fix: 'Store the notification, or its effect, before you answer OK; or call invoice/check for every open order after a restart.',
  story: async (t) => {
    const payment = await killedAfterOk(t);
    if (payment === undefined) return t.inconclusive('No delivery before a kill was answered OK.');
    await t.settle();
    if ((await t.becomes(payment, t.isPaidOnce)).met) return;
    const { recoverMs } = t.slot.config.tempo;
    for (let step = 0; step < 8 && t.claims('clock'); step++) {
      await t.advance(recoverMs / 6);
      if (t.isPaidOnce(await t.look(payment))) return;
    }
    await t.follows(payment, t.isPaidOnce);
  },
});
