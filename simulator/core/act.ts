import { isFinalPayout } from '../protocol/payout-states.ts';
import { isRefundStatus } from '../protocol/refund-states.ts';
import { isFinal, move, moveBalance, moveInvoice, movePayout, moveRefund } from './change.ts';
import type { Invoice, Refund, Subject } from './entities.ts';
import { Big } from './money.ts';
import { endNotification } from './outbox.ts';
import { accountKey } from './store.ts';
import type { ActionResult, GatewayAction, InvoiceStatusAction, PayerAction } from './types.ts';
import type { Due, World } from './world.ts';

const absent = (message: string): ActionResult => ({ ok: false, reason: 'absent', message });

function done(notification: string | null, changed = 1): ActionResult {
  return { ok: true, changed, notifications: notification === null ? [] : [notification] };
}

function forbidden(subject: Subject, to: number | string): ActionResult {
  const { kind, status } = subject;
  return {
    ok: false,
    reason: 'state',
    message: `The ${kind} has status ${status}; it cannot become ${JSON.stringify(to)} (${kind} states).`,
  };
}

/** Fields that a test may not replace: they identify the object or prove the message. */
const FIXED = new Set(['sign']);

function applyExtras(invoice: Invoice, action: InvoiceStatusAction): () => void {
  const before = { psData: invoice.psData, overrides: invoice.overrides };
  if (action.psData !== undefined) invoice.psData = { ...invoice.psData, ...action.psData };
  if (action.overrides !== undefined) {
    const wanted = Object.entries(action.overrides).filter(([key]) => !FIXED.has(key));
    invoice.overrides = { ...invoice.overrides, ...Object.fromEntries(wanted) };
  }
  return () => Object.assign(invoice, before);
}

function invoiceStatus(world: World, action: InvoiceStatusAction): ActionResult {
  const invoice = world.store.invoices.get(action.paymentId);
  if (invoice === undefined) return absent(`There is no invoice with payment id ${action.paymentId}.`);
  const undo = applyExtras(invoice, action);
  const changed = moveInvoice(world, invoice, action.status, {
    cause: 'payment-system',
    silent: action.notify === 'none',
    ...(action.errorCode === undefined ? {} : { errorCode: action.errorCode }),
  });
  if (changed !== undefined) return done(changed.notification);
  undo();
  return forbidden(invoice, action.status);
}

/** What a payer does, and the status and code that follow. */
const PAYER: Readonly<Record<PayerAction, { status: number; errorCode: number }>> = {
  open: { status: 2, errorCode: 0 },
  pay: { status: 4, errorCode: 0 },
  decline: { status: 6, errorCode: 2000 },
  'insufficient-funds': { status: 6, errorCode: 9 },
  expire: { status: 6, errorCode: 2000 },
  'fail-3ds': { status: 6, errorCode: 2000 },
};

function payer(world: World, action: Extract<GatewayAction, { kind: 'payer' }>): ActionResult {
  const { paymentId } = action;
  const invoice = world.store.invoices.get(paymentId);
  if (invoice === undefined) return absent(`There is no invoice with payment id ${paymentId}.`);
  world.ports.emit({ kind: 'payer', paymentId, action: action.action });
  const { status, errorCode } = PAYER[action.action];
  // A page that is opened again changes nothing.
  if (status === 2 && invoice.status !== 1) return done(null, 0);
  if (isFinal(world, invoice) || invoice.status === 8 || invoice.chargeRequested)
    return forbidden(invoice, status);
  const to = status === 4 && invoice.mode === 'hold' ? 8 : status;
  const changed = moveInvoice(world, invoice, to, {
    cause: 'payer',
    errorCode,
    silent: action.notify === 'none',
  });
  return changed === undefined ? forbidden(invoice, to) : done(changed.notification);
}

function findRefund(world: World, shopId: number | string, shopRefundId: string): Refund | undefined {
  for (const base of ['production', 'test'] as const) {
    const refund = world.store.accounts.get(accountKey(base, shopId))?.refunds.get(shopRefundId);
    if (refund !== undefined) return refund;
  }
  return undefined;
}

function refundStatus(world: World, action: Extract<GatewayAction, { kind: 'refund-status' }>): ActionResult {
  const { shopId, shopRefundId, status } = action;
  const refund = findRefund(world, shopId, shopRefundId);
  if (refund === undefined) return absent(`Shop ${shopId} has no refund ${JSON.stringify(shopRefundId)}.`);
  if (!isRefundStatus(status)) {
    const message = `${JSON.stringify(status)} is not a refund status: expected WAITING, SUCCESS or FAILED.`;
    return { ok: false, reason: 'value', message };
  }
  const changed = moveRefund(world, refund, status, {
    cause: 'payment-system',
    silent: action.notify === 'none',
    ...(action.errorCode === undefined ? {} : { errorCode: action.errorCode }),
  });
  return changed === undefined ? forbidden(refund, status) : done(changed.notification);
}

function payoutStatus(world: World, action: Extract<GatewayAction, { kind: 'payout-status' }>): ActionResult {
  const payout = world.store.payouts.get(action.payoutId);
  if (payout === undefined) return absent(`There is no payout with id ${action.payoutId}.`);
  const changed = movePayout(world, payout, action.status, {
    cause: 'payment-system',
    ...(action.errorCode === undefined ? {} : { errorCode: action.errorCode }),
  });
  return changed === undefined ? forbidden(payout, action.status) : done(changed.notification);
}

function setBalance(world: World, action: Extract<GatewayAction, { kind: 'balance' }>): ActionResult {
  const account = world.store.accounts.get(accountKey(action.base ?? 'production', action.shopId));
  if (account === undefined) return absent(`There is no shop ${action.shopId}.`);
  const balance = account.balances.get(action.currency);
  const change: { available?: Big; hold?: Big } = {};
  for (const name of ['available', 'hold'] as const) {
    const wanted = action[name];
    if (wanted === undefined) continue;
    if (!/^\d+(\.\d+)?$/.test(wanted)) {
      const message = `${name}: ${JSON.stringify(wanted)} is not an amount: expected decimal text such as "100.00".`;
      return { ok: false, reason: 'value', message };
    }
    change[name] = new Big(wanted).minus(balance?.[name] ?? 0);
  }
  moveBalance(world, account, action.currency, change, 'payment-system');
  return done(null);
}

/** Every object that a `finish` is about, which is not final yet. */
function unfinished(world: World, action: Extract<GatewayAction, { kind: 'finish' }>): Subject[] {
  const { paymentIds, payoutIds } = action;
  const all = paymentIds === undefined && payoutIds === undefined;
  const { store } = world;
  const invoices = all
    ? [...store.invoices.values()]
    : (paymentIds ?? []).flatMap((id) => store.invoices.get(id) ?? []);
  const payouts = all
    ? [...store.openPayouts]
    : (payoutIds ?? []).flatMap((id) => store.payouts.get(id) ?? []);
  const refunds = invoices.flatMap((invoice) => invoice.refunds ?? []);
  return [...refunds, ...invoices, ...payouts].filter((subject) => !isFinal(world, subject));
}

function isAbout(subject: Subject, ids: ReadonlySet<number>): boolean {
  if (subject.kind === 'payout') return ids.has(subject.payoutId);
  return ids.has(subject.kind === 'invoice' ? subject.paymentId : subject.invoice.paymentId);
}

/** Brings objects to a final state without telling anyone, and drops their notifications. */
function finish(world: World, action: Extract<GatewayAction, { kind: 'finish' }>): ActionResult {
  const subjects = unfinished(world, action);
  for (const subject of subjects) {
    world.store.scripts.delete(subject);
    world.memory.touch(subject);
    const to = subject.kind === 'refund' ? 'FAILED' : 6;
    move(world, subject, to, { cause: 'script', silent: true });
  }
  const { paymentIds, payoutIds } = action;
  const all = paymentIds === undefined && payoutIds === undefined;
  const ids = new Set([...(paymentIds ?? []), ...(payoutIds ?? [])]);
  for (const notification of world.store.notifications.values()) {
    const open = notification.state === 'due' || notification.state === 'in-flight';
    if (open && (all || isAbout(notification.subject, ids)))
      endNotification(world, notification, 'cancelled');
  }
  return done(null, subjects.length);
}

/** Carries out what the payer, the payment system or a tester does. */
export function act(world: World, action: GatewayAction): ActionResult {
  switch (action.kind) {
    case 'invoice-status':
      return invoiceStatus(world, action);
    case 'payer':
      return payer(world, action);
    case 'refund-status':
      return refundStatus(world, action);
    case 'payout-status':
      return payoutStatus(world, action);
    case 'balance':
      return setBalance(world, action);
    case 'finish':
      return finish(world, action);
  }
}

/** Carries out a planned step. A hold does not expire like an unpaid invoice. */
export function carryOutStep(world: World, due: Extract<Due, { kind: 'step' }>): void {
  const { subject, status, cause, silent = false } = due;
  if (cause === 'clock' && subject.kind === 'invoice' && subject.heldAt !== null) return;
  if (subject.kind === 'payout' && isFinalPayout(subject.status)) return;
  move(world, subject, status, { cause, silent });
}
