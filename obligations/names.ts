import type { GatewayPayout, Invoice, OrderTrace, PayoutTrace } from '../history/view/types.ts';

/** How an order is called in a finding. */
export const nameOf = (order: OrderTrace): string => order.reference ?? order.orderId;

/** How an invoice is called in a finding: by its order, where that is known. */
export const nameOfInvoice = ({ order, shopOrderId }: Invoice): string =>
  order === undefined ? shopOrderId : nameOf(order);

/** How a payout is called in a finding, as the merchant shows it. */
export const nameOfTrace = ({ reference, payoutId }: PayoutTrace): string => reference ?? payoutId;

/** The same of a payout as the gateway knows it. */
export const nameOfPayout = ({ trace, shopPaymentId }: GatewayPayout): string =>
  trace?.reference ?? shopPaymentId;
