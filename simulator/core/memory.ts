/** What a gateway must know again after its end: rows that a store keeps, each of which replaces the one before. */

import type { Invoice, Notification, Payout, Refund, Subject } from './entities.ts';
import type { Memory } from './memory-port.ts';
import { type MemoryKind, type MemoryRow, numberOfNotification } from './memory-row.ts';
import { type InvoiceMemory, packInvoice } from './packed-invoice.ts';
import { refundedSum } from './records.ts';
import { entityOfPayout, entityOfRefund } from './view-of.ts';
import type { PayoutEntity, RefundEntity } from './views.ts';
import type { Cause, World } from './world.ts';

/** Statuses that faults still want of an object. */
interface Scripted {
  readonly script?: readonly (number | string)[];
}
export interface RefundMemory extends RefundEntity, Scripted {}
export interface PayoutMemory extends PayoutEntity, Scripted {}

/** Which object a notification or a step is about: an invoice and a payout by its id, a refund by its number. */
export interface SubjectName {
  readonly kind: Subject['kind'];
  readonly id: number;
}
/** What a notification was made from: the object as it was. */
export interface NoticeMemory extends SubjectName {
  readonly url: string;
  readonly entity: InvoiceMemory | RefundMemory | PayoutMemory;
  /** Of an invoice: what was refunded of it then, and what was to be. */
  readonly refunded?: { readonly SUCCESS: string; readonly WAITING: string };
}
export type NotificationMemory = Pick<
  Notification,
  'state' | 'nextAt' | 'firstAt' | 'made' | 'attempts' | 'copiesLeft' | 'copiesSent' | 'endedAs' | 'moved'
> & { readonly parked: boolean };
export interface StepMemory {
  readonly subject: SubjectName;
  readonly at: number;
  readonly status: number | string;
  readonly cause: Cause;
  readonly silent?: boolean;
}

const nothing = (): void => undefined;
/** Of a gateway whose memory nobody keeps. */
const noMemory: Memory = { touch: nothing, noted: nothing, put: nothing, forget: nothing, take: () => [] };

export function nameOf(subject: Subject): SubjectName {
  const { kind } = subject;
  if (kind === 'invoice') return { kind, id: subject.paymentId };
  return kind === 'refund' ? { kind, id: subject.number } : { kind, id: subject.payoutId };
}

function entityOf(world: World, subject: Subject): InvoiceMemory | RefundMemory | PayoutMemory {
  const script = world.store.scripts.get(subject);
  const scripted = script === undefined ? {} : { script };
  if (subject.kind === 'refund') return { ...entityOfRefund(subject), ...scripted };
  if (subject.kind === 'payout') return { ...entityOfPayout(subject), ...scripted };
  const found = subject.token === null ? {} : { token: true as const };
  return { ...found, ...scripted, i: packInvoice(world.store, subject) };
}

function noticeOf(world: World, { subject, url }: Notification): NoticeMemory {
  const entity = entityOf(world, subject);
  if (subject.kind !== 'invoice' || subject.refunds === null) return { ...nameOf(subject), url, entity };
  const refunded = { SUCCESS: refundedSum(subject, 'SUCCESS'), WAITING: refundedSum(subject, 'WAITING') };
  return { ...nameOf(subject), url, entity, refunded };
}

function stateOf(world: World, notification: Notification): NotificationMemory {
  const { state, nextAt, firstAt, made, attempts, copiesLeft, copiesSent, endedAs, moved } = notification;
  const parked = world.store.parked.has(notification);
  return { state, nextAt, firstAt, made, attempts, copiesLeft, copiesSent, endedAs, moved, parked };
}

const isNotification = (thing: Subject | Notification): thing is Notification => 'subject' in thing;

/**
 * @param keeps whether somebody takes what changed; otherwise nothing is noted
 * @param worldOf gives the world that is noted, which has this memory itself
 */
export function createMemory(keeps: boolean, worldOf: () => World): Memory {
  if (!keeps) return noMemory;
  const touched = new Set<Subject | Notification>();
  let rows = new Map<string, MemoryRow>();
  let counted = '';
  const put = (kind: MemoryKind, id: number | string, data: string | null): void => {
    rows.set(`${kind} ${id}`, { kind, id, data });
  };
  return {
    touch: (thing) => void touched.add(thing),
    noted(notification) {
      const notice = noticeOf(worldOf(), notification);
      put('notice', numberOfNotification(notification.id), JSON.stringify(notice));
    },
    put: (kind, id, data) => put(kind, id, JSON.stringify(data)),
    forget: (kind, id) => put(kind, id, null),
    take() {
      const world = worldOf();
      for (const thing of touched) {
        if (isNotification(thing)) {
          if (!world.store.notifications.has(thing.id)) continue;
          put('notification', numberOfNotification(thing.id), JSON.stringify(stateOf(world, thing)));
          continue;
        }
        if (!isKept(world, thing)) continue;
        const { kind, id } = nameOf(thing);
        put(kind, id, JSON.stringify(entityOf(world, thing)));
      }
      touched.clear();
      const counters = JSON.stringify(world.ids.counters());
      if (counters !== counted) put('counters', 0, counters);
      counted = counters;
      const taken = [...rows.values()];
      rows = new Map();
      return taken;
    },
  };
}

/** What was forgotten meanwhile is not written again. */
function isKept({ store }: World, subject: Invoice | Refund | Payout): boolean {
  if (subject.kind === 'invoice') return store.invoices.get(subject.paymentId) === subject;
  if (subject.kind === 'payout') return store.payouts.get(subject.payoutId) === subject;
  return subject.account.refunds.get(subject.shopRefundId) === subject;
}
