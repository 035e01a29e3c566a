import { check } from '../../suite/engine/index.ts';
import { creates } from '../steps/operations.ts';

const FOREIGN = 'evil.example';

/** Ways to name another host than the merchant's own. */
const ELSEWHERE: readonly Readonly<Record<string, string>>[] = [
  { host: FOREIGN },
  { 'x-forwarded-host': FOREIGN },
];

export default check('order.callback-address', {
  title: "Addresses in the invoice request come from the shop's configuration.",
  should: ['events.address', 'law.15'],
  whyShould:
    "A payer who sets the address receives only the notifications of that payer's own order, cannot sign one, and can at most prevent that payment from being recorded.",
  rule: 'Events: notifications go to the callback URL of the shop. Whoever sets it receives the notifications.',
  expectation:
    'An order, or a refund of it, is requested with a foreign Host or X-Forwarded-Host: no address in the request to the gateway contains that host.',
  fix: 'Build callback_url, success_url and failed_url from a configured address, never from the Host header of a request.',
  story: async (t) => {
    const names = ['callback_url', 'callback_rejected_url', 'success_url', 'failed_url'];
    let tried = 0;
    for (const headers of ELSEWHERE) {
      const since = await t.now();
      const status = await t.askFromElsewhere(headers);
      if (status === undefined) continue;
      tried += 1;
      for (const { request } of await creates(t, since)) {
        const foreign = names.filter((name) => String(request.fields?.[name] ?? '').includes(FOREIGN));
        if (foreign.length === 0) continue;
        t.fail(
          `The order was created through the host ${JSON.stringify(headers)}, and ${foreign.join(', ')} of the invoice request point to that host.`,
          { about: [request.exchange] },
        );
      }
    }
    if (tried === 0) t.notSeen('The test interface cannot be reached under another host name.');
    await t.order();
    if (!t.claims('refund')) return;
    for (const headers of ELSEWHERE) {
      const payment = await t.paid();
      const path = `/orders/${encodeURIComponent(payment.orderId)}/refunds`;
      const body = { amount: payment.amount, currency: payment.currency };
      if ((await t.askFromElsewhere(headers, { path, body })) === undefined) continue;
      for (const { request } of await t.refundCalls(payment)) {
        if (!JSON.stringify(request.fields).includes(FOREIGN)) continue;
        t.fail(
          `The refund was requested through the host ${JSON.stringify(headers)}, and the refund request points to that host: whoever chose it receives the notification of the refund.`,
          { about: [request.exchange] },
        );
      }
    }
  },
});
