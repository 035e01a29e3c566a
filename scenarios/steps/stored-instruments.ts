import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { CREATE } from './operations.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The creates that carry a token, with the token masked. */
export async function charges(t: Verbs, after: number) {
  const made = await t.calls({ operation: CREATE, after });
  return made.flatMap(({ request }) => {
    const token = request.fields?.payment_token;
    return isText(token) ? [{ token, shopOrderId: String(request.fields?.shop_order_id) }] : [];
  });
}

export const saving = (t: Verbs, customer: string): Promise<Payment> =>
  t.order({ customer, saveInstrument: true });

/** A paid order whose token the merchant has: it may take it from invoice/check, in a job of its own. */
export async function savedAndPaid(t: Verbs, customer: string): Promise<Payment> {
  const payment = await saving(t, customer);
  await t.pay(payment);
  await t.settle();
  return payment;
}

/** The token that the gateway issued for a paid order, masked. */
export async function issued(t: Verbs, payment: Payment): Promise<string> {
  const [invoice] = await t.gateway.invoices({ paymentId: payment.paymentId });
  return invoice?.token ?? t.inconclusive('The gateway issued no token: the order did not ask for one.');
}

export async function tokenUsedFor(
  t: Verbs,
  payment: Payment,
  customer: string,
): Promise<string | undefined> {
  const since = await t.now();
  await t.ask({ customer, instrumentOf: payment });
  return (await charges(t, since))[0]?.token;
}

/** A wish that a stored instrument can pay. */
export interface Renewable {
  readonly customer: string;
  readonly instrumentOf: Payment;
}

/** Stores the instrument of a customer of its own; undefined where the merchant stores none. */
export async function renewable(t: Verbs): Promise<Renewable | undefined> {
  if (!t.claims('recurrent')) return undefined;
  const customer = t.unique('customer');
  return { customer, instrumentOf: await savedAndPaid(t, customer) };
}

/** An unpaid order that a stored instrument pays; undefined where the merchant charges none. */
export async function renewal(t: Verbs): Promise<Payment | undefined> {
  const wish = await renewable(t);
  const payment = wish && (await t.paymentOf(await t.ask(wish)));
  const made = await charges(t, 0);
  return made.some(({ shopOrderId }) => shopOrderId === payment?.shopOrderId) ? payment : undefined;
}

/** What the gateway knows of the card behind a token that it did not issue. */
export const CARD_INFO = {
  issuing_country: 'Test country',
  issuing_bank: 'Test bank',
  payment_system: 'visa',
  funding_source: 'debit',
  payment_system_product: 'classic',
} as const;

export const FAKE = 'tokenThatWasNeverIssued0000000001';

export const withToken = (token: string): string =>
  JSON.stringify({
    ps_payer_account: '4111******1111',
    payment_token: {
      token,
      status: 'active',
      expires_at: '2035-01-01T00:00:00+03:00',
      account: '4111******1111',
      card_info: CARD_INFO,
    },
  });

/** The tokens, masked, with which the merchant has charged since. */
export const tokensUsed = async (t: Verbs, after: number): Promise<string[]> =>
  (await charges(t, after)).map(({ token }) => token);
