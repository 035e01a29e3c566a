import type {
  AnswerEvent,
  AttemptEvent,
  CallEvent,
  HistoryEvent,
  MerchantEvent,
  OutcomeEvent,
  ReplyEvent,
  RequestEvent,
  StateEvent,
} from '../events.ts';
import type { Big } from '../money.ts';

/** One call of the merchant to the gateway. The answer is missing while it is open, or was not recorded. */
export interface Exchange {
  readonly request: RequestEvent;
  answer: AnswerEvent | undefined;
}

/**
 * Whether a right merchant may act on what it was told: `sound` (the gateway's own word, or a rightly
 * signed one that matches), `false` (forged, or contradicts the invoice), `unknown` (cannot be told).
 */
export type Trust = 'sound' | 'unknown' | 'false';

/** One delivery of a notification and what came of it. */
export interface Delivery {
  readonly attempt: AttemptEvent;
  reply: ReplyEvent | undefined;
  trust: Trust;
}

/** A status that the merchant was told. */
export interface Told {
  readonly seq: number;
  readonly status: string;
  readonly event: AnswerEvent | AttemptEvent;
  readonly trust: Trust;
  readonly delivery?: Delivery;
}

/** One attempt to be paid: a shop_order_id of one shop, and all that happened to it. */
export interface Invoice {
  readonly shopId: string;
  readonly shopOrderId: string;
  paymentId: string | undefined;
  mode: 'single' | 'hold' | undefined;
  amount: Big | undefined;
  currency: string | undefined;
  /** invoice/create and invoice/hold. */
  creates: Exchange[];
  charges: Exchange[];
  unholds: Exchange[];
  /** invoice/get-refunds about it. */
  refundLists: Exchange[];
  changes: StateEvent[];
  told: Told[];
  deliveries: Delivery[];
  refunds: Refund[];
  /** The sequence number at which its creation was seen; Infinity for one from before the recording. */
  bornSeq: number;
  /** From when on a right merchant may have taken it for paid; Infinity if never. */
  paidSeq: number;
  /** True when nothing but notifications of unknown trust says that it was paid. */
  paidOnlyByUnknown: boolean;
  /** From when on it may have been taken for held (status 8). */
  heldSeq: number;
  order: OrderTrace | undefined;
}

export interface Refund {
  readonly shopId: string;
  readonly shopRefundId: string;
  invoice: Invoice | undefined;
  amount: Big | undefined;
  currency: string | undefined;
  creates: Exchange[];
  changes: StateEvent[];
  told: Told[];
  deliveries: Delivery[];
  /** From when on a right merchant may have taken it for done (SUCCESS). */
  doneSeq: number;
}

/** One shop_payment_id of one shop, and all that happened to it. */
export interface GatewayPayout {
  readonly shopId: string;
  readonly shopPaymentId: string;
  payoutId: string | undefined;
  amount: Big | undefined;
  account: string | undefined;
  creates: Exchange[];
  /** withdraw/status and withdraw/shop_payment_status. */
  asks: Exchange[];
  changes: StateEvent[];
  told: Told[];
  bornSeq: number;
  trace: PayoutTrace | undefined;
}

/** What the merchant showed at one moment: between the call and its outcome. */
export interface Sample {
  readonly event: OutcomeEvent;
  readonly value: Readonly<Record<string, unknown>>;
  /** When it was asked; the answer's own place when the call was not recorded. */
  readonly askedSeq: number;
  readonly askedRealAt: number;
  readonly name: string;
}

/** A command that the driver gave about one object. */
export interface Command {
  readonly name: string;
  readonly event: CallEvent;
}

/** An order as the merchant showed it over time. */
export interface OrderTrace {
  readonly orderId: string;
  reference: string | undefined;
  /** The call that made it, when it was recorded. */
  created: CallEvent | undefined;
  readonly samples: Sample[];
  readonly shopOrderIds: Set<string>;
  readonly commands: Command[];
  readonly refundSamples: {
    readonly event: OutcomeEvent;
    readonly askedSeq: number;
    readonly askedRealAt: number;
    readonly refunds: readonly Readonly<Record<string, unknown>>[];
  }[];
  invoices: Invoice[];
}

/** A payout as the merchant showed it over time. */
export interface PayoutTrace {
  readonly payoutId: string;
  reference: string | undefined;
  created: CallEvent | undefined;
  readonly samples: Sample[];
  readonly shopPaymentIds: Set<string>;
  readonly commands: Command[];
  payouts: GatewayPayout[];
}

/** A customer's balance as the merchant showed it over time. */
export interface CustomerTrace {
  readonly customer: string;
  readonly samples: Sample[];
}

/** What the judge was told beside the history. */
export interface Settings {
  readonly readings: Readonly<Record<string, string | undefined>>;
  readonly settleMs: number;
  readonly pollMs: number;
  /** After how long the merchant gives up waiting for an answer of the gateway. */
  readonly readTimeoutMs: number;
  /** How soon the merchant finds a lost notification by itself, by its own clock; undefined where nobody said. */
  readonly recoverMs: number | undefined;
  readonly secretMarks: readonly string[];
  readonly secrets: readonly string[];
  readonly capabilities: ReadonlySet<string> | undefined;
  /** Whether all requests are the merchant's own; otherwise only those that carry a signed body of a shop are. */
  readonly soleClient: boolean;
  /** Ids of the gateway's shops, where they are known. */
  readonly shops: ReadonlySet<string> | undefined;
}

/** A history ordered by what it is about. Built in one pass, linear in its length. */
export interface HistoryView {
  readonly settings: Settings;
  readonly events: readonly HistoryEvent[];
  /** What is judged: all, or those that were named. */
  readonly orders: readonly OrderTrace[];
  readonly invoices: readonly Invoice[];
  readonly refunds: readonly Refund[];
  readonly payouts: readonly GatewayPayout[];
  readonly payoutTraces: readonly PayoutTrace[];
  readonly exchanges: readonly Exchange[];
  /** How many requests anybody may have sent: nothing else of them is in this view. */
  readonly strangers: number;
  /** How many requests did not arrive whole. */
  readonly cutRequests: number;
  /** Answers that were sent so late that the merchant may have given up on them, or so shortly before it was killed. */
  readonly lateAnswers: ReadonlySet<AnswerEvent>;
  /** Those of them that the merchant may have given up on. */
  readonly givenUpAnswers: ReadonlySet<AnswerEvent>;
  readonly deliveries: readonly Delivery[];
  readonly customers: readonly CustomerTrace[];
  /** All of them, judged or not. */
  readonly everyOrder: readonly OrderTrace[];
  readonly everyPayoutTrace: readonly PayoutTrace[];
  readonly payoutCalls: readonly CallEvent[];
  readonly orderCalls: readonly CallEvent[];
  readonly outcomes: ReadonlyMap<string, OutcomeEvent>;
  readonly jobs: readonly { readonly call: CallEvent; readonly outcome: OutcomeEvent }[];
  readonly merchant: readonly MerchantEvent[];
  readonly balances: readonly StateEvent[];
  readonly tokens: readonly StateEvent[];
  /** Instants from which every token text was seen, by whether a right merchant may use it. */
  readonly tokenSightings: ReadonlyMap<string, { soundSeq: number; falseEvent: HistoryEvent | undefined }>;
  /** Whether calls to the gateway were recorded at all. */
  readonly seesGateway: boolean;
  invoicesOf(shopOrderId: string): readonly Invoice[];
  /** How many invoices of no known order, alike in amount and currency, may have been paid before this. */
  strayPaid(amount: Big | undefined, currency: string | undefined, beforeSeq: number): number;
  /** The same of funds that were held. */
  strayHeld(amount: Big | undefined, currency: string | undefined, beforeSeq: number): number;
}
