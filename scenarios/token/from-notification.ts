import { check } from '../../suite/engine/index.ts';
import { mustAccept } from '../steps/forgery.ts';
import { arrivesLate, delayed } from '../steps/order.ts';
import { saving } from '../steps/stored-instruments.ts';

/** Another sum than that of the order with which an instrument was stored; in binary arithmetic it is a cent less. */
const OTHER_AMOUNT = '8.20';

export default check('token.from-notification', {
  title: 'The token of a paid order is used to charge the next one.',
  must: [
    'flow.recurrent.token',
    'fields.token.place',
    'fields.invoice.ps-data',
    'events.trigger.token',
    'endpoint.invoice.create.token',
    'endpoint.invoice.create.recurrent',
    'law.1',
    'law.5',
    'law.19',
    'law.36',
    'law.56',
  ],
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
    // A shop may take the token from invoice/check, in a job of its own.
    await t.settle();
    const next = await t.ask({ customer, instrumentOf: first });
    if (next.answer.kind !== 'ok' || next.answer.value.state === 'failed')
      return t.notSeen(`The merchant does not charge the stored instrument: ${JSON.stringify(next.answer)}.`);
    const payment = await t.paymentOf(next);
    if (payment === undefined)
      return t.inconclusive('The charge with the token has no invoice at the gateway.');
    const early = await delayed(t, payment);
    const result = await t.honours(payment);
    if (!result.ok) return;
    await mustAccept(t, payment, 'of a charge with a token', result.replies, () => t.repeatNews(payment));
    await t.repeatNews(payment);
    await arrivesLate(t, payment, early, 'status 4');
    // What a job corrects by asking has been wrong all the same.
    await t.look(payment);
    await t.settled(payment);
    await t.ask({ customer, instrumentOf: first, amount: OTHER_AMOUNT });
  },
});
