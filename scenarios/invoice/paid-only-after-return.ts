import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { distinct, returnsTo } from '../steps/checkout.ts';

/** What somebody could say of this payment to the page to which he comes back. */
const claiming = (outcome: 'success' | 'failure', payment: Payment): Readonly<Record<string, string>> => ({
  status: outcome === 'success' ? 'success' : 'failed',
  result: String(outcome === 'success'),
  paid: outcome === 'success' ? '1' : '0',
  payment_status: outcome === 'success' ? '4' : '6',
  amount: payment.amount,
  shop_order_id: payment.shopOrderId,
  payment_id: String(payment.paymentId),
  sign: '0'.repeat(64),
});

function inQuery(page: string, claims: Readonly<Record<string, string>>): string {
  const url = new URL(page);
  for (const [name, value] of Object.entries(claims)) url.searchParams.set(name, value);
  return url.href;
}

/** Pages to which the payer may come back who has not paid. */
const returnsEmptyHanded = (t: Verbs, payment: Payment): string[] =>
  distinct([payment.invoice.failedUrl, t.slot.config.merchant.failedUrl]);

export default check('invoice.paid-only-after-return', {
  title: 'The return of the payer does not make the order paid.',
  must: ['flow.single.complete', 'errors.3', 'law.2'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'After visits to success_url, plain and with a query or a form that claims success, the order is not paid; a genuine 4 then pays it. After a visit with a query that claims a failure, and after one to failed_url, a genuine 4 is recorded.',
  fix: 'Show the state of the order on the return page, and change nothing there. At most call invoice/check and use its answer.',
  story: async (t) => {
    const plain = await t.order();
    const forged = await t.order();
    const posted = await t.order();
    const seen = [];
    const visit = async (url: string, form?: Readonly<Record<string, string>>): Promise<void> => {
      const page = await t.page(url, {}, form);
      if (page !== undefined && page.status < 500) seen.push(page);
    };
    for (const url of returnsTo(t, plain)) await visit(url);
    for (const url of returnsTo(t, forged)) await visit(inQuery(url, claiming('success', forged)));
    // Some pages spell the outcome as the gateway spells its status.
    for (const url of returnsTo(t, forged)) await visit(inQuery(url, { status: '4' }));
    for (const url of returnsTo(t, posted)) await visit(url, claiming('success', posted));
    if (seen.length === 0)
      t.inconclusive(
        'No page to which the payer returns could be fetched (success_url of the request, successUrl of the configuration, status_url of the order).',
      );
    await t.paidAmong([plain, forged, posted]);
    await t.stillHonours([plain, forged, posted]);
    // Whoever comes back empty-handed may have paid all the same, or may yet: the gateway decides.
    const denied = await t.order();
    for (const url of returnsTo(t, denied)) await visit(inQuery(url, claiming('failure', denied)));
    for (const url of returnsEmptyHanded(t, denied)) await visit(url);
    await t.mustRecord(denied);
  },
});
