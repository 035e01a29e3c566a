import type { About } from '../protocol/events.ts';
import { notificationUrl } from '../protocol/notifications.ts';
import { sharedText } from './compact.ts';
import type { Invoice, Notification, Refund, Subject } from './entities.ts';
import { renderNotification } from './notification-body.ts';
import type { NotificationPreview } from './types.ts';
import type { World } from './world.ts';

/** The type of notifications about each kind of object (Events 1; payouts only under a reading). */
const TYPES: Readonly<Record<Subject['kind'], string>> = {
  invoice: 'invoice',
  refund: 'refund',
  payout: 'withdraw',
};

function aboutOf(subject: Subject): About {
  if (subject.kind === 'payout') return { payoutId: subject.payoutId };
  const invoice = subject.kind === 'invoice' ? subject : subject.invoice;
  const about: About = { paymentId: invoice.paymentId, shopOrderId: invoice.shopOrderId };
  return subject.kind === 'invoice' ? about : { ...about, shopRefundId: subject.shopRefundId };
}

function invoiceAddress(world: World, invoice: Invoice): string | undefined {
  const settings = invoice.account.config.callbackUrl;
  const own = invoice.callbackUrl ?? undefined;
  const rejections = world.readings['notification.rejected-address'] === 'rejections';
  if (rejections && invoice.status === 6 && invoice.callbackRejectedUrl !== null) {
    return invoice.callbackRejectedUrl;
  }
  return world.readings['notification.address-precedence'] === 'request-first'
    ? (own ?? settings)
    : (settings ?? own);
}

function refundAddress(world: World, refund: Refund): string | undefined {
  const own = refund.callbackUrl ?? undefined;
  const shared = refund.account.config.callbackUrl ?? refund.invoice.callbackUrl ?? undefined;
  return world.readings['notification.refund-address'] === 'shared' ? (shared ?? own) : (own ?? shared);
}

function addressOf(world: World, subject: Subject): string | undefined {
  if (subject.kind === 'invoice') return invoiceAddress(world, subject);
  return subject.kind === 'refund' ? refundAddress(world, subject) : subject.account.config.callbackUrl;
}

/** The notification about an object as it is now; undefined where there is no address to send it to. */
export function createNotification(world: World, subject: Subject, id: string): Notification | undefined {
  const address = addressOf(world, subject);
  if (address === undefined || address === '') return undefined;
  const type = TYPES[subject.kind];
  const { body, headers } = renderNotification(world, subject);
  const { senders } = world.options;
  return {
    id,
    account: subject.account,
    subject,
    type,
    about: aboutOf(subject),
    status: subject.status,
    url: sharedText(notificationUrl(address, type)),
    headers,
    body,
    from: senders[Number(id.slice(1)) % Math.max(1, senders.length)] ?? '127.0.0.1',
    state: 'due',
    nextAt: null,
    firstAt: null,
    made: 0,
    attempts: [],
    copiesLeft: 0,
    copiesSent: 0,
    parallelLeft: 0,
    endedAs: null,
    moved: false,
  };
}

/**
 * The notification about an invoice as it would be sent if it had this status. Nothing is queued and nothing
 * changes; undefined where there is no address to send it to.
 */
export function previewNotification(
  world: World,
  invoice: Invoice,
  status: number,
): NotificationPreview | undefined {
  const { url, headers, body } = createNotification(world, { ...invoice, status }, 'n0') ?? {};
  return url === undefined || headers === undefined || body === undefined
    ? undefined
    : { url, headers, body };
}

/** Makes the next attempt of a notification due at an instant of gateway time. */
export function plan(world: World, notification: Notification, at: number): void {
  notification.state = 'due';
  notification.nextAt = at;
  world.memory.touch(notification);
  world.agenda.plan(at, { kind: 'attempt', notification, at });
}

/** Ends a notification without an accepted reply. */
export function endNotification(
  world: World,
  notification: Notification,
  state: 'accepted' | 'exhausted' | 'cancelled',
): void {
  notification.state = state;
  notification.nextAt = null;
  world.memory.touch(notification);
  world.store.ended(notification);
}

function dropOlder(world: World, subject: Subject): void {
  for (const other of world.store.notifications.values()) {
    if (other.subject === subject && other.state === 'due') endNotification(world, other, 'cancelled');
  }
}

/** Queues the notification about an object's new status, due now. Gives its id, or null where none is sent. */
export function notify(world: World, subject: Subject): string | null {
  if (subject.kind === 'payout' && world.readings['notification.payouts'] === 'none') return null;
  const notification = createNotification(world, subject, world.ids.notification());
  if (notification === undefined) return null;
  if (world.readings['notification.superseded'] === 'dropped') dropOlder(world, subject);
  world.store.notifications.set(notification.id, notification);
  world.memory.noted(notification);
  plan(world, notification, world.ports.clock.now());
  return notification.id;
}
