/** The way back: from the rows that a store kept to a gateway that goes on where it was. */

import type { Base } from '../protocol/operations.ts';
import { isFinalPayout } from '../protocol/payout-states.ts';
import { isRefundStatus } from '../protocol/refund-states.ts';
import { attemptAt } from '../protocol/retry-schedule.ts';
import { isFinal } from './change.ts';
import type { Account, Invoice, Notification, Payout, Refund, Subject } from './entities.ts';
import type { IdCounters } from './ids.ts';
import type {
  NoticeMemory,
  NotificationMemory,
  PayoutMemory,
  RefundMemory,
  StepMemory,
  SubjectName,
} from './memory.ts';
import type { MemoryKind, MemoryRow } from './memory-row.ts';
import { Big } from './money.ts';
import { createNotification, plan } from './outbox.ts';
import { type InvoiceMemory, idsOfPacked } from './packed-invoice.ts';
import { changeReadings } from './rules.ts';
import { accountOf, invoiceOf } from './store.ts';
import type { BalanceView, ShopPatch } from './types.ts';
import type { World } from './world.ts';

const instant = (text: string): number => Date.parse(text);
const instantOrNull = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function rememberInvoice({ store }: World, invoice: Invoice): Invoice {
  store.invoices.addKept(invoice.account, invoice, invoice);
  if (invoice.token !== null) store.tokens.set(invoice.token.text, invoice.token);
  return invoice;
}

function refundOf(world: World, number: number, view: RefundMemory): Refund {
  const invoice = world.store.invoices.get(view.paymentId);
  if (invoice === undefined || !isRefundStatus(view.status)) {
    throw new Error(`refund ${JSON.stringify(view.shopRefundId)} has no invoice`);
  }
  return {
    kind: 'refund',
    number,
    account: invoice.account,
    invoice,
    shopRefundId: view.shopRefundId,
    status: view.status,
    amount: view.amount,
    errorCode: view.errorCode,
    callbackUrl: view.callbackUrl,
    created: instant(view.created),
    processed: instantOrNull(view.processed),
    revision: view.revision,
  };
}

function rememberRefund(world: World, number: number, view: RefundMemory): Refund {
  const refund = refundOf(world, number, view);
  refund.account.refunds.set(refund.shopRefundId, refund);
  refund.invoice.refunds ??= [];
  refund.invoice.refunds.push(refund);
  return refund;
}

function payoutOf(world: World, view: PayoutMemory): Payout {
  return {
    kind: 'payout',
    account: accountOf(world.store, view),
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
    revision: view.revision,
  };
}

function rememberPayout(world: World, _id: number, view: PayoutMemory): Payout {
  const payout = payoutOf(world, view);
  world.store.payouts.set(payout.payoutId, payout);
  payout.account.payouts.set(payout.shopPaymentId, payout);
  if (!isFinalPayout(payout.status)) world.store.openPayouts.add(payout);
  return payout;
}

function rememberBalance(world: World, view: BalanceView): void {
  const { currency, available, frozen, hold } = view;
  accountOf(world.store, view).balances.set(currency, {
    currency,
    available: new Big(available),
    frozen: new Big(frozen),
    hold: new Big(hold),
  });
}

function subjectCalled(
  world: World,
  refunds: ReadonlyMap<number, Refund>,
  name: SubjectName,
): Subject | undefined {
  if (name.kind === 'invoice') return world.store.invoices.get(name.id);
  return name.kind === 'payout' ? world.store.payouts.get(name.id) : refunds.get(name.id);
}

/** An object as a notification found it, for the text of the notification; nothing else knows it. */
function asItWas(world: World, live: Subject, { entity, refunded }: NoticeMemory): Subject {
  if (live.kind === 'refund') return refundOf(world, live.number, entity as RefundMemory);
  if (live.kind === 'payout') return payoutOf(world, entity as PayoutMemory);
  const invoice = invoiceOf(world.store, entity as InvoiceMemory);
  if (refunded === undefined) return invoice;
  // Of its refunds then the sums are left, and more than these is not told of them.
  const sums = (['SUCCESS', 'WAITING'] as const).map((status) => ({ status, amount: refunded[status] }));
  invoice.refunds = sums.filter(({ amount }) => !new Big(amount).eq(0)) as Refund[];
  return invoice;
}

/** What is left to do of a notification. An attempt of which nobody noted the reply is made again. */
function resume(world: World, notification: Notification): void {
  const { state, nextAt, endedAs } = notification;
  if (state === 'due') plan(world, notification, Math.max(nextAt ?? 0, world.ports.clock.now()));
  else if (state !== 'in-flight') world.store.ended(notification);
  else if (endedAs !== null) {
    notification.state = endedAs;
    world.store.ended(notification);
  } else {
    const first = notification.firstAt ?? world.ports.clock.now();
    const next = attemptAt(first, notification.made + 1, world.readings);
    plan(world, notification, Math.max(next ?? 0, world.ports.clock.now()));
  }
}

/** Puts a shop's settings as they were changed while it ran in the place of those that it was started with. */
export function applyPatch(account: Account, patch: ShopPatch): void {
  account.patch = { ...account.patch, ...patch };
  account.config = { ...account.config, ...patch };
  account.inputs = new Map(account.config.inputs.map((payway) => [payway.alias, payway]));
  account.outputs = new Map(account.config.outputs.map((payway) => [payway.alias, payway]));
}

/** Takes in the rows of a store, in the order of their kinds and within one of their ids. */
export function remember(world: World, rows: Iterable<MemoryRow>): void {
  const { store, ids, agenda } = world;
  const refunds = new Map<number, Refund>();
  const notices = new Map<number, NoticeMemory>();
  const scripted = (subject: Subject, { script }: { script?: readonly (number | string)[] }): void => {
    if (script !== undefined) store.scripts.set(subject, [...script]);
  };
  const takers: Readonly<Record<MemoryKind, (id: number | string, data: never) => void>> = {
    counters: (_id, data: IdCounters) => ids.goOn(data),
    readings(_id, data: Partial<World['readings']>) {
      changeReadings(world, { ...world.readings, ...data });
    },
    shop(id, data: ShopPatch) {
      for (const base of ['production', 'test'] as const) {
        applyPatch(accountOf(world.store, { base, shopId: String(id) }), data);
      }
    },
    used: (_id, data: { base: Base; shopId: string; id: string }) =>
      void accountOf(world.store, data).usedIds.add(data.id),
    tried: (_id, data: { base: Base; shopId: string; id: string }) =>
      void accountOf(world.store, data).triedIds.add(data.id),
    text: (id, text: string) => store.texts.goOn(Number(id), text),
    invoice: (_id, data: InvoiceMemory) =>
      scripted(rememberInvoice(world, invoiceOf(world.store, data)), data),
    refund(id, data: RefundMemory) {
      const refund = rememberRefund(world, Number(id), data);
      refunds.set(refund.number, refund);
      scripted(refund, data);
    },
    payout: (id, data: PayoutMemory) => scripted(rememberPayout(world, Number(id), data), data),
    balance: (_id, data: BalanceView) => rememberBalance(world, data),
    notice: (id, data: NoticeMemory) => void notices.set(Number(id), data),
    notification(id, { parked, ...state }: NotificationMemory) {
      const notice = notices.get(Number(id));
      const live = notice === undefined ? undefined : subjectCalled(world, refunds, notice);
      if (notice === undefined || live === undefined) return;
      const made = createNotification(world, asItWas(world, live, notice), `n${id}`);
      if (made === undefined) return;
      const notification: Notification = { ...made, ...state, url: notice.url, subject: live };
      store.notifications.set(notification.id, notification);
      if (parked) store.parked.add(notification);
      resume(world, notification);
    },
    step(id, { subject: name, at, ...due }: StepMemory) {
      const subject = subjectCalled(world, refunds, name);
      if (subject === undefined || isFinal(world, subject)) world.memory.forget('step', id);
      else agenda.plan(at, { kind: 'step', id: Number(id), subject, ...due });
    },
    // The fault engine's own.
    faults: () => undefined,
  };
  for (const { kind, id, data } of rows) {
    if (data === null) continue;
    const ids = kind === 'invoice' ? idsOfPacked(data) : undefined;
    if (ids === undefined) takers[kind](id, JSON.parse(data) as never);
    else store.invoices.addKept(accountOf(world.store, ids), ids, data);
  }
  if (store.keepsAll) return;
  for (const invoice of store.invoices.values()) if (isFinal(world, invoice)) store.finished(invoice);
  for (const payout of store.payouts.values()) if (isFinal(world, payout)) store.finished(payout);
}
