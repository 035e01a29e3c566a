import type { About, EventBody } from '../protocol/events.ts';
import type { Base } from '../protocol/operations.ts';
import type { ReadingValues } from '../protocol/readings.ts';
import type { FaultPoints, Kill } from './fault-points.ts';
import type { MemoryRow } from './memory-row.ts';
import type { ShopConfig } from './shop-config.ts';
import type { InvoiceView, NotificationView, PayoutView, RefundView, TokenView } from './views.ts';

export type { Kill } from './fault-points.ts';

/** The gateway's time. Instants are epoch milliseconds. */
export interface Clock {
  /** Gateway time: everything due is measured in it. */
  now(): number;
  /** The time that records show; equals `now()` unless the merchant has no clock of its own. */
  wall(): number;
}

/** Seeded randomness: the next number in [0, 1). */
export type Random = () => number;

/** A request as the shell received it. Header names are lower-case. */
export interface RawRequest {
  receivedAt: number;
  method: string;
  /** The path with its leading slash, without the query. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** `aborted`: the connection ended before all of the body had come. */
  bodyProblem?: 'too-large' | 'aborted';
  remoteAddress: string;
}

/** What the shell does before it sends a ready answer. */
export type Wait = { kind: 'delivery'; notification: string } | { kind: 'release'; fault: string };

/** The answer to send, or how the connection ends instead. Delays are real milliseconds. */
export type Answer =
  | {
      kind: 'respond';
      exchange: string;
      status: number;
      headers: Record<string, string>;
      body: string;
      delayMs: number;
      /** Send only so many bytes of the body, then close; `content-length` is that of the whole. */
      cutAfterBytes?: number;
      wait?: Wait;
      kill?: Kill;
    }
  | { kind: 'hold'; exchange: string; kill?: Kill }
  | { kind: 'reset'; exchange: string; delayMs: number; kill?: Kill }
  | { kind: 'close'; exchange: string; delayMs: number; kill?: Kill };

/** A new status of an invoice, as the payment system reports it. */
export interface InvoiceStatusAction {
  kind: 'invoice-status';
  paymentId: number;
  status: number;
  errorCode?: number;
  /** Members added to `ps_data`. */
  psData?: Readonly<Record<string, unknown>>;
  /**
   * Fields of the record and of the notification that say something else from now on, also new ones.
   * A value `{ "$number": "10.50" }` is written as that number literal.
   */
  overrides?: Readonly<Record<string, unknown>>;
  /** Default `queue`. */
  notify?: 'queue' | 'none';
}

export const PAYER_ACTIONS = ['open', 'pay', 'decline', 'insufficient-funds', 'expire', 'fail-3ds'] as const;
export type PayerAction = (typeof PAYER_ACTIONS)[number];

/** What the payer, the payment system or the operator does. */
export type GatewayAction =
  | InvoiceStatusAction
  | { kind: 'payer'; paymentId: number; action: PayerAction; notify?: 'queue' | 'none' }
  | {
      kind: 'refund-status';
      shopId: number | string;
      shopRefundId: string;
      status: string;
      errorCode?: number;
      notify?: 'queue' | 'none';
    }
  | { kind: 'payout-status'; payoutId: number; status: number; errorCode?: number }
  | {
      kind: 'balance';
      shopId: number | string;
      currency: number;
      available?: string;
      hold?: string;
      base?: Base;
    }
  | { kind: 'finish'; paymentIds?: readonly number[]; payoutIds?: readonly number[] };

/** What an action did, or why it could not: `absent` (no such object) or `state` (its state forbids it). */
export type ActionResult =
  | { ok: true; changed: number; notifications: string[] }
  | { ok: false; reason: 'absent' | 'state' | 'value'; message: string };

/** One attempt to deliver a notification, ready to send. */
export interface DueAttempt {
  notification: string;
  attempt: number;
  /** 0 for the attempt itself; 1 and more for copies that a fault adds. */
  copy: number;
  type: string;
  about: About;
  status: number | string;
  genuine: true;
  label: null;
  url: string;
  method: 'POST';
  headers: Record<string, string>;
  body: string;
  /** The sender's address. */
  from: string;
  kill?: Kill;
}

/** A notification whose next attempt is due at an instant. */
export interface DueNotification {
  readonly id: string;
  readonly url: string;
  readonly at: number;
}

/** What became of a delivery. `body` is at most its first 4096 characters; `bytes` counts all. */
export interface DeliveryReply {
  outcome: 'replied' | 'timeout' | 'reset' | 'refused' | 'too-large' | 'invalid' | 'aborted';
  status: number | null;
  headers: Record<string, string>;
  body: string;
  bytes: number;
  latencyMs: number;
  /** Whether the request was written to an open connection: without it nobody can have read it. */
  written: boolean;
}

/** A reply, and which attempt of which notification it is the reply to. */
export interface Receipt extends DeliveryReply {
  notification: string;
  attempt: number;
}

export interface GatewayOptions {
  shops: readonly ShopConfig[];
  readings: ReadingValues;
  /** The addresses that notifications come from, used in turn. */
  senders: readonly string[];
  /** `manual`: nothing moves unless told. `autopilot`: payouts, refunds and charges reach their end by themselves. */
  behaviour: 'manual' | 'autopilot';
  /** Whether documented values (payways, cards, accounts) make things happen. */
  magic: boolean;
  /** Whether answers vary within what the specification allows (field order, new fields, new headers). */
  variation: boolean;
  seed: number;
  /** Scheme, host and port under which merchants and payers reach the gateway. */
  publicOrigin: () => string;
  /** The largest request body in bytes; the reading `request.size-limit` otherwise. */
  maxRequestBytes?: number;
  /** How many final invoices and payouts are kept; all if left out. */
  retainFinished?: number;
  /** Whether somebody takes `changes`; default: false. */
  remembers?: boolean;
  /** Whether operations are reached without the prefix `/gateway/v1`, too. Not of the specification. */
  bareBase?: boolean;
  /** Whether a `shop_order_id` may be used again; the newest invoice counts. Not of the specification. */
  repeatedOrderIds?: boolean;
}

export interface GatewayPorts {
  clock: Clock;
  random: Random;
  emit: (event: EventBody) => void;
  faults: FaultPoints;
}

/** Which objects a view lists; every named condition must hold. */
export interface InvoiceQuery {
  paymentId?: number;
  shopOrderId?: string;
  shopId?: number | string;
  base?: Base;
  /** The `revision` after which the object changed. */
  since?: number;
  limit?: number;
}
export interface RefundQuery {
  paymentId?: number;
  shopRefundId?: string;
  shopId?: number | string;
}
export interface PayoutQuery {
  payoutId?: number;
  shopPaymentId?: string;
  shopId?: number | string;
  base?: Base;
  limit?: number;
}
export interface NotificationQuery {
  notification?: string;
  paymentId?: number;
  type?: string;
  limit?: number;
}

export interface BalanceView {
  shopId: string;
  base: Base;
  currency: number;
  available: string;
  frozen: string;
  hold: string;
}

/** A shop without its secrets. */
export interface ShopView extends Omit<ShopConfig, 'secret' | 'testSecret' | 'id'> {
  id: string;
}

/** What can be changed of a shop while the gateway runs. */
export type ShopPatch = Partial<Omit<ShopConfig, 'id' | 'secret' | 'testSecret' | 'balances'>>;

/** A notification as it would be sent: its address, headers and signed body. */
export interface NotificationPreview {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A gateway: pure and synchronous. The shell receives, sends, and moves the clock. */
export interface GatewayCore {
  /** Answers a request, whatever it is. Never throws. */
  receive(request: RawRequest): Answer;
  /** Tells how an answer ended; emits the `answer` event. Latency in milliseconds. */
  completed(exchange: string, how: 'sent' | 'client-closed' | 'failed', latencyMs: number): void;
  act(action: GatewayAction): ActionResult;
  /** The earliest instant at which an attempt or a scripted step is due. */
  nextDueAt(): number | undefined;
  /**
   * Carries out scripted steps that are due and takes the attempts that are due, each once: those that are sent
   * in one instant together. What the caller puts off is left to it, until it takes that.
   */
  takeDue(most?: number, putsOff?: (due: DueNotification) => boolean): Iterable<DueAttempt[]>;
  /** The attempts that a notification makes that was put off; none where it is not due any more. */
  takePutOff(due: DueNotification): DueAttempt[];
  settle(attempt: DueAttempt, reply: DeliveryReply): void;
  /** Whether the reply ends a notification (Events 6, under the readings in force). */
  accepts(reply: DeliveryReply): boolean;
  /** An attempt now, whatever the schedule says; undefined for an unknown notification or one in flight. */
  resend(notification: string): DueAttempt | undefined;
  cancel(notification: string): boolean;
  /** The notification about an invoice if it had this status; undefined for an unknown invoice or without an address. */
  previewNotification(paymentId: number, status: number): NotificationPreview | undefined;
  invoices(query?: InvoiceQuery): InvoiceView[];
  invoice(paymentId: number): InvoiceView | undefined;
  refunds(query?: RefundQuery): RefundView[];
  payouts(query?: PayoutQuery): PayoutView[];
  payout(payoutId: number): PayoutView | undefined;
  tokens(): TokenView[];
  notifications(query?: NotificationQuery): NotificationView[];
  balances(shopId?: number | string): BalanceView[];
  shops(): ShopView[];
  setShop(id: number | string, patch: ShopPatch): ShopView | undefined;
  readings(): ReadingValues;
  setReadings(values: ReadingValues): void;
  /** What must be known again after a restart and has changed since this was asked last; see `remembers`. */
  changes(): MemoryRow[];
  /** Takes in what another gateway told as its changes, in order. Call it before anything else. */
  remember(rows: Iterable<MemoryRow>): void;
}
