import { check } from '../../suite/engine/index.ts';
import { messagesOf } from '../steps/forgery.ts';

export default check('notification.sign.never-early', {
  title: 'A notification with an invalid signature is never credited, not even for a moment.',
  must: ['events.5.sign', 'law.16'],
  expectation:
    'With a signature that is an object, nested lists, 200 kB long, or has one wrong digit, the order is unpaid each time its state is sampled.',
  fix: 'Verify first and book afterwards, and let an exception during the verification refuse the notification instead of accepting it.',
  story: async (t) => {
    const forgeries = messagesOf(
      t,
      'sign.wrong.last-digit',
      'sign.malformed.long',
      'sign.type.object-like-text',
      'sign.type.nested-lists',
    );
    const payments = await t.orders(forgeries.length);
    for (const [index, forgery] of forgeries.entries()) {
      const payment = payments[index] ?? t.inconclusive('An order is missing.');
      let open = true;
      const sent = t.send(payment, forgery).finally(() => {
        open = false;
      });
      // Sampled while the merchant is at it: credit that is taken back later was given all the same.
      for (let samples = 0; open || samples < 3; samples++) {
        await t.look(payment);
        await t.pause(5);
      }
      await sent;
    }
    await t.settle();
    for (const payment of payments) await t.look(payment);
    await t.stillHonours(payments);
  },
});
