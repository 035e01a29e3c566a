import type { RequestEvent } from '../history/events.ts';
import { fieldText } from '../history/fields.ts';
import { amountOf } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, Invoice, OrderTrace, Refund } from '../history/view/types.ts';
import { nameOf, nameOfInvoice } from './names.ts';
import { isWhole } from './orders.ts';
import {
  askedForSeq,
  isSameAmount,
  type RefundWish,
  refundsOf,
  refundWishes,
  releasedRefundSeq,
} from './refund-facts.ts';
import { perWholeOrder, rule } from './rules.ts';

const CREATE = 'invoice/create-refund';

/** The listed statuses of an invoice that is not paid; of one that the specification does not know nothing is said. */
const NOT_PAID: ReadonlySet<string> = new Set(['1', '2', '3', '5', '6', '8']);

/**
 * Law 39: a refund is asked for of an invoice that was paid, in its currency, and over the amount that was wished
 * (What the service does). How much is left may be left to the gateway: law 7.
 */
export const refundRequests = rule('law.refund-requests', (view, found) => {
  const invoices = new Map(view.invoices.map((invoice) => [invoice.paymentId, invoice]));
  for (const { request, answer } of view.exchanges) {
    if (request.operation !== CREATE) continue;
    const invoice = invoices.get(fieldText(request.fields, 'invoice_id'));
    if (invoice === undefined || invoice.bornSeq === NEVER) continue;
    found.judge();
    const wrong =
      unpaid(view, invoice, request) ??
      inOtherCurrency(invoice, request) ??
      overOther(view, invoice, request);
    if (wrong === undefined) continue;
    found.violate(nameOfInvoice(invoice), wrong, [
      invoice.creates[0]?.request,
      ...invoice.changes.filter(({ seq }) => seq < request.seq).slice(-1),
      ...wishesOf(invoice).map(({ call }) => call),
      request,
      answer,
    ]);
  }
});

const wishesOf = ({ order }: Invoice): RefundWish[] => (order === undefined ? [] : refundWishes(order));

function unpaid(view: HistoryView, invoice: Invoice, { seq }: RequestEvent): string | undefined {
  if (seq > invoice.paidSeq) return undefined;
  // A recording of the merchant's own calls alone says nothing of what was paid.
  if (invoice.changes.length === 0 && view.deliveries.length === 0) return undefined;
  const statuses = [
    ...invoice.changes.map((change) => ({ seq: change.seq, status: String(change.to) })),
    ...invoice.told,
  ].filter((each) => each.seq < seq);
  if (statuses.some(({ status }) => !NOT_PAID.has(status))) return undefined;
  const last = statuses.at(-1)?.status;
  const stands = last === undefined ? 'nobody had paid it' : `it had status ${last}`;
  return `A refund of invoice ${invoice.shopOrderId} was requested while ${stands}.`;
}

function inOtherCurrency(invoice: Invoice, { fields }: RequestEvent): string | undefined {
  const sent = fieldText(fields, 'currency');
  // That the request names a currency at all is not shown.
  if (sent === undefined || sent === '' || invoice.currency === undefined) return undefined;
  if (sent === invoice.currency) return undefined;
  return `A refund of invoice ${invoice.shopOrderId} was requested in currency ${sent}; it was paid in ${invoice.currency}.`;
}

/** A refund over another amount than any that was wished. One of all that was paid may be the shop's own. */
function overOther(view: HistoryView, invoice: Invoice, { seq, fields }: RequestEvent): string | undefined {
  const { order, amount: paid } = invoice;
  if (order === undefined || paid === undefined || !isWhole(order, view)) return undefined;
  const sent = fieldText(fields, 'amount');
  const wishes = refundWishes(order).filter(({ call }) => call.seq < seq);
  if (sent === undefined || wishes.length === 0) return undefined;
  if (wishes.some(({ amount }) => amount === undefined)) return undefined;
  const amount = amountOf(sent);
  if (amount?.eq(paid) === true || wishes.some((wish) => isSameAmount(wish.amount, amount))) return undefined;
  const wished = [...new Set(wishes.map((wish) => String(wish.amount)))].slice(0, 3).join(' or ');
  return `A refund of ${sent} of invoice ${invoice.shopOrderId} was requested; the wish was ${wished}.`;
}

/**
 * Law 40: one wish for a refund has only one shop_refund_id that may stand at the gateway. Another may follow when the
 * one before was refused, FAILED, or was not on the list of invoice/get-refunds.
 */
export const oneRefundPerWish = perWholeOrder('law.one-refund-per-wish', (view) => (order) => {
  const wishes = refundWishes(order);
  const asked = askedRefunds(order, wishes);
  if (asked.length === 0) return undefined;
  const doubled = doubledRefund(view, asked, wishes);
  if (doubled === undefined) return 'right';
  return {
    says: `A refund of ${doubled.at(-1)?.amount} of order ${nameOf(order)} was requested ${doubled.length} times, as ${doubled.map((refund) => refund.shopRefundId).join(', then ')}, and none of them had been refused, had failed or was missing.`,
    events: [
      wishes.map(({ call }) => call),
      doubled.map(({ creates, changes }) => [creates[0], changes.slice(0, 1)]),
    ],
  };
});

/** What was asked for before anybody wished it is a refund of the shop's own. */
function askedRefunds(order: OrderTrace, [first]: readonly RefundWish[]): readonly Refund[] {
  return refundsOf(order)
    .filter((refund) => askedForSeq(refund) > (first?.call.seq ?? NEVER) && askedForSeq(refund) < NEVER)
    .sort((a, b) => askedForSeq(a) - askedForSeq(b));
}

/** The refunds over one amount that stood together without so many wishes. */
function doubledRefund(
  view: HistoryView,
  asked: readonly Refund[],
  wishes: readonly RefundWish[],
): readonly Refund[] | undefined {
  const released = new Map(asked.map((refund) => [refund, releasedRefundSeq(refund, view)]));
  for (const refund of asked) {
    const seq = askedForSeq(refund);
    const before = wishes.filter(({ call }) => call.seq < seq);
    if (before.some(({ amount }) => amount === undefined)) continue;
    const wished = before.filter(({ amount }) => isSameAmount(amount, refund.amount)).length;
    const open = asked.filter(
      (other) =>
        askedForSeq(other) <= seq &&
        isSameAmount(other.amount, refund.amount) &&
        (other === refund || (released.get(other) ?? NEVER) > seq),
    );
    if (wished > 0 && open.length > wished) return open;
  }
  return undefined;
}
