import { type Call, type Outcome, refuse, requiredText } from '../call.ts';
import type { Invoice } from '../entities.ts';
import { paymentSides } from '../money.ts';
import { noteId } from '../note-id.ts';
import { invoiceRecord, moneyNumber, refundRecord } from '../records.ts';
import { startScript, stepScript } from '../scripts.ts';
import { fromJson, members, num } from '../wire-values.ts';
import type { World } from '../world.ts';
import { currencyOf, judgeInvoice } from './create-invoice.ts';
import { describeExtras } from './describe.ts';
import { isRefusal } from './payways.ts';

/** The invoice that a request names by its service id, or why there is none. */
export function invoiceById(world: World, call: Call): Invoice | Outcome {
  const id = Number(requiredText(call.fields, 'invoice_id'));
  const invoice = world.store.invoices.get(id);
  return invoice !== undefined && invoice.account === call.account
    ? invoice
    : refuse('state', world.readings['error.absent-invoice'], `Operation is not found: invoice_id ${id}`);
}

/** The invoice that a request names by the shop's id, or why there is none. */
export function invoiceByOrder(world: World, call: Call): Invoice | Outcome {
  const orderId = requiredText(call.fields, 'shop_order_id');
  return (
    world.store.invoices.ofOrder(call.account, orderId) ??
    refuse('state', world.readings['error.absent-invoice'], 'Operation is not found: no such shop_order_id')
  );
}

/** invoice/try: what the payer pays, and the fields that the payway needs. It creates nothing. */
export function tryInvoice(world: World, call: Call): Outcome {
  const payway = judgeInvoice(world, call);
  if (isRefusal(payway)) return payway;
  const orderId = requiredText(call.fields, 'shop_order_id');
  if (world.readings['invoice-try.reserves-id'] === 'yes' && call.account.orders.has(orderId)) {
    return refuse('uniqueness', world.readings['error.duplicate-id']);
  }
  if (world.readings['create.invoice-try'] === 'obligatory') noteId(world, 'tried', call.account, orderId);
  const { payerPrice } = paymentSides(requiredText(call.fields, 'amount'), payway, currencyOf(call, payway));
  const data = members({
    add_ons_config: describeExtras(payway.addOns),
    payer_price: moneyNumber(world, payerPrice),
    paymethod_id: num(payway.paymethodId ?? payway.id),
    paymethod_name: payway.name,
    ps_currency: num(payway.currency),
    info: fromJson(payway.info ?? {}),
    manual: fromJson(payway.manual ?? {}),
    warning: fromJson(payway.warning ?? {}),
  });
  return { ok: true, data, named: { shopOrderId: orderId } };
}

/** Lets the statuses of a fault move on: the call that it bites takes the first, each later one the next. */
function moveOn(world: World, call: Call, subject: Invoice): void {
  const statuses = call.plan?.statuses;
  if (statuses === undefined) stepScript(world, subject);
  else startScript(world, subject, statuses.sequence);
}

/** invoice/check. */
export function checkInvoice(world: World, call: Call): Outcome {
  const invoice = invoiceByOrder(world, call);
  if ('ok' in invoice) return invoice;
  moveOn(world, call, invoice);
  const { paymentId, shopOrderId } = invoice;
  return { ok: true, data: invoiceRecord(world, invoice, 'check'), named: { paymentId, shopOrderId } };
}

/** invoice/get-refunds. */
export function getRefunds(world: World, call: Call): Outcome {
  const invoice = invoiceById(world, call);
  if ('ok' in invoice) return invoice;
  const refunds = invoice.refunds ?? [];
  const statuses = call.plan?.statuses;
  for (const refund of refunds) {
    if (statuses === undefined) stepScript(world, refund);
    else startScript(world, refund, statuses.sequence);
  }
  const { paymentId, shopOrderId } = invoice;
  const data = refunds.map((refund) => refundRecord(world, refund));
  return { ok: true, data, named: { paymentId, shopOrderId } };
}
