import type { InvoiceView } from '../../simulator/index.ts';
import type { Slot } from '../slots/slot.ts';

/**
 * What may have paid an order: nothing but the notification; a question to the gateway within a notification that the
 * merchant then accepted, which may belong to it, because some merchants believe nobody else; or any other question.
 */
export type PaidBy = 'notification' | 'question-within' | 'question';

/**
 * What may have paid an order that is paid by now.
 *
 * @param mark the journal's end before the invoice was paid
 */
export async function paidBy(
  slot: Slot,
  { invoice }: { readonly invoice: InvoiceView },
  mark: number,
): Promise<PaidBy> {
  const { events } = await slot.gateway.events({ after: mark });
  const { paymentId, shopOrderId } = invoice;
  let isPaid = false;
  let isWithin = false;
  let attempt: { readonly notification: string; asked: boolean } | undefined;
  for (const event of events) {
    if (event.kind === 'state' && event.id === String(paymentId)) isPaid ||= event.to === 4;
    else if (event.kind === 'attempt' && event.about?.paymentId === paymentId) {
      attempt = { notification: event.notification, asked: false };
    } else if (event.kind === 'reply' && event.notification === attempt?.notification) {
      if (attempt.asked && !event.accepted) return 'question';
      isWithin ||= attempt.asked;
      attempt = undefined;
    } else if (
      event.kind === 'request' &&
      event.operation === 'invoice/check' &&
      event.fields?.shop_order_id === shopOrderId &&
      isPaid
    ) {
      if (attempt === undefined) return 'question';
      attempt.asked = true;
    }
  }
  return isWithin || attempt?.asked === true ? 'question-within' : 'notification';
}
