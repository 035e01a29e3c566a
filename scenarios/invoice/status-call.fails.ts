import type { Effect } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { mustBeHonoured } from '../steps/attempts.ts';
import { timesOf } from '../steps/refusing.ts';

/** Ends of invoice/check that say nothing about the invoice. */
const MUTE: readonly { readonly says: string; readonly effect: Effect }[] = [
  { says: 'HTTP 500', effect: { kind: 'http-status', status: 500, committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: 'no answer at all (read timeout)', effect: { kind: 'read-timeout', committed: true } },
  { says: 'the unknown error code 57', effect: { kind: 'error', code: 57 } },
];

export default check('invoice.status-call.fails', {
  title: 'A failed invoice/check leaves the order open.',
  must: ['states.invoice.4', 'errors.3.wait', 'law.19'],
  capabilities: ['invoice'],
  means: ['jobs', 'clock'],
  rule: 'Errors 3: the shop waits while the status of an invoice is not final. An invoice/check without a usable answer says nothing about the invoice.',
  expectation:
    'The invoice/check calls about six open orders end with HTTP 500, a proxy page, a connection reset, a body that is not valid JSON, a read timeout and an unknown error code: the jobs go on, and a genuine 4 still pays each of the orders. A shop that makes no such calls is not judged.',
  fix: 'Change the order only on a record from the gateway: when invoice/check fails, call it again later.',
  story: async (t) => {
    const payments = await t.orders(MUTE.length);
    for (const [index, { effect }] of MUTE.entries()) {
      const shopOrderId = payments[index]?.shopOrderId ?? '';
      await t.gateway.arm([
        { where: { operation: 'invoice/check', shopOrderId }, times: timesOf(effect), effect },
      ]);
    }
    const { recoverMs } = t.slot.config.tempo;
    await t.advance(recoverMs, recoverMs / 3);
    await t.gateway.clearFaults();
    let judged = 0;
    for (const [index, payment] of payments.entries()) {
      const fields = { shop_order_id: payment.shopOrderId };
      const asked = await t.calls({ operation: 'invoice/check', fields });
      if (asked.length > 0) judged += 1;
      await t.look(payment);
      await mustBeHonoured(t, payment, `invoice/check about the order ended with ${MUTE[index]?.says}`);
    }
    if (judged === 0)
      t.notApplicable('The jobs of the merchant do not ask invoice/check about an open order.');
  },
});
