import { check } from '../../suite/engine/index.ts';
import { commanded } from '../steps/retries.ts';
import { charges, renewal } from '../steps/stored-instruments.ts';

export default check('token.retried', {
  title: 'A renewal whose charge is under way is not charged again by a retry.',
  should: ['errors.3.wait', 'law.18'],
  whyShould:
    'Whoever asks for a retry may mean it, and the specification does not say how often an order may be tried. But no payer confirms a charge by token: two of them are two debits.',
  capabilities: ['recurrent', 'order.retry'],
  rule: 'Errors 3: result true and no final status mean that the outcome is still to come, by notification. No payer confirms a charge by token.',
  expectation:
    'The charge of a stored instrument was accepted and has no final status yet. A retry of its order makes no second charge; it is refused, or shows the order as it is. A genuine 4 pays it once.',
  fix: 'Let a retry make another attempt only where the last one is final, or where a payer has to confirm it.',
  story: async (t) => {
    const payment = await renewal(t);
    if (payment === undefined) return t.inconclusive('The merchant charged no token.');
    const { orderId, shopOrderId } = payment;
    const since = await t.now();
    commanded(t, await t.driver.retry(orderId));
    await t.settle();
    const again = (await charges(t, since)).find((charge) => charge.shopOrderId !== shopOrderId);
    if (again !== undefined) {
      t.fail(
        `The charge ${shopOrderId} of a stored instrument was accepted and under way, and a retry charged it again as ${again.shopOrderId}.`,
        { about: [orderId, shopOrderId, again.shopOrderId] },
      );
    }
    await t.honours(payment);
  },
});
