import { maskToken } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';

export const FAKE = 'tokenThatWasNeverIssued0000000001';

export const withToken = (token: string): string =>
  JSON.stringify({
    ps_payer_account: '4111******1111',
    payment_token: {
      token,
      status: 'active',
      expires_at: '2035-01-01T00:00:00+03:00',
      account: '4111******1111',
      card_info: {},
    },
  });

/** The tokens, masked, with which the merchant has charged since. */
export async function tokensUsed(t: Verbs, after: number): Promise<string[]> {
  const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after });
  return made
    .map(({ request }) => request.fields?.payment_token)
    .filter((token) => typeof token === 'string');
}

export async function saving(t: Verbs, customer: string): Promise<Payment> {
  const payment = await t.order({ customer, saveInstrument: true });
  const [create] = await t.calls({
    operation: 'invoice/create',
    fields: { shop_order_id: payment.shopOrderId },
  });
  if (String(create?.request.fields?.issue_payment_token) !== 'true') {
    t.fail(
      'The order asked to save the payer’s instrument, and invoice/create carried no issue_payment_token true.',
      {
        about: t.aboutPayment(payment),
      },
    );
  }
  return payment;
}

/** After a hostile notification: no charge with the token that it carried, and the genuine one still works. */
export async function tokenIsNotUsed(
  t: Verbs,
  payment: Payment,
  customer: string,
  told: string,
): Promise<void> {
  await t.settle();
  const since = await t.now();
  await t.ask({ customer, instrumentOf: payment });
  await t.settle();
  if ((await tokensUsed(t, since)).includes(maskToken(FAKE))) {
    t.fail(`The merchant charged a token that came ${told}.`, {
      about: [...t.aboutPayment(payment), maskToken(FAKE)],
    });
  }
}
