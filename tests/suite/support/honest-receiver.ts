import {
  type DeliveryReply,
  isWireObject,
  parseWire,
  signNotification,
  textOf,
} from '../../../simulator/index.ts';
import type { NoticeCase, OrderFacts, RawMessage } from '../../../suite/fuzz/index.ts';
import type { NoticeTarget, Subject, Wanted } from '../../../suite/fuzz/target.ts';

/** The order that it knows. */
export const facts: OrderFacts = {
  shopId: 5,
  shopOrderId: '101',
  paymentId: '77',
  amount: '10.50',
  currency: 643,
  payway: 'card_rub',
  description: null,
  payerPrice: '10.50',
  shopAmount: '10.50',
  created: '2026-01-02T03:04:05',
  updated: '2026-01-02T03:05:06',
};

const secret = 'SecretKey01';

/** Whether a receiver that is right answers `OK`. */
function accepts({ method, query, body }: RawMessage): boolean {
  const types = query.filter(([name]) => name === 'type').map(([, value]) => value);
  const parsed = parseWire(body);
  if (method !== 'POST' || types.join() !== 'invoice' || !parsed.ok || !isWireObject(parsed.value))
    return false;
  const { sign, ...rest } = parsed.value;
  const is = (field: string, value: number): boolean => Number(textOf(rest[field])) === value;
  return (
    sign === signNotification(rest, secret) &&
    rest.shop_order_id === facts.shopOrderId &&
    is('shop_id', facts.shopId) &&
    is('shop_currency', facts.currency) &&
    is('shop_amount', Number(facts.amount))
  );
}

/** A receiver in this process, which answers `OK` exactly to what it accepts, and keeps which cases it was for. */
export class HonestReceiver implements NoticeTarget {
  readonly format = 'json';
  readonly readings = {};
  readonly secret = secret;
  readonly callbackUrl = 'http://127.0.0.1/notify';
  readonly freshOrders = false;
  readonly topics = ['payment'] as const;
  readonly oracle = 'reply';
  readonly settleMs = 0;
  readonly cases: NoticeCase[] = [];

  async open(cases: readonly Wanted[]): Promise<readonly Subject[]> {
    this.cases.push(...(cases as readonly NoticeCase[]));
    return cases.map(() => ({ facts, orderId: null }));
  }

  async send(message: RawMessage): Promise<DeliveryReply> {
    const [status, body] = accepts(message) ? [200, 'OK'] : [403, 'no'];
    return { outcome: 'replied', status, headers: {}, body, bytes: 0, latencyMs: 0, written: true };
  }

  async truth(): Promise<void> {}
  async look(): Promise<undefined> {}
  async judge(): Promise<[]> {
    return [];
  }
  async settle(): Promise<void> {}
  async release(): Promise<void> {}
}
