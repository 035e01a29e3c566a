import type { CallEvent, HistoryEvent, MerchantEvent, OutcomeEvent } from '../events.ts';
import { fieldText, inputText, isRecord, subjectOf } from '../fields.ts';
import type { Command, CustomerTrace, OrderTrace, PayoutTrace, Sample } from './types.ts';

const ORDER_COMMANDS = new Set(['charge', 'unhold', 'cancel', 'retry', 'amend', 'createRefund']);
const PAYOUT_COMMANDS = new Set(['retryPayout']);

type Value = Record<string, unknown>;

/** What the merchant was asked and what it showed: orders, payouts, refunds, balances. */
export class MerchantSide {
  readonly orders = new Map<string, OrderTrace>();
  readonly payouts = new Map<string, PayoutTrace>();
  readonly customers = new Map<string, CustomerTrace>();
  readonly calls = new Map<string, CallEvent>();
  readonly outcomes = new Map<string, OutcomeEvent>();
  readonly orderCalls: CallEvent[] = [];
  readonly payoutCalls: CallEvent[] = [];
  readonly jobs: { call: CallEvent; outcome: OutcomeEvent }[] = [];
  readonly lifecycle: MerchantEvent[] = [];
  private readonly orderCallOf = new Map<string, CallEvent>();
  private readonly payoutCallOf = new Map<string, CallEvent>();
  private readonly orderCommands: { id: string; command: Command }[] = [];
  private readonly payoutCommands: { id: string; command: Command }[] = [];

  take(event: HistoryEvent): void {
    if (event.kind === 'call') this.takeCall(event);
    else if (event.kind === 'outcome') this.takeOutcome(event);
    else if (event.kind === 'merchant') this.lifecycle.push(event);
  }

  /** Objects may be named only after the commands about them: those are joined last. */
  finish(): void {
    for (const { id, command } of this.orderCommands) this.orders.get(id)?.commands.push(command);
    for (const { id, command } of this.payoutCommands) this.payouts.get(id)?.commands.push(command);
    for (const order of this.orders.values()) {
      if (order.reference !== undefined) order.created ??= this.orderCallOf.get(order.reference);
    }
    for (const payout of this.payouts.values()) {
      if (payout.reference !== undefined) payout.created ??= this.payoutCallOf.get(payout.reference);
    }
  }

  private takeCall(call: CallEvent): void {
    this.calls.set(call.call, call);
    const reference = inputText(call.input, 'reference');
    if (call.name === 'createOrder') {
      this.orderCalls.push(call);
      if (reference !== undefined && !this.orderCallOf.has(reference)) this.orderCallOf.set(reference, call);
    } else if (call.name === 'createPayout') {
      this.payoutCalls.push(call);
      if (reference !== undefined && !this.payoutCallOf.has(reference)) {
        this.payoutCallOf.set(reference, call);
      }
    }
    const command = { name: call.name, event: call };
    if (ORDER_COMMANDS.has(call.name)) {
      const id = subjectOf(call.input, 'order_id');
      if (id !== undefined) this.orderCommands.push({ id, command });
    } else if (PAYOUT_COMMANDS.has(call.name)) {
      const id = subjectOf(call.input, 'payout_id');
      if (id !== undefined) this.payoutCommands.push({ id, command });
    }
  }

  private takeOutcome(outcome: OutcomeEvent): void {
    const call = this.calls.get(outcome.call);
    this.outcomes.set(outcome.call, outcome);
    if (outcome.status !== 'ok') return;
    if (call?.name === 'runJobs') this.jobs.push({ call, outcome });
    const { value } = outcome;
    if (call?.name === 'listRefunds' && Array.isArray(value)) {
      this.takeRefunds(call, outcome, value.filter(isRecord));
      return;
    }
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isRecord(item)) this.takeValue(call, outcome, item);
    }
  }

  private takeValue(call: CallEvent | undefined, outcome: OutcomeEvent, value: Value): void {
    const sample: Sample = {
      event: outcome,
      value,
      askedSeq: call?.seq ?? outcome.seq,
      askedRealAt: Date.parse(call?.realAt ?? outcome.realAt),
      name: call?.name ?? '',
    };
    const orderId = fieldText(value, 'order_id');
    const payoutId = fieldText(value, 'payout_id');
    if (orderId !== undefined && 'shop_order_id' in value) this.takeOrder(orderId, call, sample);
    else if (payoutId !== undefined) this.takePayout(payoutId, call, sample);
    else if (call?.name === 'getCustomer' && 'balance' in value) {
      const customer = subjectOf(call.input, 'customer') ?? fieldText(value, 'customer');
      if (customer === undefined) return;
      const trace = this.customers.get(customer) ?? { customer, samples: [] };
      this.customers.set(customer, trace);
      trace.samples.push(sample);
    }
  }

  private takeOrder(orderId: string, call: CallEvent | undefined, sample: Sample): void {
    const order = this.order(orderId);
    order.samples.push(sample);
    order.reference ??= fieldText(sample.value, 'reference');
    if (call?.name === 'createOrder') order.created ??= call;
    const id = fieldText(sample.value, 'shop_order_id');
    if (id !== undefined && id !== '') order.shopOrderIds.add(id);
  }

  private takePayout(payoutId: string, call: CallEvent | undefined, sample: Sample): void {
    const payout = this.payouts.get(payoutId) ?? {
      payoutId,
      reference: undefined,
      created: undefined,
      samples: [],
      shopPaymentIds: new Set<string>(),
      commands: [],
      payouts: [],
    };
    this.payouts.set(payoutId, payout);
    payout.samples.push(sample);
    payout.reference ??= fieldText(sample.value, 'reference');
    if (call?.name === 'createPayout') payout.created ??= call;
    const id = fieldText(sample.value, 'shop_payment_id');
    if (id !== undefined && id !== '') payout.shopPaymentIds.add(id);
  }

  private takeRefunds(call: CallEvent, outcome: OutcomeEvent, refunds: Value[]): void {
    const orderId = subjectOf(call.input, 'order_id');
    if (orderId === undefined) return;
    this.order(orderId).refundSamples.push({
      event: outcome,
      askedSeq: call.seq,
      askedRealAt: Date.parse(call.realAt),
      refunds,
    });
  }

  private order(orderId: string): OrderTrace {
    const found = this.orders.get(orderId);
    if (found !== undefined) return found;
    const order: OrderTrace = {
      orderId,
      reference: undefined,
      created: undefined,
      samples: [],
      shopOrderIds: new Set(),
      commands: [],
      refundSamples: [],
      invoices: [],
    };
    this.orders.set(orderId, order);
    return order;
  }
}
