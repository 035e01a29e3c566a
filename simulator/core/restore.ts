import type { Event } from '../protocol/events.ts';
import { isFinalInvoice } from '../protocol/invoice-states.ts';
import { acceptsReply } from '../protocol/notifications.ts';
import { isFinalPayout } from '../protocol/payout-states.ts';
import { isRefundStatus } from '../protocol/refund-states.ts';
import { attemptAt } from '../protocol/retry-schedule.ts';
import type { Account, Invoice, Notification, Payout, Refund, Subject } from './entities.ts';
import { Big } from './money.ts';
import { createNotification, endNotification, plan } from './outbox.ts';
import { planSteps, STEP_MS } from './scripts.ts';
import { accountKey } from './store.ts';
import { tokenOf } from './token.ts';
import type { BalanceView } from './types.ts';
import type { InvoiceEntity, PayoutEntity, RefundEntity, TokenView } from './views.ts';
import type { World } from './world.ts';

type StateEvent = Extract<Event, { kind: 'state' }>;

const instant = (text: string): number => Date.parse(text);
const instantOrNull = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function accountOf(world: World, view: { base: Account['base']; shopId: string }): Account | undefined {
  return world.store.accounts.get(accountKey(view.base, view.shopId));
}

function restoreInvoice(world: World, account: Account, view: InvoiceEntity): Invoice {
  const { store } = world;
  const before = store.invoices.get(view.paymentId);
  const invoice: Invoice = {
    kind: 'invoice',
    account,
    paymentId: view.paymentId,
    shopOrderId: view.shopOrderId,
    mode: view.mode,
    status: view.status,
    amount: view.amount,
    currency: view.currency,
    psCurrency: view.psCurrency,
    payway: view.payway,
    description: view.description,
    callbackUrl: view.callbackUrl,
    callbackRejectedUrl: view.callbackRejectedUrl,
    successUrl: view.successUrl,
    failedUrl: view.failedUrl,
    expiresAt: instantOrNull(view.expiresAt),
    created: instant(view.created),
    createdAt: before?.createdAt ?? instant(view.created),
    updated: instant(view.updated),
    processed: instantOrNull(view.processed),
    heldAt: instantOrNull(view.heldAt),
    payerPrice: view.payerPrice,
    shopShare: view.shopShare,
    errorCode: view.errorCode,
    token: before?.token ?? null,
    tokenUsed: view.tokenUsed,
    issueToken: view.issueToken,
    chargeRequested: view.chargeRequested,
    unholdRequested: view.unholdRequested,
    refunds: before?.refunds ?? null,
    payer: view.account,
    psData: view.psData,
    overrides: Object.keys(view.overrides).length === 0 ? null : view.overrides,
    session: view.session,
    request: view.request,
    revision: world.ids.revision(),
  };
  // What is already known by this object stays known: refunds and notifications point at it.
  const kept = before === undefined ? invoice : Object.assign(before, invoice);
  store.invoices.set(kept.paymentId, kept);
  account.invoices.set(kept.shopOrderId, kept);
  if (isFinalInvoice(kept.status)) store.openInvoices.delete(kept);
  else store.openInvoices.add(kept);
  world.ids.skip({ payment: kept.paymentId });
  return kept;
}

function restoreRefund(world: World, account: Account, view: RefundEntity): Refund | undefined {
  const invoice = world.store.invoices.get(view.paymentId);
  if (invoice === undefined || !isRefundStatus(view.status)) return undefined;
  const before = account.refunds.get(view.shopRefundId);
  const refund: Refund = {
    kind: 'refund',
    account,
    invoice,
    shopRefundId: view.shopRefundId,
    status: view.status,
    amount: view.amount,
    errorCode: view.errorCode,
    callbackUrl: view.callbackUrl,
    created: instant(view.created),
    processed: instantOrNull(view.processed),
    revision: world.ids.revision(),
  };
  if (before !== undefined) return Object.assign(before, refund);
  account.refunds.set(refund.shopRefundId, refund);
  invoice.refunds ??= [];
  invoice.refunds.push(refund);
  return refund;
}

function restorePayout(world: World, account: Account, view: PayoutEntity): Payout {
  const { store } = world;
  const payout: Payout = {
    kind: 'payout',
    account,
    payoutId: view.payoutId,
    shopPaymentId: view.shopPaymentId,
    status: view.status,
    amount: view.amount,
    amountType: view.amountType,
    payway: view.payway,
    recipient: view.account,
    accountDetails: view.accountDetails,
    description: view.description,
    currency: view.currency,
    shopCurrency: view.shopCurrency,
    payeeReceive: new Big(view.payeeReceive),
    shopWriteOff: new Big(view.shopWriteOff),
    errorCode: view.errorCode,
    asked: view.asked,
    created: instant(view.created),
    updated: instant(view.updated),
    revision: world.ids.revision(),
  };
  const before = store.payouts.get(view.payoutId);
  const kept = before === undefined ? payout : Object.assign(before, payout);
  store.payouts.set(kept.payoutId, kept);
  account.payouts.set(kept.shopPaymentId, kept);
  if (isFinalPayout(kept.status)) store.openPayouts.delete(kept);
  else store.openPayouts.add(kept);
  world.ids.skip({ payout: kept.payoutId });
  return kept;
}

function restoreBalance(account: Account, view: BalanceView): void {
  const { currency, available, frozen, hold } = view;
  account.balances.set(currency, {
    currency,
    available: new Big(available),
    frozen: new Big(frozen),
    hold: new Big(hold),
  });
}

/** The token itself follows from the shop's secret; the journal has only its mask. */
function restoreToken(world: World, view: TokenView, at: string): void {
  const invoice = world.store.invoices.get(view.paymentId);
  if (invoice === undefined) return;
  const token = { ...tokenOf(invoice, instant(at)), expiresAt: instant(view.expiresAt), status: view.status };
  invoice.token = token;
  world.store.tokens.set(token.text, token);
}

function restoreSubject(world: World, event: StateEvent): Subject | undefined {
  // The journal's own lines: the gateway wrote them as the view of the object.
  const view = event.entity as unknown;
  const account = accountOf(world, view as { base: Account['base']; shopId: string });
  if (account === undefined) return undefined;
  if (event.object === 'invoice') return restoreInvoice(world, account, view as InvoiceEntity);
  if (event.object === 'refund') return restoreRefund(world, account, view as RefundEntity);
  if (event.object === 'payout') return restorePayout(world, account, view as PayoutEntity);
  if (event.object === 'balance') restoreBalance(account, view as BalanceView);
  if (event.object === 'token') restoreToken(world, view as TokenView, event.at);
  return undefined;
}

/** A notification that was queued: its body follows from the object as it was then. */
function restoreNotification(world: World, subject: Subject, id: string, at: string): void {
  const notification = createNotification(world, subject, id);
  world.ids.skip({ notification: id });
  if (notification === undefined) return;
  world.store.notifications.set(id, notification);
  notification.nextAt = instant(at);
}

function restoreAttempt(world: World, event: Extract<Event, { kind: 'attempt' }>): void {
  const notification = world.store.notifications.get(event.notification);
  if (notification === undefined) return;
  const at = instant(event.at);
  notification.firstAt ??= at;
  notification.made = Math.max(notification.made, event.attempt);
  notification.nextAt = null;
  if (notification.attempts.at(-1)?.attempt === event.attempt) return;
  notification.attempts.push({ attempt: event.attempt, at, reply: null, accepted: false });
}

function restoreReply(world: World, event: Extract<Event, { kind: 'reply' }>): void {
  const notification = world.store.notifications.get(event.notification);
  const made = notification?.attempts.find((each) => each.attempt === event.attempt);
  if (notification === undefined || made === undefined) return;
  const { outcome, status, headers, body, bytes, latencyMs } = event;
  made.reply = { outcome, status, headers, body: '', bytes, latencyMs };
  made.accepted ||=
    event.accepted || (outcome === 'replied' && acceptsReply({ status, headers, body }, world.readings));
  notification.nextAt = event.nextAt === null ? null : instant(event.nextAt);
}

/** What is left to do of a notification after the journal's end. An attempt without a reply is made again. */
function resume(world: World, notification: Notification): void {
  if (notification.attempts.some((each) => each.accepted)) {
    endNotification(world, notification, 'accepted');
    return;
  }
  const first = notification.firstAt;
  const next = first === null ? notification.nextAt : attemptAt(first, notification.made + 1, world.readings);
  if (next === undefined || next === null) endNotification(world, notification, 'exhausted');
  else plan(world, notification, Math.max(next, world.ports.clock.now()));
}

/** What the autopilot had planned is planned again, from now on. */
function planAgain(world: World): void {
  if (world.options.behaviour === 'manual') return;
  const { openPayouts, openInvoices, accounts } = world.store;
  for (const payout of openPayouts) planSteps(world, payout, [3, 5], 'payment-system', STEP_MS.payout);
  for (const invoice of openInvoices) {
    const paid = invoice.mode === 'hold' && !invoice.chargeRequested ? 8 : 4;
    const byItself = invoice.chargeRequested || (invoice.tokenUsed !== null && invoice.status !== 8);
    if (byItself) planSteps(world, invoice, [paid], 'payment-system');
  }
  for (const account of accounts.values()) {
    for (const refund of account.refunds.values()) {
      if (refund.status === 'WAITING') planSteps(world, refund, ['SUCCESS'], 'payment-system');
    }
  }
}

/** Rebuilds the state from the journal's events, oldest first. */
export function restore(world: World, events: Iterable<Event>): void {
  for (const event of events) {
    if (event.kind === 'request') world.ids.skip({ exchange: event.exchange });
    else if (event.kind === 'attempt') restoreAttempt(world, event);
    else if (event.kind === 'reply') restoreReply(world, event);
    else if (event.kind === 'state') {
      const subject = restoreSubject(world, event);
      const id = event.notification ?? null;
      if (subject !== undefined && id !== null) restoreNotification(world, subject, id, event.at);
    }
  }
  for (const notification of world.store.notifications.values()) resume(world, notification);
  planAgain(world);
}
