import type { About } from '../protocol/events.ts';
import type { Base } from '../protocol/operations.ts';
import type { RefundStatus } from '../protocol/refund-states.ts';
import type { Big } from './money.ts';
import type { Payway, ShopConfig } from './shop-config.ts';
import type { DeliveryReply, ShopPatch } from './types.ts';

/** Money of a shop in one currency. */
export interface Balance {
  currency: number;
  available: Big;
  frozen: Big;
  hold: Big;
}

/** A shop in one of the two bases, with all that it owns there. */
export interface Account {
  readonly base: Base;
  readonly id: number;
  readonly idText: string;
  readonly secret: string;
  config: ShopConfig;
  /** What was changed of its settings while it runs. */
  patch: ShopPatch;
  inputs: Map<string, Payway>;
  outputs: Map<string, Payway>;
  readonly balances: Map<number, Balance>;
  /** Payment ids of its invoices by their orders. */
  readonly orders: Map<string, number>;
  readonly payouts: Map<string, Payout>;
  readonly refunds: Map<string, Refund>;
  /** Ids that refused creates used up (reading `create.refused-id`). */
  readonly usedIds: Set<string>;
  /** Orders for which invoice/try was called (readings about invoice/try). */
  readonly triedIds: Set<string>;
}

export interface Token {
  /** The token itself; never shown. */
  readonly text: string;
  readonly masked: string;
  readonly invoice: Invoice;
  status: string;
  readonly expiresAt: number;
}

/** The names of a create request's fields, and which of them the invoice says itself. */
export interface RequestShape {
  readonly names: readonly string[];
  readonly said: readonly boolean[];
}

/** The other currency in which a payment is settled, and what one unit of the invoice's is worth in it. */
export interface Settlement {
  readonly currency: number;
  readonly rate: string;
}

/** A create request, masked, without what its invoice says as well. */
export interface KeptRequest {
  readonly requestShape: RequestShape;
  /** The other values, as a JSON array. */
  readonly requestRest: string;
}

/** Instants are epoch milliseconds of the time that records show. */
export interface Invoice extends KeptRequest {
  readonly kind: 'invoice';
  readonly account: Account;
  readonly paymentId: number;
  readonly shopOrderId: string;
  readonly mode: 'single' | 'hold';
  status: number;
  readonly amount: string;
  readonly currency: number;
  readonly psCurrency: number;
  readonly payway: string;
  readonly description: string | null;
  readonly callbackUrl: string | null;
  readonly callbackRejectedUrl: string | null;
  readonly successUrl: string | null;
  readonly failedUrl: string | null;
  readonly expiresAt: number | null;
  readonly created: number;
  /** Gateway time, from which the days of a hold are counted. */
  readonly createdAt: number;
  updated: number;
  processed: number | null;
  /** Gateway time. */
  heldAt: number | null;
  readonly payerPrice: string;
  readonly shopShare: string;
  /** null where it is settled as it was paid. */
  readonly settlement: Settlement | null;
  errorCode: number;
  token: Token | null;
  /** Masked. */
  readonly tokenUsed: string | null;
  readonly issueToken: boolean;
  chargeRequested: boolean;
  unholdRequested: boolean;
  refunds: Refund[] | null;
  /** Masked account of the payer. */
  readonly payer: string | null;
  psData: Record<string, unknown> | null;
  overrides: Record<string, unknown> | null;
  /** The payer's session, where it is another than the one that the invoice's id gives. */
  readonly session: string | null;
  revision: number;
}

export interface Refund {
  readonly kind: 'refund';
  /** Counted over all shops, in the order of creation. */
  readonly number: number;
  readonly account: Account;
  readonly invoice: Invoice;
  readonly shopRefundId: string;
  status: RefundStatus;
  readonly amount: string;
  errorCode: number;
  readonly callbackUrl: string | null;
  readonly created: number;
  processed: number | null;
  revision: number;
}

export interface Payout {
  readonly kind: 'payout';
  readonly account: Account;
  readonly payoutId: number;
  readonly shopPaymentId: string;
  status: number;
  readonly amount: string;
  readonly amountType: string;
  readonly payway: string;
  /** Masked where it is a card number. */
  readonly recipient: string;
  readonly accountDetails: Record<string, unknown> | null;
  readonly description: string | null;
  readonly currency: number;
  readonly shopCurrency: number;
  readonly payeeReceive: Big;
  readonly shopWriteOff: Big;
  errorCode: number;
  asked: number;
  readonly created: number;
  updated: number;
  revision: number;
}

export type Subject = Invoice | Refund | Payout;

/** An attempt that was made. */
export interface AttemptMade {
  attempt: number;
  at: number;
  /** What else the merchant said is in the history, masked. */
  reply: Pick<DeliveryReply, 'outcome' | 'status' | 'latencyMs'> | null;
  accepted: boolean;
}

/** A notification on its way. */
export interface Notification {
  readonly id: string;
  readonly account: Account;
  readonly subject: Subject;
  readonly type: string;
  readonly about: About;
  readonly status: number | string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly from: string;
  state: 'due' | 'in-flight' | 'accepted' | 'exhausted' | 'cancelled';
  /** Gateway time of the next attempt, while one is due. */
  nextAt: number | null;
  firstAt: number | null;
  /** Attempts made so far. */
  made: number;
  attempts: AttemptMade[];
  /** Copies that a fault still wants sent of the attempt under way. */
  copiesLeft: number;
  copiesSent: number;
  /** Attempts of copies that are on their way, besides the attempt itself. */
  parallelLeft: number;
  /** How it had ended before it was sent again by hand. */
  endedAs: 'accepted' | 'exhausted' | 'cancelled' | null;
  /** Whether a fault already moved the next attempt. */
  moved: boolean;
}
