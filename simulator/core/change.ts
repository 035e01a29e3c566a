import type { EventBody } from '../protocol/events.ts';
import { invoiceMayMove, isFinalInvoice } from '../protocol/invoice-states.ts';
import { isFinalPayout, payoutMayMove } from '../protocol/payout-states.ts';
import { isRefundStatus, type RefundStatus, refundMayMove } from '../protocol/refund-states.ts';
import type { Account, Balance, Invoice, Payout, Refund, Subject } from './entities.ts';
import { Big, shortest } from './money.ts';
import { notify } from './outbox.ts';
import { refundedSum } from './records.ts';
import { tokenOf } from './token.ts';
import { entityOfInvoice, entityOfPayout, entityOfRefund, viewOfToken } from './view-of.ts';
import type { Cause, World } from './world.ts';

type StateEvent = Extract<EventBody, { kind: 'state' }>;

/** What a change did. */
export interface Changed {
  /** The queued notification. */
  notification: string | null;
}

/** How a change is made. `silent`: no notification. */
export interface Manner {
  cause: Cause;
  errorCode?: number;
  silent?: boolean;
}

function emitState(
  world: World,
  account: Account,
  event: Pick<StateEvent, 'object' | 'id' | 'from' | 'to' | 'cause'>,
  notification: string | null,
  entity: object,
): void {
  world.ports.emit({
    kind: 'state',
    object: event.object,
    id: event.id,
    from: event.from,
    to: event.to,
    cause: event.cause,
    shopId: account.idText,
    notification,
    entity: entity as Record<string, unknown>,
  });
}

/** Tells the journal about a subject's new status. */
export function emitSubject(
  world: World,
  subject: Subject,
  from: number | string | null,
  cause: Cause,
  notification: string | null,
): void {
  const { account, status: to } = subject;
  world.memory.touch(subject);
  if (subject.kind === 'invoice') {
    const id = String(subject.paymentId);
    const entity = entityOfInvoice(world, subject);
    emitState(world, account, { object: 'invoice', id, from, to, cause }, notification, entity);
  } else if (subject.kind === 'refund') {
    const id = subject.shopRefundId;
    const entity = entityOfRefund(subject);
    emitState(world, account, { object: 'refund', id, from, to, cause }, notification, entity);
  } else {
    const id = String(subject.payoutId);
    const entity = entityOfPayout(subject);
    emitState(world, account, { object: 'payout', id, from, to, cause }, notification, entity);
  }
}

/** Changes a balance. Its total stays, but for what payouts and payments change, or the operator. */
export function moveBalance(
  world: World,
  account: Account,
  currency: number,
  change: { available?: Big; frozen?: Big; hold?: Big },
  cause: Cause,
): Balance {
  const zero = new Big(0);
  const balance = account.balances.get(currency) ?? { currency, available: zero, frozen: zero, hold: zero };
  balance.available = balance.available.plus(change.available ?? 0);
  balance.frozen = balance.frozen.plus(change.frozen ?? 0);
  balance.hold = balance.hold.plus(change.hold ?? 0);
  account.balances.set(currency, balance);
  const entity = balanceEntity(account, balance);
  world.memory.put('balance', `${account.base} ${account.id} ${currency}`, entity);
  emitState(
    world,
    account,
    { object: 'balance', id: String(currency), from: null, to: entity.available, cause },
    null,
    entity,
  );
  return balance;
}

/** A balance as events and views show it. */
export function balanceEntity(account: Account, balance: Balance) {
  return {
    shopId: account.idText,
    base: account.base,
    currency: balance.currency,
    available: shortest(balance.available),
    frozen: shortest(balance.frozen),
    hold: shortest(balance.hold),
  };
}

function issueToken(world: World, invoice: Invoice, cause: Cause): void {
  const token = tokenOf(invoice, world.ports.clock.wall());
  invoice.token = token;
  world.store.tokens.set(token.text, token);
  emitState(
    world,
    invoice.account,
    { object: 'token', id: token.masked, from: null, to: token.status, cause },
    null,
    viewOfToken(token),
  );
}

function applyInvoice(world: World, invoice: Invoice, to: number, manner: Manner): void {
  const now = world.ports.clock.wall();
  invoice.status = to;
  invoice.updated = now;
  invoice.errorCode = manner.errorCode ?? (to === 6 ? invoice.errorCode : 0);
  if (to === 4 || to === 6 || to === 8) invoice.processed = now;
  if (to === 8) invoice.heldAt = world.ports.clock.now();
  if (to === 4 && invoice.issueToken && invoice.token === null) issueToken(world, invoice, manner.cause);
  if (isFinalInvoice(to, world.readings['invoice.after-refund'])) world.store.finished(invoice);
}

/**
 * Moves an invoice to a status. The gateway's truth moves first, then the notification about it is queued
 * (Events, trigger table).
 *
 * @returns undefined where the transition table forbids it
 */
export function moveInvoice(world: World, invoice: Invoice, to: number, manner: Manner): Changed | undefined {
  const { status: from, mode } = invoice;
  if (!invoiceMayMove(from, to, mode, world.readings)) return undefined;
  applyInvoice(world, invoice, to, manner);
  if (to === 4) credit(world, invoice, new Big(invoice.shopShare), manner.cause);
  invoice.revision = world.ids.revision();
  const notification = manner.silent === true ? null : notify(world, invoice);
  emitSubject(world, invoice, from, manner.cause, notification);
  return { notification };
}

/** Adds to what the shop has of a payment, where payments move its balance. */
function credit(world: World, { account, currency }: Invoice, sum: Big, cause: Cause): void {
  if (world.readings['balance.payments'] === 'unmoved') return;
  moveBalance(world, account, currency, { available: sum }, cause);
}

function markRefunded(world: World, invoice: Invoice, cause: Cause): void {
  if (world.readings['invoice.after-refund'] !== '7' || invoice.status !== 4) return;
  if (new Big(refundedSum(invoice, 'SUCCESS')).lt(invoice.amount)) return;
  invoice.status = 7;
  invoice.updated = world.ports.clock.wall();
  invoice.revision = world.ids.revision();
  emitSubject(world, invoice, 4, cause, null);
}

/** Moves a refund to a status; undefined where its state forbids it. */
export function moveRefund(
  world: World,
  refund: Refund,
  to: RefundStatus,
  manner: Manner,
): Changed | undefined {
  const from = refund.status;
  if (!refundMayMove(from, to)) return undefined;
  refund.status = to;
  refund.processed = world.ports.clock.wall();
  refund.errorCode = manner.errorCode ?? 0;
  refund.revision = world.ids.revision();
  const notification = manner.silent === true ? null : notify(world, refund);
  emitSubject(world, refund, from, manner.cause, notification);
  if (to === 'SUCCESS') {
    credit(world, refund.invoice, new Big(refund.amount).times(-1), manner.cause);
    markRefunded(world, refund.invoice, manner.cause);
  }
  return { notification };
}

/** Moves a payout to a status: at 5 the frozen funds are debited, at 6 they return to the balance. */
export function movePayout(world: World, payout: Payout, to: number, manner: Manner): Changed | undefined {
  const from = payout.status;
  if (!payoutMayMove(from, to, world.readings)) return undefined;
  payout.status = to;
  payout.updated = world.ports.clock.wall();
  payout.errorCode = manner.errorCode ?? 0;
  payout.revision = world.ids.revision();
  if (isFinalPayout(to)) {
    world.store.openPayouts.delete(payout);
    world.store.finished(payout);
    const frozen = payout.shopWriteOff.times(-1);
    const change = to === 6 ? { frozen, available: payout.shopWriteOff } : { frozen };
    moveBalance(world, payout.account, payout.shopCurrency, change, manner.cause);
  }
  const notification = manner.silent === true ? null : notify(world, payout);
  emitSubject(world, payout, from, manner.cause, notification);
  return { notification };
}

/** Moves any object; undefined where its state, or the kind of status, forbids it. */
export function move(
  world: World,
  subject: Subject,
  to: number | string,
  manner: Manner,
): Changed | undefined {
  if (subject.kind === 'refund') {
    return typeof to === 'string' && isRefundStatus(to) ? moveRefund(world, subject, to, manner) : undefined;
  }
  const status = typeof to === 'number' ? to : Number(to);
  if (!Number.isSafeInteger(status)) return undefined;
  return subject.kind === 'invoice'
    ? moveInvoice(world, subject, status, manner)
    : movePayout(world, subject, status, manner);
}

/** Whether nothing can happen to an object any more. */
export function isFinal(world: World, subject: Subject): boolean {
  if (subject.kind === 'invoice') {
    return isFinalInvoice(subject.status, world.readings['invoice.after-refund']);
  }
  return subject.kind === 'payout' ? isFinalPayout(subject.status) : subject.status !== 'WAITING';
}
