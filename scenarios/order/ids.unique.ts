import { check } from '../../suite/engine/index.ts';
import { creates } from '../steps/operations.ts';

export default check('order.ids.unique', {
  title: 'Every order has its own shop_order_id, also after a restart.',
  must: ['transport.5', 'limits.unique-order', 'law.14'],
  expectation:
    'Five identical orders, made before and (where the shop can be restarted) after a restart, have five different ids, and the gateway accepts each. A shop that refuses to sell so many alike is judged by those that it makes.',
  fix: 'Take ids from the database (a persistent sequence) or from a random source. Do not use a counter in memory, a time with a precision of one second, or the id of the cart or the customer.',
  story: async (t) => {
    const ids = new Set<string>();
    const about: string[] = [];
    const description = 'The same again';
    const customer = t.unique('customer');
    const make = async (when: string): Promise<boolean> => {
      const since = await t.now();
      let asked = await t.ask({ description, customer });
      // A customer may have one open order, and a shop may sell so many alike.
      if (asked.answer.kind === 'refused' && (await creates(t, since)).length === 0) {
        asked = await t.ask({ description: `The same ${when}`, customer: t.unique('customer') });
      }
      about.push(asked.reference);
      const made = await t.paymentOf(asked);
      if (made === undefined) {
        const duplicate = Number((await t.gateway.readings())['error.duplicate-id']);
        const repeated = (await creates(t, since)).find(({ answer }) => answer?.errorCode === duplicate);
        if (repeated !== undefined) {
          const id = String(repeated.request.fields?.shop_order_id);
          return t.fail(
            `The gateway refused an order ${when} as a duplicate (code ${duplicate}): its shop_order_id ${id} was used before.`,
            { about: [...about, id] },
          );
        }
        if (ids.size === 0) t.inconclusive(`No order could be created: ${JSON.stringify(asked.answer)}.`);
        if (asked.answer.kind === 'unknown' && asked.answer.isOurs !== true) {
          return t.fail(
            `An order like the ones before could not be created ${when}: ${JSON.stringify(asked.answer)}.`,
            { about },
          );
        }
        // A shop may take what is alike for a double click, or have a limit for each hour.
        return false;
      }
      ids.add(made.shopOrderId);
      return true;
    };
    for (let count = 0; count < 3 && (await make('after others')); count++);
    if (t.claims('restart') && t.slot.process !== null) await t.slot.process.restart();
    for (let count = 0; count < 2 && (await make('after a restart')); count++);
    if (ids.size < 2) t.inconclusive('The merchant made only one of the orders.');
  },
});
