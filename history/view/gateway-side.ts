import { textOf } from '../../simulator/protocol/wire.ts';
import type {
  AnswerEvent,
  AttemptEvent,
  EventStamp,
  HistoryEvent,
  ReplyEvent,
  RequestEvent,
  StateEvent,
} from '../events.ts';
import { fieldText, isRecord, statusText } from '../fields.ts';
import { amountOf, type Big } from '../money.ts';
import { NEVER } from '../places.ts';
import { isFromShop } from '../signed-body.ts';
import { dataOf, isSlim } from '../slim.ts';
import { bodyOf, notifiedStatus, refundTrustOf, type StoredRefund, trustOf, trustOfAnswer } from './trust.ts';
import type { Delivery, Exchange, GatewayPayout, Invoice, Refund, Settings, Told, Trust } from './types.ts';

/** Where nothing is listed yet; see {@link added}, which does not change it. */
const NONE: never[] = [];
Object.freeze(NONE);
const MOST_AMOUNTS = 10_000;
const TOKEN = /tok~[0-9a-f]{4,}/g;

/** What the gateway saw, did and said: exchanges, changes of state, deliveries and replies. */
export class GatewaySide {
  readonly invoices = new Map<string, Invoice>();
  readonly invoicesByOrderId = new Map<string, Invoice[]>();
  readonly refunds = new Map<string, Refund>();
  readonly payouts = new Map<string, GatewayPayout>();
  readonly payoutsByPaymentId = new Map<string, GatewayPayout[]>();
  readonly exchanges: Exchange[] = [];
  readonly deliveries: Delivery[] = [];
  readonly balances: StateEvent[] = [];
  readonly tokens: StateEvent[] = [];
  readonly tokenSightings = new Map<string, { soundSeq: number; falseEvent: HistoryEvent | undefined }>();
  sawState = false;
  strangers = 0;
  cutRequests = 0;
  private readonly byPaymentId = new Map<string, Invoice>();
  private readonly byPayoutId = new Map<string, GatewayPayout>();
  private readonly byExchange = new Map<string, Exchange>();
  private readonly openDeliveries = new Map<string, Delivery[]>();
  private readonly amounts = new Map<string, Big>();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  take(event: HistoryEvent): void {
    if (event.kind === 'request') this.takeRequest(event);
    else if (event.kind === 'answer') this.takeAnswer(event);
    else if (event.kind === 'state') this.takeState(event);
    else if (event.kind === 'attempt') this.takeAttempt(event);
    else if (event.kind === 'reply') this.takeReply(event);
    else if (event.kind === 'cut-request') this.cutRequests += 1;
  }

  /** Joins what names its object by an id that may have become known only later. */
  finish(): void {
    for (const exchange of this.exchanges) {
      const { request, answer } = exchange;
      const { operation } = request;
      if (operation === 'invoice/charge' || operation === 'invoice/unhold') {
        const invoice = this.invoiceOfExchange(exchange);
        if (invoice === undefined) continue;
        if (operation === 'invoice/charge') invoice.charges = added(invoice.charges, exchange);
        else invoice.unholds = added(invoice.unholds, exchange);
      } else if (operation === 'invoice/get-refunds') {
        const invoice = this.byPaymentId.get(fieldText(request.fields, 'invoice_id') ?? '');
        if (invoice !== undefined) invoice.refundLists = added(invoice.refundLists, exchange);
      } else if (operation === 'withdraw/status') {
        const id = fieldText(request.fields, 'withdraw_id') ?? String(answer?.payoutId ?? '');
        const payout = this.byPayoutId.get(id);
        if (payout !== undefined) payout.asks = added(payout.asks, exchange);
      }
    }
    for (const payout of this.payouts.values()) {
      payout.asks.sort((a, b) => a.request.seq - b.request.seq);
      payout.told.sort((a, b) => a.seq - b.seq);
    }
    for (const refund of this.refunds.values()) {
      const { invoice } = refund;
      if (invoice !== undefined) invoice.refunds = added(invoice.refunds, refund);
    }
  }

  /** The names of the object that an exchange is about; none for questions about the shop. */
  readonly namesOf = ({ request, answer }: Exchange): string[] => {
    const names: string[] = [];
    for (const name of ['shop_order_id', 'invoice_id', 'shop_payment_id', 'withdraw_id', 'shop_refund_id']) {
      const text = fieldText(request.fields, name);
      if (text !== undefined) names.push(text);
    }
    if (answer?.shopOrderId !== undefined) names.push(answer.shopOrderId);
    return names;
  };

  private takeRequest(request: RequestEvent): void {
    if (!this.settings.soleClient && !isFromShop(request, this.settings.shops)) {
      this.strangers += 1;
      return;
    }
    const exchange: Exchange = { request, answer: undefined };
    this.exchanges.push(exchange);
    this.byExchange.set(request.exchange, exchange);
    const shopId = shopIdOf(request);
    const { operation, fields } = request;
    if (operation === 'invoice/create' || operation === 'invoice/hold') {
      const id = fieldText(fields, 'shop_order_id');
      if (id === undefined) return;
      const invoice = this.invoice(shopId, id);
      invoice.creates = added(invoice.creates, exchange);
      invoice.bornSeq = Math.min(invoice.bornSeq, request.seq);
      invoice.mode ??= operation === 'invoice/hold' ? 'hold' : 'single';
      invoice.amount ??= this.amount(fieldText(fields, 'amount'));
      invoice.currency ??= fieldText(fields, 'currency');
    } else if (operation === 'withdraw/create' || operation === 'withdraw/shop_payment_status') {
      const id = fieldText(fields, 'shop_payment_id');
      if (id === undefined) return;
      const payout = this.payout(shopId, id);
      if (operation === 'withdraw/shop_payment_status') {
        payout.asks = added(payout.asks, exchange);
        return;
      }
      payout.creates = added(payout.creates, exchange);
      payout.bornSeq = Math.min(payout.bornSeq, request.seq);
      payout.amount ??= this.amount(fieldText(fields, 'amount'));
      payout.account ??= fieldText(fields, 'account');
    } else if (operation === 'invoice/create-refund') {
      const id = fieldText(fields, 'shop_refund_id');
      if (id === undefined) return;
      const refund = this.refund(shopId, id);
      refund.creates = added(refund.creates, exchange);
      refund.amount ??= this.amount(fieldText(fields, 'amount'));
      refund.currency ??= fieldText(fields, 'currency');
      refund.invoice ??= this.byPaymentId.get(fieldText(fields, 'invoice_id') ?? '');
    }
  }

  private takeAnswer(answer: AnswerEvent): void {
    const exchange = this.byExchange.get(answer.exchange);
    if (exchange === undefined) return;
    exchange.answer = answer;
    this.byExchange.delete(answer.exchange);
    const { request } = exchange;
    const operation = request.operation ?? '';
    if (answer.outcome !== 'answered' && answer.outcome !== 'truncated') return;
    const data = dataOf(answer);
    if (!isSlim(answer)) this.sightTokens(answer, answer.body, true);
    if (operation === 'invoice/create-refund' || operation === 'invoice/get-refunds') {
      for (const record of Array.isArray(data) ? data : [data]) this.toldRefund(exchange, answer, record);
    } else if (operation.startsWith('invoice/')) {
      const invoice = this.invoiceOfExchange(exchange);
      if (invoice === undefined) return;
      const creates = operation === 'invoice/create' || operation === 'invoice/hold';
      const id = answer.paymentId ?? (creates ? fieldText(data, 'id') : fieldText(data, 'payment_id'));
      if (id !== undefined) this.name(invoice, String(id));
      if (operation !== 'invoice/try') this.tellInvoice(invoice, answer, data);
    } else if (operation.startsWith('withdraw/')) this.answerPayout(exchange, answer, data);
  }

  private answerPayout(exchange: Exchange, answer: AnswerEvent, data: unknown): void {
    const { request } = exchange;
    if (request.operation === 'withdraw/try') return;
    const shopPaymentId = fieldText(request.fields, 'shop_payment_id') ?? answer.shopPaymentId;
    const payout =
      shopPaymentId === undefined
        ? this.byPayoutId.get(fieldText(request.fields, 'withdraw_id') ?? '')
        : this.payout(shopIdOf(request), shopPaymentId);
    if (payout === undefined) return;
    const id = answer.payoutId ?? (answer.result === true ? fieldText(data, 'id') : undefined);
    if (id !== undefined) {
      payout.payoutId ??= String(id);
      this.byPayoutId.set(String(id), payout);
    }
    const status = statusText(fieldText(data, 'status'));
    if (status !== undefined && answer.result !== false) {
      tell(payout, answer, status, 'sound');
    }
  }

  private takeState(event: StateEvent): void {
    this.sawState = true;
    const { entity } = event;
    if (event.object === 'balance') this.balances.push(event);
    else if (event.object === 'token') {
      this.tokens.push(event);
      this.sightTokens(event, JSON.stringify(entity), true);
    } else if (event.object === 'invoice') this.stateOfInvoice(event);
    else if (event.object === 'refund') {
      const refund = this.refund(event.shopId, fieldText(entity, 'shopRefundId') ?? event.id);
      refund.changes = added(refund.changes, event);
      this.sumOf(refund, event);
      refund.invoice ??= this.byPaymentId.get(fieldText(entity, 'paymentId') ?? '');
      if (event.to === 'SUCCESS') refund.doneSeq = Math.min(refund.doneSeq, event.seq);
    } else if (event.object === 'payout') {
      const id = fieldText(entity, 'shopPaymentId');
      if (id === undefined) return;
      const payout = this.payout(event.shopId, id);
      payout.changes = added(payout.changes, event);
      payout.payoutId ??= event.id;
      this.byPayoutId.set(event.id, payout);
      if (event.from === null) payout.bornSeq = Math.min(payout.bornSeq, event.seq);
    }
  }

  /** What was made counts, not what a refused request under the same id had asked for before. */
  private sumOf(
    of: { amount: Big | undefined; currency: string | undefined },
    { entity, from }: StateEvent,
  ): void {
    const amount = this.amount(fieldText(entity, 'amount'));
    const currency = fieldText(entity, 'currency');
    of.amount = from === null ? (amount ?? of.amount) : (of.amount ?? amount);
    of.currency = from === null ? (currency ?? of.currency) : (of.currency ?? currency);
  }

  private stateOfInvoice(event: StateEvent): void {
    const { entity } = event;
    const id = fieldText(entity, 'shopOrderId');
    const invoice = id === undefined ? this.byPaymentId.get(event.id) : this.invoice(event.shopId, id);
    if (invoice === undefined) return;
    this.name(invoice, event.id);
    invoice.changes = added(invoice.changes, event);
    this.sumOf(invoice, event);
    const mode = fieldText(entity, 'mode');
    if (mode === 'hold' || mode === 'single') invoice.mode ??= mode;
    if (event.from === null) invoice.bornSeq = Math.min(invoice.bornSeq, event.seq);
    reach(invoice, event, statusText(event.to), 'sound');
  }

  private takeAttempt(attempt: AttemptEvent): void {
    const delivery: Delivery = { attempt, reply: undefined, trust: attempt.genuine ? 'sound' : 'unknown' };
    this.deliveries.push(delivery);
    const key = `${attempt.notification}#${attempt.attempt}`;
    this.openDeliveries.set(key, added(this.openDeliveries.get(key) ?? [], delivery));
    const isInvoice = attempt.type === '' || attempt.type.startsWith('invoice');
    if (isInvoice) this.notifyInvoice(delivery);
    else if (attempt.type.startsWith('refund')) this.notifyRefund(delivery);
    else if (!attempt.genuine) delivery.trust = 'false';
    if (!isInvoice && !attempt.genuine) this.namesInvoice(delivery);
    if (!isSlim(attempt)) this.sightTokens(attempt, attempt.body, delivery.trust !== 'false');
  }

  private notifyInvoice(delivery: Delivery): void {
    const { attempt } = delivery;
    const { about } = attempt;
    const named = about.paymentId === undefined ? undefined : this.byPaymentId.get(String(about.paymentId));
    const body = named === undefined || !attempt.genuine ? bodyOf(attempt) : undefined;
    const orderId = about.shopOrderId ?? textOf(body?.shop_order_id);
    const targets = new Set<Invoice>(named === undefined ? [] : [named]);
    if (named === undefined && orderId !== undefined) {
      for (const invoice of this.invoicesByOrderId.get(orderId) ?? []) targets.add(invoice);
      // The creation may not have been recorded: the notification itself says that there is an invoice.
      if (targets.size === 0) targets.add(this.invoice(textOf(body?.shop_id) ?? '', orderId));
    }
    // A crafted one may name another order than the one its sender had in mind.
    if (!attempt.genuine) {
      for (const invoice of this.invoicesByOrderId.get(textOf(body?.shop_order_id) ?? '') ?? []) {
        targets.add(invoice);
      }
    }
    const status = notifiedStatus(attempt);
    let best: Told['trust'] | undefined;
    for (const invoice of targets) {
      const trust = trustOf(attempt, invoice, this.settings);
      if (best === undefined || rank(trust) > rank(best)) best = trust;
      if (attempt.genuine && about.paymentId !== undefined) this.name(invoice, String(about.paymentId));
      invoice.deliveries = added(invoice.deliveries, delivery);
      if (status === undefined) continue;
      tell(invoice, attempt, status, trust, delivery);
      reach(invoice, attempt, status, trust);
    }
    delivery.trust = best ?? trustOf(attempt, undefined, this.settings);
  }

  /** A crafted notification of another type may name an invoice: it says nothing of it that a merchant may believe. */
  private namesInvoice(delivery: Delivery): void {
    const { attempt } = delivery;
    const orderId = textOf(bodyOf(attempt)?.shop_order_id) ?? attempt.about.shopOrderId ?? '';
    for (const invoice of this.invoicesByOrderId.get(orderId) ?? [])
      invoice.deliveries = added(invoice.deliveries, delivery);
  }

  private notifyRefund(delivery: Delivery): void {
    const { attempt } = delivery;
    const { about } = attempt;
    const body = bodyOf(attempt);
    const id = about.shopRefundId ?? textOf(body?.shop_refund_id);
    if (id === undefined) {
      delivery.trust = refundTrustOf(attempt, undefined, this.settings);
      return;
    }
    const named = about.paymentId === undefined ? undefined : this.byPaymentId.get(String(about.paymentId));
    const refund = this.refund(named?.shopId ?? textOf(body?.shop_id) ?? '', id);
    refund.invoice ??= named;
    delivery.trust = refundTrustOf(attempt, storedRefund(refund), this.settings);
    refund.amount ??= attempt.genuine ? this.amount(textOf(body?.amount)) : undefined;
    refund.deliveries = added(refund.deliveries, delivery);
    const status = notifiedStatus(attempt, asWritten);
    if (status === undefined) return;
    const { trust } = delivery;
    tell(refund, attempt, status, trust, delivery);
    if (status === 'SUCCESS' && trust !== 'false') refund.doneSeq = Math.min(refund.doneSeq, attempt.seq);
  }

  private takeReply(reply: ReplyEvent): void {
    const key = `${reply.notification}#${reply.attempt}`;
    const [delivery, ...others] = this.openDeliveries.get(key) ?? [];
    if (delivery === undefined) return;
    delivery.reply = reply;
    if (others.length === 0) this.openDeliveries.delete(key);
    else this.openDeliveries.set(key, others);
  }

  private toldRefund(exchange: Exchange, answer: AnswerEvent, record: unknown): void {
    if (!isRecord(record)) return;
    const { request } = exchange;
    const id = fieldText(record, 'shop_refund_id') ?? fieldText(request.fields, 'shop_refund_id');
    const status = fieldText(record, 'status');
    if (id === undefined || status === undefined) return;
    const refund = this.refund(shopIdOf(request), id);
    const paymentId = fieldText(record, 'invoice_id') ?? fieldText(request.fields, 'invoice_id') ?? '';
    refund.invoice ??= this.byPaymentId.get(paymentId);
    refund.amount ??= this.amount(fieldText(record, 'amount'));
    tell(refund, answer, status, 'sound');
    if (status === 'SUCCESS') refund.doneSeq = Math.min(refund.doneSeq, answer.seq);
  }

  private tellInvoice(invoice: Invoice, answer: AnswerEvent, data: unknown): void {
    const status = statusText(fieldText(data, 'status'));
    if (status === undefined || answer.result === false) return;
    // Nothing but a fault makes the gateway contradict itself.
    const trust = answer.fault == null ? 'sound' : trustOfAnswer(data, invoice, this.settings);
    tell(invoice, answer, status, trust);
    reach(invoice, answer, status, trust);
  }

  private sightTokens(event: HistoryEvent, text: string | null, sound: boolean): void {
    if (text?.includes('tok~') !== true) return;
    for (const [token] of text.matchAll(TOKEN)) {
      const seen = this.tokenSightings.get(token) ?? { soundSeq: NEVER, falseEvent: undefined };
      this.tokenSightings.set(token, seen);
      if (sound) seen.soundSeq = Math.min(seen.soundSeq, event.seq);
      else seen.falseEvent ??= event;
    }
  }

  private invoiceOfExchange({ request, answer }: Exchange): Invoice | undefined {
    const byId =
      this.byPaymentId.get(String(answer?.paymentId ?? '')) ??
      this.byPaymentId.get(fieldText(request.fields, 'invoice_id') ?? '');
    if (byId !== undefined) return byId;
    const id = fieldText(request.fields, 'shop_order_id') ?? answer?.shopOrderId;
    return id === undefined ? undefined : this.invoice(shopIdOf(request), id);
  }

  private name(invoice: Invoice, paymentId: string): void {
    invoice.paymentId ??= paymentId;
    if (!this.byPaymentId.has(paymentId)) this.byPaymentId.set(paymentId, invoice);
  }

  /** Amounts repeat: each is kept once. */
  private amount(text: string | undefined): Big | undefined {
    if (text === undefined) return undefined;
    const known = this.amounts.get(text);
    if (known !== undefined) return known;
    const amount = amountOf(text);
    if (amount !== undefined && this.amounts.size < MOST_AMOUNTS) this.amounts.set(text, amount);
    return amount;
  }

  private invoice(shopId: string, shopOrderId: string): Invoice {
    return madeOnce(this.invoices, this.invoicesByOrderId, shopId, shopOrderId, () => ({
      shopId,
      shopOrderId,
      paymentId: undefined,
      mode: undefined,
      amount: undefined,
      currency: undefined,
      creates: NONE,
      charges: NONE,
      unholds: NONE,
      refundLists: NONE,
      changes: NONE,
      told: NONE,
      deliveries: NONE,
      refunds: NONE,
      bornSeq: NEVER,
      paidSeq: NEVER,
      paidOnlyByUnknown: false,
      heldSeq: NEVER,
      order: undefined,
    }));
  }

  private refund(shopId: string, shopRefundId: string): Refund {
    return madeOnce(this.refunds, undefined, shopId, shopRefundId, () => ({
      shopId,
      shopRefundId,
      invoice: undefined,
      amount: undefined,
      currency: undefined,
      creates: NONE,
      changes: NONE,
      told: NONE,
      deliveries: NONE,
      doneSeq: NEVER,
    }));
  }

  private payout(shopId: string, shopPaymentId: string): GatewayPayout {
    return madeOnce(this.payouts, this.payoutsByPaymentId, shopId, shopPaymentId, () => ({
      shopId,
      shopPaymentId,
      payoutId: undefined,
      amount: undefined,
      account: undefined,
      creates: NONE,
      asks: NONE,
      changes: NONE,
      told: NONE,
      bornSeq: NEVER,
      trace: undefined,
    }));
  }
}

/** The object with this id of a shop; a new one is also listed by its id alone. */
function madeOnce<T>(
  known: Map<string, T>,
  byId: Map<string, T[]> | undefined,
  shopId: string,
  id: string,
  make: () => T,
): T {
  const key = `${shopId}\n${id}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  byId?.set(id, added(byId.get(id) ?? [], made));
  return made;
}

/** The merchant was told a status. */
function tell(
  object: { told: Told[] },
  event: AnswerEvent | AttemptEvent,
  status: string,
  trust: Trust,
  delivery?: Delivery,
): void {
  const { seq } = event;
  object.told = added(object.told, { seq, status, event, trust, ...(delivery && { delivery }) });
}

/** A right merchant may have taken the invoice for paid or held from here on. */
function reach(invoice: Invoice, { seq }: EventStamp, status: string | undefined, trust: Trust): void {
  if (trust === 'false') return;
  if (status === '8') invoice.heldSeq = Math.min(invoice.heldSeq, seq);
  if (status !== '4') return;
  if (trust === 'sound') invoice.paidOnlyByUnknown = false;
  else if (invoice.paidSeq === NEVER) invoice.paidOnlyByUnknown = true;
  invoice.paidSeq = Math.min(invoice.paidSeq, seq);
}

/** Short lists are made anew: one that grows by `push` is given room for 17. */
function added<T>(list: T[], value: T): T[] {
  if (list.length === 0) return [value];
  if (list.length < 8) return list.concat([value]);
  list.push(value);
  return list;
}

const storedRefund = ({ shopId, invoice, amount, currency }: Refund): StoredRefund => ({
  shopId: invoice?.shopId ?? shopId,
  paymentId: invoice?.paymentId,
  amount,
  currency: currency ?? invoice?.currency,
});

/** The word of a refund's status, as it stands. */
const asWritten = (status: unknown): string | undefined =>
  status === null || status === undefined ? undefined : String(status);

const rank = (trust: Told['trust']): number => (trust === 'sound' ? 2 : trust === 'unknown' ? 1 : 0);

function shopIdOf(request: RequestEvent): string {
  return request.shopId ?? fieldText(request.fields, 'shop_id') ?? '';
}
