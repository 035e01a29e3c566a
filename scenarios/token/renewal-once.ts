import { check, type Verbs } from '../../suite/engine/index.ts';
import { CREATE, charges, savedAndPaid } from '../steps/renewals.ts';

/** The gateway has the charge whose answer was lost, and tells how it ended. */
async function lostIsHonoured(t: Verbs, asked: Awaited<ReturnType<Verbs['ask']>>): Promise<void> {
  const payment = await t.paymentOf(asked);
  if (payment === undefined) return;
  const result = await t.recordsLatePayment(payment);
  if (result.ok) return;
  t.late(
    `The answer to the charge of a stored instrument was lost, and its genuine notification of status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

export default check('token.renewal-once', {
  title: 'A renewal that is submitted twice is charged once.',
  requirements: ['transport.5', 'limits.unique-order', 'law.18'],
  level: 'must',
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
        await t.gateway.arm([
          { where: { operation: [...CREATE] }, effect: { kind: 'read-timeout', committed: true } },
        ]);
        await t.ask(wish);
      } else await Promise.all([t.ask(wish), t.ask(wish)]);
      const asked = await t.ask(wish);
      await t.settle();
      const made = await charges(t, since);
      if (made.length === 0) t.inconclusive('The merchant charged no token.');
      const ids = [...new Set(made.map(({ shopOrderId }) => shopOrderId))];
      if (ids.length > 1) {
        t.fail(
          `One renewal (${wish.reference}), ${lost ? 'whose create had no answer, was requested again' : 'requested twice at once and then again'}, became ${ids.length} charges: ${ids.join(', ')}.`,
          { about: [wish.reference, ...ids] },
        );
      }
      if (lost) await lostIsHonoured(t, asked);
    }
  },
});
