import { check } from '../../suite/engine/index.ts';
import { creates } from '../steps/operations.ts';

export default check('order.ids.unique', {
  title: 'Every order has its own shop_order_id, also after a restart.',
  must: ['transport.5', 'limits.unique-order', 'law.14'],
  expectation:
    'Five identical orders, made before and (where the shop can be restarted) after a restart, have five different ids, and the gateway accepts each.',
  fix: 'Take ids from the database (a persistent sequence) or from a random source. Do not use a counter in memory, a time with a precision of one second, or the id of the cart or the customer.',
  story: async (t) => {
    const ids = new Set<string>();
    const about: string[] = [];
    const description = 'The same again';
    const customer = t.unique('customer');
    const make = async (when: string): Promise<void> => {
      const since = await t.now();
      let asked = await t.ask({ description, customer });
      // A customer may have one open order; another one's is as much alike.
      if (asked.answer.kind === 'refused' && (await creates(t, since)).length === 0) {
        asked = await t.ask({ description, customer: t.unique('customer') });
      }
      about.push(asked.reference);
      const made = await t.paymentOf(asked);
      if (made === undefined) {
        // Only an order that never reached the gateway may be a matter of a slow machine.
        const isOpen = asked.answer.kind === 'ok' && (await creates(t, since)).length === 0;
        if (ids.size === 0 || isOpen)
          t.inconclusive(`No order could be created: ${JSON.stringify(asked.answer)}.`);
        return t.fail(
          `An order like the ones before could not be created ${when}: ${JSON.stringify(asked.answer)}.`,
          { about },
        );
      }
      ids.add(made.shopOrderId);
    };
    for (let count = 0; count < 3; count++) await make('after others');
    if (t.claims('restart') && t.slot.process !== null) await t.slot.process.restart();
    for (let count = 0; count < 2; count++) await make('after a restart');
  },
});
