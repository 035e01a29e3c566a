import type { Effect } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { LOST, SILENCE, timesOf, WAYS } from '../steps/effects.ts';
import { untilAsked } from '../steps/recovery.ts';

/** Ends of invoice/check that say nothing about the invoice. */
const MUTE: readonly Effect[] = [
  WAYS.http500.effect,
  WAYS.proxyPage.effect,
  LOST,
  WAYS.notJson.effect,
  SILENCE,
  { kind: 'error', code: 57 },
];

export default check('invoice.status-call.fails', {
  title: 'A failed invoice/check leaves the order open.',
  must: ['states.invoice.4', 'errors.3.wait', 'law.19'],
  means: ['jobs', 'clock'],
  rule: 'Errors 3: the shop waits while the status of an invoice is not final. An invoice/check without a usable answer says nothing about the invoice.',
  expectation:
    'The invoice/check calls about six open orders end with HTTP 500, a proxy page, a connection reset, a body that is not valid JSON, a read timeout and an unknown error code: the jobs go on, none of the first five is failed, and a genuine 4 still pays each order or puts it into review. A shop that makes no such calls is not judged.',
  fix: 'Change the order only on a record from the gateway: when invoice/check fails, call it again later.',
  story: async (t) => {
    // A shop that gives up every order that is not paid in time is not judged by what it gives up.
    const [control, ...payments] = await t.orders(MUTE.length + 1);
    for (const [index, effect] of MUTE.entries()) {
      const shopOrderId = payments[index]?.shopOrderId ?? '';
      const unless = 'the merchant does not ask about this order';
      await t.nextCall('invoice/check', effect, { shopOrderId, times: timesOf(effect), unless });
    }
    await untilAsked(t);
    await t.gateway.clearFaults();
    const givesUpAnyway = control !== undefined && (await t.look(control)).state === 'failed';
    let judged = 0;
    for (const [index, payment] of payments.entries()) {
      const fields = { shop_order_id: payment.shopOrderId };
      const asked = await t.calls({ operation: 'invoice/check', fields });
      const isMet = asked.some(({ answer }) => answer?.fault != null);
      if (isMet) judged += 1;
      const { state } = await t.look(payment);
      // Nobody can know that a code which is in no table is not fatal (Errors 2).
      const saysNothing = MUTE[index]?.kind !== 'error';
      if (state === 'failed' && isMet && saysNothing && !givesUpAnyway) {
        t.fail(
          'An order was failed after an invoice/check that said nothing about its invoice, which is open.',
          { about: t.aboutPayment(payment) },
        );
      }
      await t.mustRecord(payment);
    }
    if (judged === 0) t.notSeen('The jobs of the merchant do not ask invoice/check about an open order.');
  },
});
