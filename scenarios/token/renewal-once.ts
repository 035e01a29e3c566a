import { check, type Verbs } from '../../suite/engine/index.ts';
import { SILENCE } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';
import { charges, savedAndPaid } from '../steps/stored-instruments.ts';

/** The gateway has the charge whose answer was lost, and tells how it ended. */
async function lostIsTold(t: Verbs, asked: Awaited<ReturnType<Verbs['ask']>>): Promise<void> {
  const payment = await t.paymentOf(asked);
  if (payment === undefined) return;
  await t.recordsLatePayment(payment);
}

export default check('token.renewal-once', {
  title: 'A renewal that is submitted twice is charged once.',
  must: ['transport.5', 'limits.unique-order', 'law.18', 'law.53'],
  capabilities: ['recurrent', 'intents'],
  rule: 'Transport rule 5: invoices are protected against duplicates by shop_order_id, which only helps if one renewal has one id. No payer confirms a charge by token.',
  expectation:
    'The same renewal, submitted twice at the same moment, once more later, and again after a read timeout of invoice/create, leads to one shop_order_id. A genuine 4 of the charge whose answer was lost is recorded.',
  fix: 'Give each renewal period one order and one shop_order_id in the database before the first call, and ask for the outcome of a lost call instead of starting again.',
  story: async (t) => {
    for (const lost of [false, true]) {
      // A customer may have one open order, so each renewal is another customer's.
      const customer = t.unique('customer');
      const payment = await savedAndPaid(t, customer);
      const wish = { customer, instrumentOf: payment, reference: t.unique('renewal') };
      const since = await t.now();
      if (lost) {
        await t.nextCall(CREATE, SILENCE);
        await t.ask(wish);
      } else await Promise.all([t.ask(wish), t.ask(wish)]);
      const asked = await t.ask(wish);
      await t.settle();
      const ids = new Set((await charges(t, since)).map(({ shopOrderId }) => shopOrderId));
      if (ids.size === 0) t.inconclusive('The merchant charged no token.');
      if (ids.size > 1) {
        t.fail(
          `One renewal${lost ? ', whose first charge was not answered,' : ''} was charged under ${ids.size} ids: ${[...ids].join(', ')}.`,
          { about: [wish.reference, ...ids] },
        );
      }
      if (lost) await lostIsTold(t, asked);
    }
  },
});
