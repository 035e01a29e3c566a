import type { Effect, InvoiceView, OperationId } from '../../../simulator/index.ts';
import { answer, type Caller, press } from './calling.ts';
import { Pending, type Place } from './kind.ts';

/** The operations that create an invoice. */
export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

/** One order on its way through a schedule. */
export interface OrderSubject extends Caller {
  readonly reference: string;
  /** What is pressed in the shop to have an invoice made: it is bought, tried again, or renewed. */
  readonly wish: (subject: OrderSubject) => Promise<unknown>;
  /** Its id at the merchant, once it is known. */
  orderId: string | undefined;
  /** The attempt that is under way at the gateway. */
  invoice: InvoiceView | undefined;
  /** The attempt before that one, which was rejected. */
  readonly first: InvoiceView | undefined;
}

type Own = Pick<OrderSubject, 'reference' | 'wish'> & Partial<Pick<OrderSubject, 'orderId' | 'first'>>;

/** An order, or an attempt of one, of which nothing exists yet. */
export const orderSubject = (place: Place, own: Own): OrderSubject => ({
  place,
  pending: new Pending(),
  held: undefined,
  isSeen: false,
  faults: [],
  orderId: undefined,
  invoice: undefined,
  first: undefined,
  ...own,
});

/** Finds the order and its attempt at the gateway by the reference, as after an answer that was lost. */
export async function findOrder(subject: OrderSubject): Promise<void> {
  const { t } = subject.place;
  const answered = await t.driver.findOrders(subject.reference);
  const order = answered.kind === 'ok' ? answered.value[0] : undefined;
  if (order === undefined) return;
  subject.isSeen = true;
  subject.orderId = order.order_id;
  const shopOrderId = order.shop_order_id;
  if (!shopOrderId || shopOrderId === subject.first?.shopOrderId) return;
  const [invoice] = await t.gateway.invoices({ shopOrderId });
  subject.invoice = invoice ?? subject.invoice;
}

/** The shop is asked for an invoice, and this becomes of its call: one at a time, so that each has its own fault. */
export function place(subject: OrderSubject, effect?: Effect): Promise<boolean> {
  const { t, turn } = subject.place;
  const newest = async () => (await t.gateway.invoices({ limit: 1 }))[0];
  return turn(async () => {
    const before = (await newest())?.paymentId;
    const made = async () => {
      const invoice = await newest();
      return invoice?.paymentId === before ? undefined : invoice;
    };
    const work = () => subject.wish(subject);
    const invoice = await press(subject, { where: { operation: CREATE }, work, made }, effect);
    subject.invoice = invoice ?? subject.invoice;
    if (subject.held === undefined) await findOrder(subject);
    return true;
  });
}

/** The answer that was held back arrives. */
export async function answerArrives(subject: OrderSubject): Promise<boolean> {
  const arrived = await answer(subject);
  if (arrived) await findOrder(subject);
  return arrived;
}
