import type { About } from '../protocol/events.ts';
import type { Base } from '../protocol/operations.ts';

/** An invoice as the control plane and the journal show it: plain JSON, masked. Amounts are decimal text. */
export interface InvoiceView {
  paymentId: number;
  /** Counts every change of anything: a later change has a greater one. */
  revision: number;
  shopId: string;
  base: Base;
  shopOrderId: string;
  mode: 'single' | 'hold';
  status: number;
  /** As the merchant wrote it. */
  amount: string;
  currency: number;
  payway: string;
  description: string | null;
  callbackUrl: string | null;
  callbackRejectedUrl: string | null;
  successUrl: string | null;
  failedUrl: string | null;
  expiresAt: string | null;
  /** Instants, ISO 8601 in UTC. */
  created: string;
  updated: string;
  processed: string | null;
  heldAt: string | null;
  /** What the payer pays, and what the shop gets, after fees. */
  payerPrice: string;
  shopShare: string;
  /** The other currency in which it is settled, and the rate; null where there is none. */
  settlement: { currency: number; rate: string } | null;
  psCurrency: number;
  errorCode: number;
  /** The token that the invoice issued, masked. */
  token: string | null;
  /** The token that pays it, masked. */
  tokenUsed: string | null;
  issueToken: boolean;
  chargeRequested: boolean;
  unholdRequested: boolean;
  /** Sum of the refunds that succeeded, and of those that wait. */
  refunded: string;
  refundWaiting: string;
  account: string | null;
  psData: Record<string, unknown>;
  overrides: Record<string, unknown>;
  session: string;
  /** What the create request said, masked, without its signature. */
  request: Record<string, unknown>;
  /** What invoice/check answers, masked, numbers as their literal text. */
  record: Record<string, unknown>;
}

export interface RefundView {
  shopRefundId: string;
  paymentId: number;
  shopId: string;
  base: Base;
  status: string;
  amount: string;
  currency: number;
  errorCode: number;
  callbackUrl: string | null;
  created: string;
  processed: string | null;
  revision: number;
  /** What the gateway answers about it, masked, numbers as their literal text. */
  record: Record<string, unknown>;
}

export interface PayoutView {
  payoutId: number;
  shopId: string;
  base: Base;
  shopPaymentId: string;
  status: number;
  amount: string;
  amountType: string;
  payway: string;
  /** Masked where it is a card number. */
  account: string;
  accountDetails: Record<string, unknown> | null;
  description: string | null;
  /** Of the payway: what the recipient gets. */
  currency: number;
  shopCurrency: number;
  payeeReceive: string;
  shopWriteOff: string;
  errorCode: number;
  /** How often its status was asked. */
  asked: number;
  created: string;
  updated: string;
  revision: number;
  /** What the gateway answers about it, masked, numbers as their literal text. */
  record: Record<string, unknown>;
}

/** What `state` events hold of an object: all but the record. */
export type InvoiceEntity = Omit<InvoiceView, 'record'>;
export type RefundEntity = Omit<RefundView, 'record'>;
export type PayoutEntity = Omit<PayoutView, 'record'>;

export interface TokenView {
  /** Masked: `tok~` and eight hex digits, the same for the same token. */
  token: string;
  paymentId: number;
  shopId: string;
  base: Base;
  status: string;
  account: string;
  expiresAt: string;
}

export interface AttemptView {
  attempt: number;
  at: string;
  reply: {
    outcome: string;
    status: number | null;
    accepted: boolean;
    latencyMs: number;
  } | null;
}

export interface NotificationView {
  notification: string;
  type: string;
  about: About;
  shopId: string;
  base: Base;
  status: number | string;
  state: 'due' | 'in-flight' | 'accepted' | 'exhausted' | 'cancelled';
  nextAt: string | null;
  attempts: AttemptView[];
  url: string;
  /** Masked. */
  body: string;
}
