import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { mustAccept } from '../steps/forgery.ts';
import { saving, tokensUsed } from '../steps/recurrent.ts';

/** Another sum than that of the order with which an instrument was stored; in binary arithmetic it is a cent less. */
const OTHER_AMOUNT = '8.20';

/** The next charge of the customer, which must carry the token and be taken as open without a page to go to. */
async function chargedByToken(t: Verbs, first: Payment, customer: string, issued: string): Promise<Payment> {
  // A shop may take the token from invoice/check, in a job of its own.
  await t.settle();
  const since = await t.now();
  const next = await t.ask({ customer, instrumentOf: first });
  const used = await tokensUsed(t, since);
  if (!used.includes(issued)) {
    const answer = next.answer;
    t.fail(
      `The next charge did not carry the token that the notification brought in ps_data: ${answer.kind === 'ok' ? t.orderInWords(answer.value) : JSON.stringify(answer)}.`,
      { about: [...t.aboutPayment(first), next.reference] },
    );
  }
  if (next.answer.kind !== 'ok') {
    return t.fail(
      `A charge with a token is answered without method and url; the merchant took that for: ${JSON.stringify(next.answer)}.`,
      {
        about: [next.reference],
      },
    );
  }
  if (next.answer.value.state === 'failed') {
    t.fail(
      `A charge with a token is answered without method and url; the order is ${t.orderInWords(next.answer.value)}.`,
      {
        about: [next.reference],
      },
    );
  }
  const shopOrderId = next.answer.value.shop_order_id ?? '';
  const invoice = (await t.gateway.invoices({ shopOrderId }))[0];
  if (invoice === undefined)
    return t.inconclusive('The charge with the token has no invoice at the gateway.');
  return {
    ...first,
    reference: next.reference,
    orderId: next.answer.value.order_id,
    shopOrderId,
    paymentId: invoice.paymentId,
    amount: next.amount,
    order: next.answer.value,
    invoice,
  };
}

/** The result of a charge without a payer's visit counts, is answered with OK, and stands however it is repeated. */
async function isPaidOnceByItsResult(t: Verbs, payment: Payment): Promise<void> {
  const early = await t.genuineBody(payment, 2);
  const result = await t.honours(payment, () => t.report(payment, 4));
  if (!result.ok) {
    t.late(
      `The result of the charge with a token did not mark the order as paid: ${t.describeRefusal(result)}.`,
      {
        about: t.aboutPayment(payment),
      },
    );
  }
  await mustAccept(t, payment, 'of a charge with a token', result.replies, () => t.repeatNews(payment));
  await t.repeatNews(payment);
  await t.send(payment, {
    verdict: 'accept',
    label: 'a late delivery of status 2, after status 4',
    status: 2,
    set: early,
  });
  // What a job corrects by asking has been wrong all the same.
  for (const renewed of [await t.look(payment), await t.settled(payment)]) {
    if (t.isPaidOnce(renewed)) continue;
    t.fail(
      `The notification of a charge with a token was repeated, and then an older one came: the order is ${t.orderInWords(renewed)}.`,
      { about: t.aboutPayment(payment) },
    );
  }
}

/** The charge after that, over another sum: with the token where there is one, and over what its order costs. */
async function chargesItsOwnAmount(t: Verbs, first: Payment, customer: string): Promise<void> {
  const later = await t.now();
  const third = await t.ask({ customer, instrumentOf: first, amount: OTHER_AMOUNT });
  const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after: later });
  const costs = third.answer.kind === 'ok' ? third.answer.value.amount : OTHER_AMOUNT;
  const wrong = made.find(({ request }) => !t.sameAmount(String(request.fields?.amount), costs));
  if (wrong !== undefined) {
    t.fail(
      `The token of an order over ${first.amount} was used to pay for one over ${costs}, and ${wrong.request.fields?.amount} was charged.`,
      { about: [third.reference, wrong.request.exchange] },
    );
  }
  // A shop may charge an instrument no more than once in a period.
  if (made.length === 0 || (await tokensUsed(t, later)).length > 0) return;
  t.fail('The token of a paid order paid the next one, and the charge after that was sent without a token.', {
    about: [...t.aboutPayment(first), third.reference],
  });
}

export default check('token.from-notification', {
  title: 'The token of a paid order is used to charge the next one.',
  requirements: [
    'flow.recurrent.token',
    'fields.token.place',
    'fields.invoice.ps-data',
    'events.trigger.token',
    'endpoint.invoice.create.token',
    'endpoint.invoice.create.recurrent',
  ],
  level: 'must',
  capabilities: ['recurrent'],
  readings: ['token.shape'],
  rule: 'Resources, Payment token object: the token is delivered as payment_token inside ps_data; invoice/create: method and url may be null for a recurrent charge.',
  expectation:
    'After an order with issue_payment_token is paid, the next order of the payer carries the token, needs no redirect, and is paid once by its notification, which is answered with OK. The order after that carries the token as well, with its own amount, unless the shop refuses it.',
  fix: 'Parse ps_data as JSON text and read payment_token from it. When method and url are null there is no page to open: wait for the notification.',
  story: async (t) => {
    const customer = t.unique('customer');
    const first = await saving(t, customer);
    await t.pay(first);
    await mustAccept(t, first, 'with a payment token', [], () => t.repeatNews(first));
    const issued = (await t.gateway.invoices({ paymentId: first.paymentId }))[0]?.token;
    if (!issued) return t.inconclusive('The gateway issued no token.');
    const payment = await chargedByToken(t, first, customer, issued);
    await isPaidOnceByItsResult(t, payment);
    await chargesItsOwnAmount(t, first, customer);
  },
});
