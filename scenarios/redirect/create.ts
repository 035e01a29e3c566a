import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { instructionsIn, sendsOn, TRICKY } from '../steps/redirects.ts';
import { secondTry } from '../steps/retries.ts';

/** The pay page of a new try, where it can be read, does not lead to the invoice of the first. */
async function showsTheNewAddress(
  t: Verbs,
  second: Payment,
  order: Payment['order'],
  wanted: string,
): Promise<void> {
  const old = second.order.redirect?.url;
  if (!t.claims('checkout') || !old) return;
  const page = await t.page(order.pay_url);
  if (page === undefined || !page.body.includes(old) || page.body.includes(wanted)) return;
  t.fail(
    `An order was rejected and retried: the gateway answered ${wanted}, and the pay page ${order.pay_url} leads to ${old}, where nothing can be paid any more.`,
    { about: t.aboutPayment(second) },
  );
}

/** A new try is paid at an address of its own; that of the rejected one leads nowhere any more. */
async function sendsOnAgain(t: Verbs): Promise<void> {
  const second = await secondTry(t);
  if (second === undefined) return;
  const { shopOrderId } = second;
  const [create] = await t.calls({ operation: 'invoice/create', fields: { shop_order_id: shopOrderId } });
  const wanted = instructionsIn(create?.answer?.body);
  if (wanted === undefined || create?.answer?.result !== true) return;
  const old = second.order.redirect?.url;
  const order = await t.follows(second, ({ redirect, pay_url: page }) =>
    redirect === null ? page !== null : redirect.url !== old,
  );
  await showsTheNewAddress(t, second, order, wanted.url);
}

export default check('redirect.create', {
  title: 'The payer is redirected with the method, the url and all the data of the answer.',
  must: ['flow.single.redirect', 'versioning.3.response-fields'],
  capabilities: ['invoice'],
  rule: 'Endpoints, invoice/create: the response carries instructions to send the payer to pay (method, url and data).',
  expectation:
    'The redirect of the order has the method and the url of the answer and every key of its data with exactly its value, for GET and POST, also with "+", "/", "=", "&", "<", quotes and backslashes. Unknown additional fields cause no problem. After a retry the redirect is that of the new answer, and the pay page does not lead to the old one.',
  fix: 'Pass on method, url and every pair of data unchanged, from the latest attempt. Encode values once, where the form is written, and never select keys by name.',
  story: async (t) => {
    await sendsOn(t, 'single', 'GET', { session_id: TRICKY.MD, lang: 'ru' });
    await sendsOn(t, 'single', 'POST', {
      ticket: TRICKY.PaReq,
      return: TRICKY.TermUrl,
      // Empty values and zeros are values, too.
      note: '',
      attempt: '0',
    });
    await t.gateway.clearFaults();
    await sendsOnAgain(t);
  },
});
