import { check } from '../../suite/engine/index.ts';
import { FATAL } from '../steps/codes.ts';
import { refused } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';

export default check('hold.fatal-codes', {
  title: 'A hold that is refused with a fatal code is failed.',
  must: ['errors.2', 'errors.2.invoice', 'errors.code.1', 'errors.code.4', 'law.17', 'law.25'],
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'After invoice/hold is answered with codes 1 to 4 the order is failed or refused, and no further call about it is made.',
  fix: 'Treat the answer of invoice/hold like that of invoice/create: a fatal code fails the order at once.',
  story: async (t) => {
    for (const code of FATAL) {
      const isFirst = code === FATAL[0];
      await t.gateway.clearFaults();
      // A shop may close the payway after the first of these codes.
      if (!isFirst) await t.sellsAgain('hold');
      const unless = 'the merchant takes no such orders any more';
      await t.nextCall('invoice/hold', refused(code), isFirst ? {} : { unless });
      const since = await t.now();
      const asked = await t.ask({ mode: 'hold' });
      const about = [asked.reference];
      if (asked.answer.kind === 'unknown') {
        return t.late(
          `Error code ${code} on invoice/hold left POST /orders without a usable answer: ${asked.answer.reason}.`,
          { about },
        );
      }
      await t.polls(2);
      const calls = await t.calls({ operation: CREATE, after: since });
      if (calls.length === 0 && !isFirst && asked.answer.kind === 'refused') continue;
      if (calls.length === 0) return t.inconclusive(`The merchant never called invoice/hold (code ${code}).`);
      if (asked.answer.kind !== 'ok') continue;
      const order = { orderId: asked.answer.value.order_id, reference: asked.reference };
      await t.follows(order, ({ state }) => state === 'failed');
    }
    await t.gateway.clearFaults();
    await t.sellsAgain('hold');
    await t.hold(await t.order({ mode: 'hold' }));
  },
});
