import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { nonFatalCodes, takenForFatal, type WaitingCode } from '../steps/codes.ts';
import { refusing } from '../steps/effects.ts';
import { chargedBadly, createdBadly, heldBadly } from '../steps/order-creation.ts';

/** The payment after a code is on record; after one that nobody has called non-fatal that is only recommended. */
const recordsAfter =
  (t: Verbs, { code, isStated }: WaitingCode) =>
  async (payment: Payment): Promise<void> => {
    if (isStated) return void (await t.mustRecord(payment));
    const result = await t.recordsLatePayment(payment);
    if (result.ok) return;
    t.warn(
      `A payment after code ${code} is not recorded: ${t.describeRefusal(result)}. No operator has declared the code as fatal or as not fatal.`,
    );
  };

export default check('error.non-fatal-code', {
  title: 'A payment after a non-fatal code pays the order.',
  must: ['errors.2.wait', 'law.19'],
  capabilities: ['invoice'],
  readings: ['error.non-fatal-codes', 'error.data'],
  rule: 'Errors 2 and the trigger table of Events: on a non-fatal code for an invoice the shop waits for the notification that delivers the result.',
  expectation:
    'After invoice/create is answered with code 8 (operation is processing), a genuine 4 of the invoice pays the order once or puts it into review, also an order that the shop had cancelled. So does a genuine 4 after invoice/charge is answered with this code. Unless the operator calls the code non-fatal, a payment that is not recorded is a warning, and a shop that keeps no order after the code is not judged.',
  fix: 'Keep the order open on a non-fatal code and wait for its notification.',
  story: async (t) => {
    for (const waiting of await nonFatalCodes(t)) {
      const { code, isStated } = waiting;
      const records = recordsAfter(t, waiting);
      const kind = isStated ? 'non-fatal code' : 'code';
      const what = `invoice/create answered the ${kind} ${code}, and the invoice was paid`;
      const payment = await createdBadly(t, refusing(code), what);
      await chargedBadly(t, refusing(code), records);
      if (payment !== undefined) await records(payment);
      else if (isStated) {
        t.fail(`invoice/create answered the non-fatal code ${code}, and the merchant refused the order.`);
      } else takenForFatal(t, code, 'the order');
      await heldBadly(
        t,
        refusing(code),
        `invoice/hold answered the ${kind} ${code}, and the funds are held`,
        () => isStated || takenForFatal(t, code, 'the hold'),
      );
    }
  },
});
