import { check, HOUR_MS, type Verbs } from '../../suite/engine/index.ts';
import { CARD_INFO, issued, savedAndPaid, saving, tokenUsedFor } from '../steps/stored-instruments.ts';

const STALE = 'tokenThatIsLongExpired000000000001';

/** A token whose time is over since an hour ago; without a zone its end is in UTC+03:00. */
async function expiredToken(t: Verbs) {
  await t.runJobsNow();
  const now = t.claims('clock') ? await t.gatewayNow() : Date.now();
  return {
    token: STALE,
    status: 'active',
    expires_at: new Date(now + 2 * HOUR_MS).toISOString().slice(0, 19),
    account: '411111******1111',
    card_info: CARD_INFO,
  };
}

export default check('token.expired', {
  title: 'An expired token is not charged.',
  should: ['fields.token.place', 'law.18'],
  whyShould:
    'The gateway refuses an expired token: nobody is charged, and the payer is asked to pay again a little later.',
  rule: 'Resources, Payment token object: a token has expires_at.',
  expectation:
    'A token whose expires_at has passed (without a zone: in UTC+03:00) is sent in no request; the payer is asked to pay again.',
  fix: 'Store expires_at with the token, and ask the payer to pay again when it has passed.',
  story: async (t) => {
    const customer = t.unique('customer');
    const payment = await saving(t, customer);
    const token = await expiredToken(t);
    const psData = JSON.stringify({ ps_payer_account: '411111******1111', payment_token: token });
    await t.gateway.setInvoiceStatus(payment.paymentId, {
      status: 4,
      overrides: { ps_data: psData, payment_token: token },
      notify: 'none',
    });
    const deliver = t.genuine(payment, {
      label: 'genuine, with a token that has expired',
      // The record shows the token as an object, which has no text that could be signed.
      set: { ps_data: psData, payment_token: undefined },
    });
    const result = await t.honours(payment, deliver);
    if (!result.ok)
      t.inconclusive(`The payment did not mark the order as paid: ${t.describeRefusal(result)}.`);
    await t.ask({ customer, instrumentOf: payment });
    await t.settle();
    // The control: a token that is still good is charged.
    const control = await savedAndPaid(t, customer);
    const good = await issued(t, control);
    if ((await tokenUsedFor(t, control, customer)) !== good)
      t.inconclusive('The merchant did not charge an unexpired token either.');
  },
});
