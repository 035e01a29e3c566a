import type { Event } from '../protocol/events.ts';
import { isFinalPayout } from '../protocol/payout-states.ts';
import { isRefundStatus } from '../protocol/refund-states.ts';
import { keepRequest, sharedAmount, sharedText } from './compact.ts';
import type { Account, Invoice, Payout, Refund, Subject } from './entities.ts';
import { Big } from './money.ts';
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
  const said = {
    account,
    shopOrderId: view.shopOrderId,
    amount: sharedAmount(view.amount),
    currency: view.currency,
    payway: sharedText(view.payway),
    description: view.description,
    callbackUrl: sharedText(view.callbackUrl),
    callbackRejectedUrl: sharedText(view.callbackRejectedUrl),
    successUrl: sharedText(view.successUrl),
    failedUrl: sharedText(view.failedUrl),
  };
  const invoice: Invoice = {
    kind: 'invoice',
    ...said,
    ...keepRequest(said, view.request),
    paymentId: view.paymentId,
    mode: view.mode,
    status: view.status,
    psCurrency: view.psCurrency,
    expiresAt: instantOrNull(view.expiresAt),
    created: instant(view.created),
    createdAt: before?.createdAt ?? instant(view.created),
    updated: instant(view.updated),
    processed: instantOrNull(view.processed),
    heldAt: instantOrNull(view.heldAt),
    payerPrice: sharedAmount(view.payerPrice),
    shopShare: sharedAmount(view.shopShare),
    // A journal of an earlier version does not name it.
    settlement: view.settlement ?? null,
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
    session: view.session === world.ids.session(view.paymentId) ? null : view.session,
    revision: world.ids.revision(),
  };
  // What is already known by this object stays known: refunds and notifications point at it.
  const kept = before === undefined ? invoice : Object.assign(before, invoice);
  store.invoices.set(kept.paymentId, kept);
  account.invoices.set(kept.shopOrderId, kept);
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

/** Takes over what a `state` event says; gives the object that notifications are about. */
export function restoreSubject(world: World, event: StateEvent): Subject | undefined {
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
