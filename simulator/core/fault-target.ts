import { type Call, type Named, textField } from './call.ts';
import type { FaultCall } from './fault-points.ts';
import type { World } from './world.ts';

/** The objects that a call names, as far as they exist. */
export function faultCall(world: World, call: Call): FaultCall {
  const { fields, account } = call;
  const orderId = textField(fields, 'shop_order_id');
  const shopPaymentId = textField(fields, 'shop_payment_id');
  const invoiceId = textField(fields, 'invoice_id');
  const withdrawId = textField(fields, 'withdraw_id');
  const invoice =
    invoiceId === undefined
      ? world.store.invoices.ofOrder(account, orderId ?? '')
      : world.store.invoices.get(Number(invoiceId));
  const payout =
    withdrawId === undefined
      ? account.payouts.get(shopPaymentId ?? '')
      : world.store.payouts.get(Number(withdrawId));
  const order = orderId ?? invoice?.shopOrderId;
  const payment = shopPaymentId ?? payout?.shopPaymentId;
  const target: FaultCall = {
    exchange: call.exchange,
    operation: call.operation.id,
    base: call.base,
    shopId: account.idText,
  };
  if (order !== undefined) target.shopOrderId = order;
  if (payment !== undefined) target.shopPaymentId = payment;
  if (invoice !== undefined) target.paymentId = invoice.paymentId;
  if (payout !== undefined) target.payoutId = payout.payoutId;
  return target;
}

/** The same objects as an answer's event names them. */
export function namedByRequest(target: FaultCall): Named {
  const { shopOrderId, shopPaymentId, paymentId, payoutId } = target;
  const named: Named = {};
  if (paymentId !== undefined) named.paymentId = paymentId;
  if (shopOrderId !== undefined) named.shopOrderId = shopOrderId;
  if (payoutId !== undefined) named.payoutId = payoutId;
  if (shopPaymentId !== undefined) named.shopPaymentId = shopPaymentId;
  return named;
}
