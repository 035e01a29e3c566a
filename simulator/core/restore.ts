import type { Event } from '../protocol/events.ts';
import { acceptsReply } from '../protocol/notifications.ts';
import { attemptAt } from '../protocol/retry-schedule.ts';
import { isFinal } from './change.ts';
import type { Notification, Subject } from './entities.ts';
import { createNotification, endNotification, plan } from './outbox.ts';
import { restoreSubject } from './restore-objects.ts';
import { planSteps, STEP_MS } from './scripts.ts';
import type { World } from './world.ts';

const instant = (text: string): number => Date.parse(text);

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
  const { outcome, status, headers, body, bytes, latencyMs, written = true } = event;
  made.reply = { outcome, status, headers, body: '', bytes, latencyMs, written };
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
  const { openPayouts, invoices, accounts } = world.store;
  for (const payout of openPayouts) planSteps(world, payout, [3, 5], 'payment-system', STEP_MS.payout);
  for (const invoice of invoices.values()) {
    if (isFinal(invoice)) continue;
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
  for (const invoice of world.store.invoices.values()) if (isFinal(invoice)) world.store.finished(invoice);
  for (const payout of world.store.payouts.values()) if (isFinal(payout)) world.store.finished(payout);
}
