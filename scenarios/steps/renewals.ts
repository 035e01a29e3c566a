import type { OperationId } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';

export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

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
