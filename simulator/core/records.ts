import { ADDONS_ECHO } from '../protocol/notifications.ts';
import { recordTime } from '../protocol/time.ts';
import type { WireObject, WireValue } from '../protocol/wire.ts';
import { requestOf } from './compact.ts';
import type { Invoice, Payout, Refund, Settlement, Token } from './entities.ts';
import { Big, decimalText, exchanged, shortest } from './money.ts';
import { fromJson, members, num } from './wire-values.ts';
import type { World } from './world.ts';

/** A sum as a number literal: the shortest, or always with a fraction (reading `notification.number-literals`). */
export function moneyNumber(world: World, amount: Big | string): WireValue {
  const text = shortest(amount);
  return num(world.rules.numberStyle === 'decimal' && !text.includes('.') ? `${text}.0` : text);
}

/** An instant as a record shows it. */
export function moment(world: World, instant: number): string {
  return recordTime(instant, world.readings['time.records']);
}

const VISA = {
  issuing_country: 'Test country',
  issuing_bank: 'Test bank',
  payment_system: 'visa',
  funding_source: 'debit',
  payment_system_product: 'classic',
} as const;
const MASTERCARD = {
  issuing_country: 'Another country',
  issuing_bank: 'Another bank',
  payment_system: 'mastercard',
  funding_source: 'credit',
  payment_system_product: 'gold',
} as const;
const SOME_ACCOUNT = '411111******1111';

function tokenRecord(world: World, token: Token): Record<string, unknown> {
  const account = token.invoice.payer ?? SOME_ACCOUNT;
  return {
    token: token.text,
    status: token.status,
    expires_at: moment(world, token.expiresAt),
    account,
    card_info: account.startsWith('5') ? MASTERCARD : VISA,
  };
}

/** What `ps_data` says: facts of the payment system, and the token once it is issued. */
function paymentSystemData(world: World, invoice: Invoice): Record<string, unknown> {
  const { token, payer } = invoice;
  const shape = world.readings['token.shape'];
  return {
    ...(invoice.processed === null && payer === null ? {} : { ps_payer_account: payer ?? SOME_ACCOUNT }),
    bill_id: String(invoice.paymentId),
    amount: invoice.payerPrice,
    ...(token === null ? {} : { payment_token: shape === 'text' ? token.text : tokenRecord(world, token) }),
    ...invoice.psData,
  };
}

function shopRefund(world: World, invoice: Invoice): string {
  const reading = world.readings['invoice.shop-refund'];
  if (invoice.status !== 4 && invoice.status !== 7) return '0';
  if (reading === 'zero') return '0';
  return reading === 'after-fee' ? invoice.shopShare : refundedSum(invoice, 'SUCCESS');
}

/** The sum of an invoice's refunds that have a status. */
export function refundedSum(invoice: Invoice, status: string): string {
  if (invoice.refunds === null) return '0';
  const counted = invoice.refunds.filter((refund) => refund.status === status);
  return counted.reduce((sum, refund) => sum.plus(refund.amount), new Big(0)).toFixed();
}

/** Adds what a tester wants an object to say instead. */
function override(record: WireObject, overrides: Record<string, unknown> | null): WireObject {
  if (overrides === null) return record;
  for (const [key, value] of Object.entries(overrides)) record[key] = fromJson(value);
  return record;
}

/** Whether the rate is fixed at which an invoice is settled: it is once the payer has paid. */
function isSettled<I extends Invoice>(invoice: I): invoice is I & { settlement: Settlement } {
  return invoice.settlement !== null && (invoice.status === 4 || invoice.status === 7);
}

/** All that a record of an invoice can say; what has no value is null. */
export function invoiceFacts(world: World, invoice: Invoice): WireObject {
  const psData = paymentSystemData(world, invoice);
  const afterFee = world.readings['invoice.shop-amount'] === 'after-fee';
  return members({
    shop_order_id: invoice.shopOrderId,
    shop_id: num(invoice.account.id),
    status: num(invoice.status),
    payment_id: num(invoice.paymentId),
    ps_data: world.readings['token.place'] === 'object' ? fromJson(psData) : JSON.stringify(psData),
    ps_currency: num(invoice.psCurrency),
    payway: invoice.payway,
    description: invoice.description ?? '',
    created: moment(world, invoice.created),
    updated: moment(world, invoice.updated),
    processed: invoice.processed === null ? null : moment(world, invoice.processed),
    shop_currency: num(invoice.currency),
    shop_amount: moneyNumber(world, afterFee ? invoice.shopShare : invoice.amount),
    client_price: moneyNumber(world, invoice.payerPrice),
    error_code: num(invoice.errorCode),
    shop_refund: moneyNumber(world, shopRefund(world, invoice)),
    settlement_currency: invoice.settlement === null ? null : num(invoice.settlement.currency),
    settlement_rate: isSettled(invoice) ? moneyNumber(world, invoice.settlement.rate) : null,
    expires_at: invoice.expiresAt === null ? null : moment(world, invoice.expiresAt),
  });
}

function withoutNulls(record: WireObject): WireObject {
  for (const key of Object.keys(record)) if (record[key] === null) delete record[key];
  return record;
}

/** The invoice record (Resources, Invoice record); for invoice/charge without its last three fields. */
export function invoiceRecord(world: World, invoice: Invoice, of: 'check' | 'charge'): WireObject {
  const record = invoiceFacts(world, invoice);
  if (of === 'charge') delete record.expires_at;
  else {
    record.is_unique = true;
    record.payment_token = invoice.token === null ? null : fromJson(tokenRecord(world, invoice.token));
  }
  const bare =
    world.readings['invoice.check-optional-fields'] === 'omit-unused' ? withoutNulls(record) : record;
  return override(bare, invoice.overrides);
}

/** The request's extras as `addons` of a notification echoes them: JSON text. */
function echoedAddons(invoice: Invoice): string {
  const { mode } = invoice;
  const request = requestOf(invoice);
  const given = ADDONS_ECHO.filter((name) => request[name] !== undefined && request[name] !== null);
  const echo = Object.fromEntries(given.map((name) => [name, request[name]]));
  return JSON.stringify(mode === 'hold' ? { ...echo, hold_required: true } : echo);
}

/** What a notification about the invoice can say, before it is cut to its fields. */
export function notifiedInvoice(world: World, invoice: Invoice): WireObject {
  const record = invoiceFacts(world, invoice);
  if (world.readings['notification.fields'] === 'observed') record.addons = echoedAddons(invoice);
  return record;
}

/** What a refund that succeeded says of its settlement: in the currency in which its invoice is settled. */
function refundSettlement(world: World, { status, amount, invoice }: Refund): WireObject {
  if (status !== 'SUCCESS') {
    return members({ settlement_amount: null, settlement_currency: null, settlement_rate: null });
  }
  const { currency, rate } = invoice.settlement ?? { currency: invoice.currency, rate: null };
  return members({
    settlement_amount: decimalText(rate === null ? amount : exchanged(amount, rate, currency), currency),
    settlement_currency: String(currency),
    settlement_rate: rate === null ? null : moneyNumber(world, rate),
  });
}

const UNSET_OF_REFUND = ['processed_at', 'settlement_amount', 'settlement_currency'] as const;

/** The refund record (Resources, Refund record). */
export function refundRecord(world: World, refund: Refund): WireObject {
  const currency = refund.invoice.currency;
  const record = members({
    shop_refund_id: refund.shopRefundId,
    status: refund.status,
    invoice_id: num(refund.invoice.paymentId),
    amount: decimalText(refund.amount, currency),
    currency: String(currency),
    error_code: num(refund.errorCode),
    created_at: moment(world, refund.created),
    processed_at: refund.processed === null ? null : moment(world, refund.processed),
    ...refundSettlement(world, refund),
  });
  const unset = world.readings['refund.unset-fields'];
  for (const name of UNSET_OF_REFUND) {
    if (record[name] !== null || unset === 'null') continue;
    if (unset === 'missing') delete record[name];
    else record[name] = '';
  }
  return record;
}

/** The payout record (Resources, Payout record). */
export function payoutRecord(world: World, payout: Payout): WireObject {
  const record = members({
    id: num(payout.payoutId),
    status: num(payout.status),
    ps_currency: num(payout.currency),
    shop_currency: num(payout.shopCurrency),
    payee_receive: moneyNumber(world, payout.payeeReceive),
    shop_write_off: moneyNumber(world, payout.shopWriteOff),
    shop_payment_id: payout.shopPaymentId,
    error_code: num(payout.errorCode),
  });
  const unset = world.readings['payout.unset-fields'];
  const done = payout.status === 5;
  if (done || unset !== 'missing') {
    const none = unset === 'null' ? null : '';
    record.rrn = done ? String(payout.payoutId).padStart(12, '0') : none;
    record.bank_transaction_id = done ? `bt${payout.payoutId}` : none;
  }
  return record;
}
