import type { HistoryEvent } from '../events.ts';
import { GatewaySide } from './gateway-side.ts';
import { LateAnswers } from './late-answers.ts';
import { MerchantSide } from './merchant-side.ts';
import { strayCounter } from './stray.ts';
import type { HistoryView, Invoice, OrderTrace, PayoutTrace, Settings } from './types.ts';

/**
 * Orders a history by what it is about: one pass over the events, then one over the objects found.
 *
 * @param own names (references, shop_order_ids, payment ids, payout ids …) of what is to be judged; all if left out
 */
export function buildView(
  events: readonly HistoryEvent[],
  settings: Settings,
  own?: Iterable<string>,
): HistoryView {
  const gateway = new GatewaySide(settings);
  const merchant = new MerchantSide();
  const late = new LateAnswers(settings.readTimeoutMs);
  for (const event of events) {
    gateway.take(event);
    merchant.take(event);
    late.take(event);
  }
  gateway.finish();
  merchant.finish();
  const invoices = [...gateway.invoices.values()];
  const payouts = [...gateway.payouts.values()];
  const everyOrder = [...merchant.orders.values()];
  const everyPayoutTrace = [...merchant.payouts.values()];
  for (const order of everyOrder) linkOrder(order, gateway);
  for (const trace of everyPayoutTrace) linkPayout(trace, gateway);

  const names = own === undefined ? undefined : new Set(own);
  const owned = (...candidates: Iterable<string | undefined>[]): boolean => {
    if (names === undefined) return true;
    for (const some of candidates)
      for (const name of some) if (name !== undefined && names.has(name)) return true;
    return false;
  };
  const ownInvoice = (invoice: Invoice): boolean =>
    owned([invoice.shopOrderId, invoice.paymentId, invoice.order?.orderId, invoice.order?.reference]);
  const aboutExchange = gateway.namesOf;

  return {
    settings,
    events,
    orders: everyOrder.filter((order) => owned([order.orderId, order.reference], order.shopOrderIds)),
    invoices: invoices.filter(ownInvoice),
    refunds: [...gateway.refunds.values()].filter(
      (refund) =>
        owned([refund.shopRefundId]) || (refund.invoice !== undefined && ownInvoice(refund.invoice)),
    ),
    payouts: payouts.filter((payout) =>
      owned([payout.shopPaymentId, payout.payoutId, payout.trace?.payoutId, payout.trace?.reference]),
    ),
    payoutTraces: everyPayoutTrace.filter((trace) =>
      owned([trace.payoutId, trace.reference], trace.shopPaymentIds),
    ),
    exchanges: gateway.exchanges.filter((exchange) => {
      const about = aboutExchange(exchange);
      return about.length === 0 || owned(about);
    }),
    deliveries: gateway.deliveries.filter((delivery) =>
      owned([delivery.attempt.about.shopOrderId, String(delivery.attempt.about.paymentId ?? '')]),
    ),
    customers: [...merchant.customers.values()].filter((customer) => owned([customer.customer])),
    strangers: gateway.strangers,
    cutRequests: gateway.cutRequests,
    lateAnswers: late.found,
    givenUpAnswers: late.givenUp,
    everyOrder,
    everyPayoutTrace,
    payoutCalls: merchant.payoutCalls,
    orderCalls: merchant.orderCalls,
    outcomes: merchant.outcomes,
    jobs: merchant.jobs,
    merchant: merchant.lifecycle,
    balances: gateway.balances,
    tokens: gateway.tokens,
    tokenSightings: gateway.tokenSightings,
    seesGateway: gateway.exchanges.length > 0 || gateway.sawState,
    invoicesOf: (shopOrderId) => gateway.invoicesByOrderId.get(shopOrderId) ?? [],
    strayPaid: strayCounter(invoices, ({ paidSeq }) => paidSeq),
    strayHeld: strayCounter(invoices, ({ heldSeq }) => heldSeq),
  };
}

function linkOrder(order: OrderTrace, gateway: GatewaySide): void {
  for (const id of order.shopOrderIds) {
    for (const invoice of gateway.invoicesByOrderId.get(id) ?? []) {
      invoice.order = order;
      order.invoices.push(invoice);
    }
  }
}

function linkPayout(trace: PayoutTrace, gateway: GatewaySide): void {
  for (const id of trace.shopPaymentIds) {
    for (const payout of gateway.payoutsByPaymentId.get(id) ?? []) {
      payout.trace = trace;
      trace.payouts.push(payout);
    }
  }
}
