import { check } from '../../suite/engine/index.ts';
import { ODD, refusing } from '../steps/effects.ts';
import { createdBadly } from '../steps/order-creation.ts';

export default check('compat.odd-data', {
  title: 'An order survives an answer whose data is null or empty.',
  should: ['fields.envelope.result', 'errors.3', 'versioning.4'],
  whyShould:
    'The gateway answers result true with an address at which to pay. Without it nobody can pay the invoice, so no money is lost; an order closed by a lost answer is judged by invoice.create.lost-answer.',
  capabilities: ['invoice'],
  rule: 'Errors 3: result true means that the invoice was created; Versioning 4: clients tolerate answers that change.',
  expectation:
    'invoice/create answers result true with data null, [] or {}: POST /orders still gets a usable answer, and a later genuine 4 pays the order once or puts it into review. With result false and such data the answer is usable as well.',
  fix: 'Check that data is an object before you read from it.',
  story: async (t) => {
    for (const data of ODD) {
      const shown = JSON.stringify(data);
      const what = `invoice/create answered result true with data ${shown}`;
      const payment = await createdBadly(t, { kind: 'answer', set: { data }, breaksSpec: true }, what, {
        mustAnswer: true,
      });
      if (payment !== undefined) await t.mustRecord(payment);
      const refused = `invoice/create answered result false with data ${shown}`;
      await createdBadly(t, refusing(57, data), refused, { mustAnswer: true });
    }
  },
});
