import { request } from 'undici';
import type { InvoiceView } from '../../../simulator/index.ts';
import { withDispatcher } from '../../engine/dispatcher.ts';
import type { OrderSubject } from './placing.ts';

const addressed = (invoice: InvoiceView) => ({
  paymentId: invoice.paymentId,
  shopOrderId: invoice.shopOrderId,
  invoice,
});

/** The payer is awaited before a payment ends, also where no notification says so: one that was delayed may say it later. */
async function awaitsPayer({ place: { t }, invoice }: OrderSubject): Promise<void> {
  if (invoice === undefined) return;
  if ((await t.gateway.invoice(invoice.paymentId)).status === 1) await t.setTruth(invoice, 2);
}

/** The gateway moves the payment, and tells of it; the reply is waited for so long. */
export async function tell(subject: OrderSubject, status: number, withinMs?: number): Promise<boolean> {
  const {
    place: { t },
    invoice,
    pending,
  } = subject;
  if (invoice === undefined) return false;
  await awaitsPayer(subject);
  await pending.begin(t.gateway.setInvoiceStatus(invoice.paymentId, { status, notify: 'deliver' }), withinMs);
  return true;
}

/** The gateway moves the payment, and its notification is lost. */
export async function move(subject: OrderSubject, status: number): Promise<boolean> {
  const { invoice, place } = subject;
  if (invoice === undefined) return false;
  await awaitsPayer(subject);
  await place.t.setTruth(invoice, status);
  return true;
}

/** The gateway moves the payment, and tells of it by two requests at the same moment. */
export async function tellTwice(subject: OrderSubject, status: number): Promise<boolean> {
  const { invoice, pending, place } = subject;
  if (invoice === undefined) return false;
  await awaitsPayer(subject);
  await place.t.setTruth(invoice, status);
  const sent = {
    payment: addressed(invoice),
    craft: { label: 'genuine, in parallel', status, genuine: true },
  };
  await pending.begin(place.t.sendTogether([sent, sent]));
  return true;
}

/** The last notification of this attempt comes once more. */
export async function tellAgain(
  { place: { t }, pending }: OrderSubject,
  invoice: InvoiceView | undefined,
): Promise<boolean> {
  const last = invoice && (await t.lastNews(invoice));
  if (last === undefined) return false;
  await pending.begin(t.gateway.resend(last.notification));
  return true;
}

/** A notification of a status that the payment had before, which was long on its way. */
export async function tellLate(
  { place: { t }, invoice, pending }: OrderSubject,
  status: number,
): Promise<boolean> {
  if (invoice === undefined) return false;
  const craft = { label: `of status ${status}, late`, status };
  await pending.begin(t.sendTogether([{ payment: addressed(invoice), craft }]));
  return true;
}

/** The payer's browser comes back to the shop. */
export async function payerReturns({ place: { t }, invoice, pending }: OrderSubject): Promise<boolean> {
  const url = invoice?.successUrl ?? t.slot.merchant.successUrl;
  if (invoice === undefined || url === null) return false;
  const call = t.unique('return');
  const visit = async (): Promise<void> => {
    await t.slot.note({ kind: 'call', call, name: 'page', input: { url, paymentId: invoice.paymentId } });
    const status = await withDispatcher(t, async (dispatcher) => {
      const { statusCode, body } = await request(url, { dispatcher });
      await body.dump();
      return statusCode;
    }).catch(() => 0);
    const isAnswered = status > 0 && status < 500;
    await t.slot.note({ kind: 'outcome', call, status: isAnswered ? 'ok' : 'unknown', value: { status } });
  };
  await pending.begin(visit());
  return true;
}

const INSISTENCE = 4;

/** What was not answered with OK is sent again, as the gateway would, a few times. */
export async function tellUntilHeard({ place: { t } }: OrderSubject, invoice: InvoiceView): Promise<void> {
  for (let attempt = 0; attempt < INSISTENCE; attempt++) {
    const last = await t.lastNews(invoice);
    if (last === undefined || last.state === 'accepted') return;
    await t.gateway.resend(last.notification);
  }
}
