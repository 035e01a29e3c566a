import type { HistoryEvent } from '../../../history/index.ts';
import { signNotification } from '../../../simulator/protocol/signing.ts';
import { LosslessNumber, stringifyWire, type WireObject } from '../../../simulator/protocol/wire.ts';

export const SECRET = 'LawTestSecret01';

/** An order of the made-up merchant, with the ids of its latest attempt. */
export interface BuiltOrder {
  readonly orderId: string;
  readonly reference: string;
  shopOrderId: string;
  paymentId: number;
  readonly amount: string;
  readonly mode: 'single' | 'hold';
}

export interface BuiltPayout {
  readonly payoutId: string;
  readonly reference: string;
  shopPaymentId: string;
  id: number;
  readonly amount: string;
}

type Fields = Record<string, unknown>;

/** What became of a request: an answer's data, a refusal's code, or a connection without an answer. */
export type Ending =
  | { readonly data: unknown }
  | { readonly code: number }
  | { readonly outcome: 'held' | 'reset' | 'closed'; readonly committed: boolean };

/** Writes histories by hand: every verb appends the events that the real recorder would. */
export class HistoryBuilder {
  readonly events: HistoryEvent[] = [];
  private seq = 0;
  private count: number;
  private atMs = Date.parse('2026-03-01T00:00:00.000Z');
  private realMs = Date.parse('2026-03-02T00:00:00.000Z');

  /** @param count ids count on from here, so that stories told apart can be put together */
  constructor(count = 0) {
    this.count = count;
  }

  /** Lets time pass: gateway time and real time alike unless told otherwise. */
  wait(ms: number, realMs = ms): this {
    this.atMs += ms;
    this.realMs += realMs;
    return this;
  }

  add(body: Fields & { kind: string }): HistoryEvent {
    this.seq += 1;
    this.wait(5);
    const stamp = { seq: this.seq, at: iso(this.atMs), realAt: iso(this.realMs) };
    const event = { ...stamp, ...body } as unknown as HistoryEvent;
    this.events.push(event);
    return event;
  }

  id(prefix: string): string {
    this.count += 1;
    return `${prefix}${this.count}`;
  }

  call(name: string, input: unknown, value?: unknown, status: 'ok' | 'refused' | 'unknown' = 'ok'): void {
    const call = this.ask(name, input);
    this.told(call, value, status);
  }

  ask(name: string, input: unknown): string {
    const call = this.id('call-');
    this.add({ kind: 'call', call, name, input });
    return call;
  }

  told(call: string, value?: unknown, status: 'ok' | 'refused' | 'unknown' = 'ok'): void {
    this.add({ kind: 'outcome', call, status, value, latencyMs: 5 });
  }

  request(operation: string, fields: Fields, more: Fields = {}): string {
    const exchange = this.id('ex-');
    this.add({
      kind: 'request',
      exchange,
      base: 'production',
      method: 'POST',
      path: `/gateway/v1/${operation}`,
      headers: {},
      body: JSON.stringify(fields),
      bytes: 1,
      operation,
      shopId: '5',
      fields: { shop_id: '5', ...fields },
      sign: { ok: true, expectedText: '', sent: 'x', place: 'body', recipe: null },
      problems: [],
      ...more,
    });
    return exchange;
  }

  answer(exchange: string, operation: string, ending: Ending, more: Fields = {}): void {
    const answered = !('outcome' in ending);
    const ok = 'data' in ending;
    const code = 'code' in ending ? ending.code : 0;
    this.add({
      kind: 'answer',
      exchange,
      operation,
      outcome: answered ? 'answered' : ending.outcome,
      status: answered ? 200 : null,
      headers: {},
      body: answered
        ? JSON.stringify({ result: ok, message: '', error_code: code, data: ok ? ending.data : null })
        : null,
      result: answered ? ok : null,
      errorCode: answered ? code : null,
      committed: answered ? ok : ending.committed,
      latencyMs: answered ? 5 : 500,
      fault: null,
      ...more,
    });
  }

  exchange(operation: string, fields: Fields, ending: Ending, more: Fields = {}): void {
    const exchange = this.request(operation, fields);
    if ('outcome' in ending) this.wait(500);
    this.answer(exchange, operation, ending, more);
  }

  /** A plain order that the merchant made and the gateway accepted. */
  order(more: Partial<BuiltOrder> & { input?: Fields; create?: Fields } = {}): BuiltOrder {
    const reference = more.reference ?? this.id('ref-');
    const { amount = '10.50', mode = 'single' } = more;
    const order: BuiltOrder = {
      orderId: more.orderId ?? this.id('order-'),
      reference,
      shopOrderId: more.shopOrderId ?? this.id('so-'),
      paymentId: 0,
      amount,
      mode,
    };
    const call = this.ask('createOrder', {
      reference,
      amount,
      currency: 643,
      payway: 'card_rub',
      mode,
      ...more.input,
    });
    this.invoice(order, more.create);
    this.told(call, this.shown(order, { state: 'pending' }));
    return order;
  }

  /** Makes the invoice of an order's latest attempt. */
  invoice(order: BuiltOrder, create: Fields = {}): void {
    const operation = order.mode === 'hold' ? 'invoice/hold' : 'invoice/create';
    order.paymentId = 1000 + ++this.count;
    const { shopOrderId, paymentId } = order;
    const exchange = this.request(operation, {
      shop_order_id: shopOrderId,
      amount: order.amount,
      currency: '643',
      payway: 'card_rub',
      ...create,
    });
    this.state(order, 1, null);
    this.answer(
      exchange,
      operation,
      { data: { id: paymentId, method: 'GET', url: 'http://pay' } },
      { paymentId, shopOrderId },
    );
  }

  state(order: BuiltOrder, to: number, from: number | null = 1): void {
    this.add({
      kind: 'state',
      object: 'invoice',
      id: String(order.paymentId),
      shopId: '5',
      from,
      to,
      cause: 'payment-system',
      entity: {
        shopOrderId: order.shopOrderId,
        base: 'production',
        mode: order.mode,
        amount: order.amount,
        currency: 643,
      },
    });
  }

  /** The body of a notification about an order, rightly signed. */
  body(order: BuiltOrder, status: number, set: Fields = {}, secret = SECRET): string {
    const values: Fields = {
      status,
      payment_id: order.paymentId,
      shop_order_id: order.shopOrderId,
      shop_id: 5,
      shop_currency: 643,
      shop_amount: order.amount,
      error_code: 0,
      ...set,
    };
    return this.signed(values, secret);
  }

  /** A body with its signature, unless it brings one. */
  private signed(values: Fields, secret = SECRET): string {
    const body = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'number' ? new LosslessNumber(String(value)) : value,
      ]),
    ) as WireObject;
    return stringifyWire({ ...body, sign: body.sign ?? signNotification(body, secret) });
  }

  /** One delivery, answered `OK` unless told otherwise. */
  deliver(order: BuiltOrder, status: number | string, more: Fields = {}): void {
    const {
      reply = {},
      notification = this.id('n-'),
      attempt = 1,
      ...rest
    } = more as { reply?: Fields; notification?: string; attempt?: number };
    this.add({
      kind: 'attempt',
      notification,
      attempt,
      type: 'invoice',
      about: { paymentId: order.paymentId, shopOrderId: order.shopOrderId },
      status,
      genuine: true,
      label: null,
      url: 'http://127.0.0.1/notify',
      method: 'POST',
      headers: {},
      body: 'body' in rest ? '' : this.body(order, Number(status)),
      from: '127.0.0.1',
      ...rest,
    });
    this.add({
      kind: 'reply',
      notification,
      attempt,
      outcome: 'replied',
      status: 200,
      headers: {},
      body: 'OK',
      bytes: 2,
      accepted: true,
      latencyMs: 3,
      nextAt: null,
      ...reply,
    });
  }

  /** A crafted notification: never the gateway's own. */
  craft(order: BuiltOrder, label: string, body: string, more: Fields = {}): void {
    this.deliver(order, 4, { genuine: false, label, body, ...more });
  }

  /** The gateway moves the invoice and says so, and the merchant answers OK. */
  report(order: BuiltOrder, status: number): void {
    this.state(order, status);
    this.deliver(order, status);
  }

  shown(order: BuiltOrder, value: Fields = {}): Fields {
    return {
      order_id: order.orderId,
      reference: order.reference,
      shop_order_id: order.shopOrderId,
      state: 'pending',
      amount: order.amount,
      currency: 643,
      credited: '0.00',
      credits: 0,
      refunded: '0.00',
      redirect: null,
      error: null,
      ...value,
    };
  }

  look(order: BuiltOrder, value: Fields = {}): void {
    this.call('getOrder', order.orderId, this.shown(order, value));
  }

  /** How a right merchant shows a paid order. */
  lookPaid(order: BuiltOrder, value: Fields = {}): void {
    this.look(order, { state: 'paid', credited: order.amount, credits: 1, ...value });
  }

  /** Asks the gateway for the invoice, which answers with this status. */
  check(order: BuiltOrder, status: number, more: Fields = {}): void {
    const { paymentId, shopOrderId } = order;
    this.exchange(
      'invoice/check',
      { shop_order_id: shopOrderId },
      {
        data: {
          status,
          payment_id: paymentId,
          shop_order_id: shopOrderId,
          shop_amount: Number(order.amount),
          shop_currency: 643,
        },
      },
      { paymentId, shopOrderId, ...more },
    );
  }

  /** The merchant asks the gateway for a refund, which accepts it as WAITING. */
  refund(order: BuiltOrder, amount: string, more: { currency?: number } = {}): string {
    const shopRefundId = this.id('sr-');
    const call = this.ask('createRefund', [order.orderId, { amount }]);
    const exchange = this.request('invoice/create-refund', {
      shop_refund_id: shopRefundId,
      invoice_id: String(order.paymentId),
      amount,
    });
    this.refundState(order, shopRefundId, amount, 'WAITING', null, more);
    this.answer(exchange, 'invoice/create-refund', {
      data: { shop_refund_id: shopRefundId, status: 'WAITING', amount },
    });
    this.told(call, { refund_id: shopRefundId, amount, state: 'pending', error: null });
    return shopRefundId;
  }

  refundState(
    order: BuiltOrder,
    shopRefundId: string,
    amount: string,
    to: string,
    from: string | null = 'WAITING',
    more: { currency?: number } = {},
  ): void {
    this.add({
      kind: 'state',
      object: 'refund',
      id: shopRefundId,
      shopId: '5',
      from,
      to,
      cause: 'payment-system',
      entity: { shopRefundId, paymentId: order.paymentId, amount, currency: more.currency ?? 643 },
    });
  }

  endRefund(
    order: BuiltOrder,
    shopRefundId: string,
    amount: string,
    status: 'SUCCESS' | 'FAILED',
    reply: Fields = {},
  ): void {
    this.refundState(order, shopRefundId, amount, status);
    this.deliver(order, status, {
      type: 'refund',
      about: { paymentId: order.paymentId, shopRefundId },
      body: this.signed({ shop_refund_id: shopRefundId, status, amount }),
      reply,
    });
  }

  /** A payout wish that the merchant passes on; the gateway ends the create as told. */
  payout(
    more: Partial<BuiltPayout> & { input?: Fields; create?: Fields; ending?: Ending; value?: Fields } = {},
  ): BuiltPayout {
    const reference = more.reference ?? this.id('pref-');
    const amount = more.amount ?? '10.50';
    const payout: BuiltPayout = {
      payoutId: more.payoutId ?? this.id('payout-'),
      reference,
      shopPaymentId: more.shopPaymentId ?? this.id('sp-'),
      id: 0,
      amount,
    };
    const call = this.ask('createPayout', {
      reference,
      amount,
      amount_type: 'shop_amount',
      currency: 643,
      payway: 'card_rub',
      account: '79001234567',
      ...more.input,
    });
    this.withdraw(payout, more.ending, more.create);
    this.told(call, this.shownPayout(payout, more.value));
    return payout;
  }

  /** withdraw/create with the payout's id. */
  withdraw(payout: BuiltPayout, ending?: Ending, create: Fields = {}): void {
    const fields = {
      shop_payment_id: payout.shopPaymentId,
      amount: payout.amount,
      account: '79001234567',
      payway: 'card_rub',
      ...create,
    };
    if (payout.id === 0) payout.id = 5000 + ++this.count;
    const exchange = this.request('withdraw/create', fields);
    const end = ending ?? { data: { id: payout.id, status: 1, shop_payment_id: payout.shopPaymentId } };
    const made = 'data' in end || ('outcome' in end && end.committed);
    if (made) this.payoutState(payout, 1, null);
    const status = 'data' in end ? Number((end.data as Fields | null)?.status) : Number.NaN;
    if (made && status > 1) this.payoutState(payout, status);
    if ('outcome' in end) this.wait(500);
    this.answer(
      exchange,
      'withdraw/create',
      end,
      made ? { payoutId: payout.id, shopPaymentId: payout.shopPaymentId } : {},
    );
  }

  payoutState(payout: BuiltPayout, to: number, from: number | null = 1): void {
    this.add({
      kind: 'state',
      object: 'payout',
      id: String(payout.id),
      shopId: '5',
      from,
      to,
      cause: 'payment-system',
      entity: {
        shopPaymentId: payout.shopPaymentId,
        base: 'production',
        amount: payout.amount,
        shopCurrency: 643,
        shopWriteOff: payout.amount,
      },
    });
  }

  /** withdraw/shop_payment_status. */
  askStatus(payout: BuiltPayout, ending: Ending): void {
    this.exchange('withdraw/shop_payment_status', { shop_payment_id: payout.shopPaymentId }, ending, {
      shopPaymentId: payout.shopPaymentId,
    });
  }

  shownPayout(payout: BuiltPayout, value: Fields = {}): Fields {
    return {
      payout_id: payout.payoutId,
      reference: payout.reference,
      shop_payment_id: payout.shopPaymentId,
      state: 'pending',
      debited: payout.amount,
      error: null,
      ...value,
    };
  }

  lookPayout(payout: BuiltPayout, value: Fields = {}): void {
    this.call('getPayout', payout.payoutId, this.shownPayout(payout, value));
  }

  jobs(at?: number): void {
    this.call('runJobs', at === undefined ? {} : { at: iso(at) }, {});
  }

  now(): number {
    return this.atMs;
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
