import type { Payment, Verbs } from '../../suite/engine/index.ts';

/** A wish that a stored instrument can pay. */
export interface Renewable {
  readonly customer: string;
  readonly instrumentOf: Payment;
}

/** Stores the instrument of a customer of its own; undefined where the merchant stores none. */
export async function renewable(t: Verbs): Promise<Renewable | undefined> {
  if (!t.claims('recurrent')) return undefined;
  const customer = t.unique('customer');
  const instrumentOf = await t.order({ customer, saveInstrument: true });
  await t.pay(instrumentOf);
  // A shop may take the token from invoice/check, in a job of its own.
  await t.settle();
  return { customer, instrumentOf };
}

/** An unpaid order that a stored instrument pays; undefined where the merchant charges none. */
export async function renewal(t: Verbs): Promise<Payment | undefined> {
  const wish = await renewable(t);
  const payment = wish && (await t.paymentOf(await t.ask(wish)));
  if (payment === undefined) return undefined;
  const fields = { shop_order_id: payment.shopOrderId };
  const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'], fields });
  return made.some(({ request }) => request.fields?.payment_token) ? payment : undefined;
}
