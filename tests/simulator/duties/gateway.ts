import { createHash } from 'node:crypto';
import type { RequirementId } from '../../../ledger/index.ts';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { type Bench, type Seen, secret, startBench } from '../server-support.ts';
import { Census } from './census.ts';

/**
 * One proof that the simulator keeps requirements of the gateway, over real HTTP. It must fail if any of
 * the requirements named were broken: tables of what the specification lists are written out here again,
 * and signatures are computed here, so that nothing of the simulator judges itself.
 */
export interface Duty {
  readonly ids: readonly RequirementId[];
  /** What the gateway does, in the present tense. */
  readonly does: string;
  readonly proof: (gateway: Gateway) => Promise<void>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** An answer as it came, with the members of its envelope. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly envelope: Record<string, unknown>;
  readonly result: unknown;
  readonly message: unknown;
  readonly code: unknown;
  readonly data: Record<string, unknown>;
}

/** How a request differs from an ordinary one. */
export interface Manner {
  /** Sent instead of the right signature; null sends none. */
  readonly sign?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly base?: 'production' | 'test';
  readonly secret?: string;
  /** Sent instead of the JSON of the fields. */
  readonly body?: string;
}

/** A notification as the shop's receiver got it. */
export interface Notice {
  readonly url: URL;
  readonly headers: Seen['headers'];
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export const NOW = '2026-01-15T12:00:00';

/** The signature fields of each operation, as the section Endpoints lists them. */
export const SIGNED: Readonly<Record<string, readonly string[]>> = {
  'invoice/try': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/create': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/hold': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/charge': ['invoice_id', 'now', 'shop_id'],
  'invoice/unhold': ['invoice_id', 'now', 'shop_id'],
  'invoice/check': ['now', 'shop_id', 'shop_order_id'],
  'invoice/get-refunds': ['invoice_id', 'now', 'shop_id'],
  'invoice/create-refund': ['amount', 'invoice_id', 'shop_id', 'shop_refund_id'],
  'withdraw/try': ['amount', 'amount_type', 'payway', 'shop_currency', 'shop_id'],
  check_account: ['account', 'amount', 'payway', 'shop_id'],
  'withdraw/create': [
    'account',
    'amount',
    'amount_type',
    'payway',
    'shop_currency',
    'shop_id',
    'shop_payment_id',
  ],
  'withdraw/status': ['now', 'shop_id', 'withdraw_id'],
  'withdraw/shop_payment_status': ['now', 'shop_id', 'shop_payment_id'],
  'shop_input_config/shop': ['now', 'shop_id'],
  'shop_output_config/shop': ['now', 'shop_id'],
  shop_balance: ['now', 'shop_id'],
};

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The digest over these values in this order (Authentication 2). */
export const digestOf = (values: readonly unknown[], key = secret): string =>
  sha256(`${values.map(String).join(':')}${key}`);

export const signOf = (path: string, fields: Fields, key = secret): string =>
  digestOf(
    (SIGNED[path] ?? []).map((name) => fields[name]),
    key,
  );

/** The digest of a notification by the words of Events 5. */
export function noticeDigest(body: Fields, key = secret): string {
  const names = Object.keys(body)
    .filter((name) => name !== 'sign' && body[name] !== null && body[name] !== '')
    .sort();
  return digestOf(
    names.map((name) => body[name]),
    key,
  );
}

/** A running gateway with one shop (id 5), its receiver, and the ways in which proofs speak to it. */
export class Gateway {
  readonly bench: Bench;
  /** What this gateway and those that were started beside it have answered. */
  readonly census: Census;
  readonly #others: Gateway[] = [];
  #count = 0;

  private constructor(bench: Bench, census: Census) {
    this.bench = bench;
    this.census = census;
  }

  static async start(options: Partial<SimulatorOptions> = {}, census = new Census()): Promise<Gateway> {
    return new Gateway(await startBench(options), census);
  }

  /** Another gateway, set up otherwise; it stops with this one. */
  async other(options: Partial<SimulatorOptions>): Promise<Gateway> {
    const gateway = await Gateway.start(options, this.census);
    this.#others.push(gateway);
    return gateway;
  }

  async stop(): Promise<void> {
    for (const gateway of this.#others) await gateway.stop();
    await this.bench.stop();
  }

  /** A text that was not used before. */
  fresh(prefix = 'order'): string {
    this.#count += 1;
    return `${prefix}-${this.#count}`;
  }

  async send(path: string, fields: Fields, manner: Manner = {}): Promise<Answer> {
    const { simulator } = this.bench;
    const whole: Record<string, unknown> = { shop_id: 5, ...fields };
    const sign = manner.sign === undefined ? signOf(path, whole, manner.secret) : manner.sign;
    if (sign !== null) whole.sign = sign;
    const base = manner.base === 'test' ? simulator.testBaseUrl : simulator.baseUrl;
    const response = await fetch(`${base}/${path}`, {
      method: manner.method ?? 'POST',
      headers: { 'content-type': 'application/json', ...manner.headers },
      ...(manner.method === 'GET' ? {} : { body: manner.body ?? JSON.stringify(whole) }),
    });
    const text = await response.text();
    const envelope = JSON.parse(text) as Record<string, unknown>;
    if (envelope.result === true) this.census.take(path, envelope.data);
    return {
      status: response.status,
      headers: response.headers,
      text,
      envelope,
      result: envelope.result,
      message: envelope.message,
      code: envelope.error_code,
      data: (envelope.data ?? {}) as Record<string, unknown>,
    };
  }

  /** The code of an answer that must be a refusal; 0 for a success. */
  async codeOf(path: string, fields: Fields, manner: Manner = {}): Promise<number> {
    return Number((await this.send(path, fields, manner)).code);
  }

  /** A request that must succeed. */
  async done(path: string, fields: Fields, manner: Manner = {}): Promise<Answer> {
    const answer = await this.send(path, fields, manner);
    if (answer.result !== true) throw new Error(`${path}: ${answer.text}`);
    return answer;
  }

  order(changes: Fields = {}): Record<string, unknown> {
    return {
      shop_order_id: this.fresh(),
      amount: '100.00',
      currency: 643,
      payway: 'card_rub',
      ...changes,
    };
  }

  payout(changes: Fields = {}): Record<string, unknown> {
    return {
      shop_currency: 643,
      payway: 'card_rub',
      amount: '100.00',
      account: '79001234567',
      amount_type: 'ps_amount',
      shop_payment_id: this.fresh('payout'),
      ...changes,
    };
  }

  /** A new invoice: its id in the service and that of the shop. */
  async invoice(changes: Fields = {}, path = 'invoice/create'): Promise<{ id: number; orderId: string }> {
    const order = this.order(changes);
    await this.done(path, order);
    const { data } = await this.check(String(order.shop_order_id));
    return { id: Number(data.payment_id), orderId: String(order.shop_order_id) };
  }

  /** A new invoice on which the payer's funds are blocked. */
  async held(changes: Fields = {}): Promise<{ id: number; orderId: string }> {
    const made = await this.invoice(changes, 'invoice/hold');
    await this.act(`/invoices/${made.id}/payer`, { action: 'pay' });
    return made;
  }

  async paid(changes: Fields = {}): Promise<{ id: number; orderId: string }> {
    const made = await this.invoice(changes);
    await this.act(`/invoices/${made.id}/payer`, { action: 'pay' });
    return made;
  }

  check(orderId: string): Promise<Answer> {
    return this.done('invoice/check', { shop_order_id: orderId, now: NOW });
  }

  /** What the payer, the payment system or the operator does. */
  async act<T = Record<string, unknown>>(path: string, body: Fields, method = 'POST'): Promise<T> {
    return this.bench.control<T>(method, path, body);
  }

  /** What the control plane shows. */
  async look<T>(path: string): Promise<T> {
    return this.bench.control<T>('GET', path);
  }

  /** Carries out all that is due now. */
  async flush(): Promise<void> {
    await this.act('/clock/flush', {});
  }

  /** Takes the notifications down that this gateway and those beside it have sent as JSON. */
  countNotifications(): void {
    for (const { url, headers, body } of this.bench.receiver.seen) {
      if (headers['content-type']?.startsWith('application/json') !== true) continue;
      const type = new URL(url, 'http://shop.test').searchParams.get('type');
      this.census.take(`type=${type}`, JSON.parse(body));
    }
    for (const other of this.#others) other.countNotifications();
  }

  /** The notifications about an invoice or a refund that the receiver has got, the oldest first. */
  notices(about: { orderId?: string; refundId?: string }): Notice[] {
    return this.bench.receiver.seen
      .map(({ url, headers, body: text }) => ({
        url: new URL(url, 'http://shop.test'),
        headers,
        text,
        body: (headers['content-type']?.startsWith('application/json')
          ? JSON.parse(text)
          : Object.fromEntries(new URLSearchParams(text))) as Record<string, unknown>,
      }))
      .filter(({ body }) =>
        about.refundId === undefined
          ? body.shop_order_id === about.orderId && body.shop_refund_id === undefined
          : body.shop_refund_id === about.refundId,
      );
  }
}
