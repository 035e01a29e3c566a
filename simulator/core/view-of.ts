import { maskFields, maskText } from '../protocol/masking.ts';
import { requestOf } from './compact.ts';
import type { Invoice, Notification, Payout, Refund, Token } from './entities.ts';
import { sessionOf } from './ids.ts';
import { maskedJson, safe } from './masked.ts';
import { shortest } from './money.ts';
import { invoiceRecord, payoutRecord, refundedSum, refundRecord } from './records.ts';
import type {
  InvoiceEntity,
  InvoiceView,
  NotificationView,
  PayoutEntity,
  PayoutView,
  RefundEntity,
  RefundView,
  TokenView,
} from './views.ts';
import type { World } from './world.ts';

let lastInstant = Number.NaN;
let lastText = '';

/** Neighbours often share an instant, so the last text is kept. */
function iso(instant: number): string {
  if (instant !== lastInstant) {
    lastInstant = instant;
    lastText = new Date(instant).toISOString();
  }
  return lastText;
}
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

/** An invoice with its record. */
export function viewOfInvoice(world: World, invoice: Invoice): InvoiceView {
  return {
    ...entityOfInvoice(world, invoice),
    record: maskFields(invoiceRecord(world, invoice, 'check'), [invoice.account.secret]),
  };
}

/** An invoice as `state` events hold it. */
export function entityOfInvoice(world: World, invoice: Invoice): InvoiceEntity {
  return {
    paymentId: invoice.paymentId,
    revision: invoice.revision,
    shopId: invoice.account.idText,
    base: invoice.account.base,
    shopOrderId: safe(invoice.account, invoice.shopOrderId),
    mode: invoice.mode,
    status: invoice.status,
    amount: invoice.amount,
    currency: invoice.currency,
    payway: invoice.payway,
    description: safe(invoice.account, invoice.description),
    callbackUrl: safe(invoice.account, invoice.callbackUrl),
    callbackRejectedUrl: safe(invoice.account, invoice.callbackRejectedUrl),
    successUrl: safe(invoice.account, invoice.successUrl),
    failedUrl: safe(invoice.account, invoice.failedUrl),
    expiresAt: isoOrNull(invoice.expiresAt),
    created: iso(invoice.created),
    updated: iso(invoice.updated),
    processed: isoOrNull(invoice.processed),
    heldAt: isoOrNull(invoice.heldAt),
    payerPrice: invoice.payerPrice,
    shopShare: invoice.shopShare,
    settlement: invoice.settlement,
    psCurrency: invoice.psCurrency,
    errorCode: invoice.errorCode,
    token: invoice.token?.masked ?? null,
    tokenUsed: invoice.tokenUsed,
    issueToken: invoice.issueToken,
    chargeRequested: invoice.chargeRequested,
    unholdRequested: invoice.unholdRequested,
    refunded: refundedSum(invoice, 'SUCCESS'),
    refundWaiting: refundedSum(invoice, 'WAITING'),
    account: invoice.payer,
    psData: maskedJson(invoice.psData),
    overrides: maskedJson(invoice.overrides),
    session: sessionOf(world, invoice),
    request: requestOf(invoice),
  };
}

/** A refund with its record. */
export function viewOfRefund(world: World, refund: Refund): RefundView {
  return {
    ...entityOfRefund(refund),
    record: maskFields(refundRecord(world, refund), [refund.account.secret]),
  };
}

/** A refund as `state` events hold it. */
export function entityOfRefund(refund: Refund): RefundEntity {
  return {
    shopRefundId: safe(refund.account, refund.shopRefundId),
    paymentId: refund.invoice.paymentId,
    shopId: refund.account.idText,
    base: refund.account.base,
    status: refund.status,
    amount: refund.amount,
    currency: refund.invoice.currency,
    errorCode: refund.errorCode,
    callbackUrl: safe(refund.account, refund.callbackUrl),
    created: iso(refund.created),
    processed: isoOrNull(refund.processed),
    revision: refund.revision,
  };
}

/** A payout with its record. */
export function viewOfPayout(world: World, payout: Payout): PayoutView {
  return {
    ...entityOfPayout(payout),
    record: maskFields(payoutRecord(world, payout), [payout.account.secret]),
  };
}

/** A payout as `state` events hold it. */
export function entityOfPayout(payout: Payout): PayoutEntity {
  return {
    payoutId: payout.payoutId,
    shopId: payout.account.idText,
    base: payout.account.base,
    shopPaymentId: safe(payout.account, payout.shopPaymentId),
    status: payout.status,
    amount: payout.amount,
    amountType: payout.amountType,
    payway: payout.payway,
    account: safe(payout.account, payout.recipient),
    accountDetails: payout.accountDetails,
    description: safe(payout.account, payout.description),
    currency: payout.currency,
    shopCurrency: payout.shopCurrency,
    payeeReceive: shortest(payout.payeeReceive),
    shopWriteOff: shortest(payout.shopWriteOff),
    errorCode: payout.errorCode,
    asked: payout.asked,
    created: iso(payout.created),
    updated: iso(payout.updated),
    revision: payout.revision,
  };
}

export function viewOfToken(token: Token): TokenView {
  return {
    token: token.masked,
    paymentId: token.invoice.paymentId,
    shopId: token.invoice.account.idText,
    base: token.invoice.account.base,
    status: token.status,
    account: token.invoice.payer ?? '411111******1111',
    expiresAt: iso(token.expiresAt),
  };
}

export function viewOfNotification(world: World, notification: Notification): NotificationView {
  const due = notification.state === 'due' ? notification.nextAt : null;
  return {
    notification: notification.id,
    type: notification.type,
    about: notification.about,
    shopId: notification.account.idText,
    base: notification.account.base,
    status: notification.status,
    state: notification.state,
    nextAt: isoOrNull(due),
    attempts: notification.attempts.map(({ attempt, at, reply, accepted }) => ({
      attempt,
      at: iso(at),
      reply:
        reply === null
          ? null
          : { outcome: reply.outcome, status: reply.status, accepted, latencyMs: reply.latencyMs },
    })),
    url: notification.url,
    body: maskText(notification.body, world.store.secrets),
  };
}
