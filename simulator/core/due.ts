import { maskHeaders, maskText } from '../protocol/masking.ts';
import { acceptsReply } from '../protocol/notifications.ts';
import { attemptAt } from '../protocol/retry-schedule.ts';
import type { Notification } from './entities.ts';
import type { DeliveryPlan, FaultDelivery, Kill } from './fault-points.ts';
import { endNotification, plan } from './outbox.ts';
import type { DeliveryReply, DueAttempt, DueNotification } from './types.ts';
import type { World } from './world.ts';

/** A notification that waits for another one goes out by itself after this time. */
const REORDER_MS = 60_000;

const LOST: DeliveryReply = {
  outcome: 'aborted',
  status: null,
  headers: {},
  body: '',
  bytes: 0,
  latencyMs: 0,
  written: false,
};

const REPLY_BODY_CHARACTERS = 4096;

function candidate(notification: Notification): FaultDelivery {
  const { about, account } = notification;
  return {
    notification: notification.id,
    attempt: notification.made + 1,
    type: notification.type,
    status: notification.status,
    base: account.base,
    shopId: account.idText,
    ...(about.shopOrderId === undefined ? {} : { shopOrderId: about.shopOrderId }),
    ...(about.paymentId === undefined ? {} : { paymentId: about.paymentId }),
    ...(about.payoutId === undefined ? {} : { payoutId: about.payoutId }),
  };
}

function attemptOf(notification: Notification, attempt: number, copy: number, kill?: Kill): DueAttempt {
  return {
    notification: notification.id,
    attempt,
    copy,
    type: notification.type,
    about: notification.about,
    status: notification.status,
    genuine: true,
    label: null,
    url: notification.url,
    method: 'POST',
    headers: { ...notification.headers },
    body: notification.body,
    from: notification.from,
    ...(kill === undefined ? {} : { kill }),
  };
}

function emitAttempt(world: World, due: DueAttempt): void {
  world.ports.emit({
    kind: 'attempt',
    notification: due.notification,
    attempt: due.attempt,
    type: due.type,
    about: due.about,
    status: due.status,
    genuine: true,
    label: null,
    url: due.url,
    method: due.method,
    headers: maskHeaders(due.headers),
    body: maskText(due.body, world.store.secrets),
    from: due.from,
  });
}

/** Takes the next attempt of a notification: it is in flight from now on. */
export function takeAttempt(world: World, notification: Notification, kill?: Kill): DueAttempt {
  const now = world.ports.clock.now();
  world.memory.touch(notification);
  notification.state = 'in-flight';
  notification.nextAt = null;
  notification.firstAt ??= now;
  notification.made += 1;
  notification.moved = false;
  notification.copiesSent = 0;
  notification.attempts.push({ attempt: notification.made, at: now, reply: null, accepted: false });
  const due = attemptOf(notification, notification.made, 0, kill);
  emitAttempt(world, due);
  return due;
}

function takeCopy(world: World, notification: Notification): DueAttempt {
  notification.copiesSent += 1;
  const due = attemptOf(notification, notification.made, notification.copiesSent);
  emitAttempt(world, due);
  return due;
}

function emitBites(world: World, notification: Notification, faults: DeliveryPlan['faults']): void {
  for (const { id, effect } of faults) {
    world.ports.emit({ kind: 'fault', fault: id, action: 'bit', effect, notification: notification.id });
  }
}

/** Takes an attempt out of turn; undefined while one is in flight. An ended notification stays ended. */
export function takeAgain(world: World, notification: Notification): DueAttempt | undefined {
  const { state } = notification;
  if (state === 'in-flight') return undefined;
  notification.endedAs = state === 'due' ? null : state;
  return takeAttempt(world, notification);
}

/** The attempts that a due notification makes now: usually one; none or several where a fault bites. */
export function attemptsOf(world: World, notification: Notification): DueAttempt[] {
  const now = world.ports.clock.now();
  if (notification.copiesLeft > 0) {
    world.memory.touch(notification);
    notification.copiesLeft -= 1;
    notification.state = 'in-flight';
    notification.nextAt = null;
    return [takeCopy(world, notification)];
  }
  const bite = notification.moved ? undefined : world.ports.faults.delivery(candidate(notification));
  if (bite === undefined) return [takeAttempt(world, notification)];
  emitBites(world, notification, bite.faults);
  if (bite.delayMs !== undefined || bite.reorder === true) {
    notification.moved = true;
    plan(world, notification, now + (bite.delayMs ?? REORDER_MS));
    if (bite.reorder === true) world.store.parked.add(notification);
    return [];
  }
  const first = takeAttempt(world, notification, bite.kill);
  if (bite.drop === true) {
    settleAttempt(world, first, LOST);
    return [];
  }
  const { duplicate } = bite;
  if (duplicate === undefined) return [first];
  if (!duplicate.parallel) {
    notification.copiesLeft = duplicate.times;
    return [first];
  }
  notification.parallelLeft = duplicate.times;
  return [first, ...Array.from({ length: duplicate.times }, () => takeCopy(world, notification))];
}

/**
 * Carries out what is due: `step` for scripted steps; gives the attempts to make, as the caller asks for them.
 *
 * @param most ends after so many due things; the rest stays due
 * @param putsOff whether the caller makes the attempts of a notification later
 */
export function* takeDueAttempts(
  world: World,
  step: (due: Extract<ReturnType<World['agenda']['take']>, { kind: 'step' }>) => void,
  most: number,
  putsOff: (due: DueNotification) => boolean,
): Generator<DueAttempt[]> {
  for (let taken = 0; taken < most; taken += 1) {
    const due = world.agenda.take(world.ports.clock.now());
    if (due === undefined) return;
    if (due.kind === 'step') {
      world.memory.forget('step', due.id);
      step(due);
      continue;
    }
    const { notification, at } = due;
    if (putsOff({ id: notification.id, url: notification.url, at })) continue;
    const attempts = attemptsOf(world, notification);
    if (attempts.length > 0) yield attempts;
  }
}

/** Lets notifications go that waited for this one (fault `reorder`). */
function releaseParked(world: World, settled: Notification): void {
  for (const parked of world.store.parked) {
    if (parked === settled || parked.account !== settled.account) continue;
    world.store.parked.delete(parked);
    if (parked.state === 'due') plan(world, parked, world.ports.clock.now());
  }
}

function planNext(world: World, notification: Notification): number | null {
  const now = world.ports.clock.now();
  const first = notification.firstAt ?? now;
  const at = attemptAt(first, notification.made + 1, world.readings);
  if (at === undefined) return null;
  const next = Math.max(at, now);
  plan(world, notification, next);
  return next;
}

/** What follows from a settled attempt: the end, a copy, or the next attempt at an instant. */
function goOn(world: World, notification: Notification, accepted: boolean): number | null {
  if (notification.copiesLeft > 0) {
    plan(world, notification, world.ports.clock.now());
    return notification.nextAt;
  }
  const ended =
    accepted || notification.attempts.at(-1)?.accepted === true ? 'accepted' : notification.endedAs;
  if (ended !== null) {
    endNotification(world, notification, ended);
    return null;
  }
  const next = planNext(world, notification);
  if (next === null) endNotification(world, notification, 'exhausted');
  return next;
}

/** Notes the reply to an attempt, and plans the next attempt where it was not accepted. */
export function settleAttempt(world: World, due: DueAttempt, reply: DeliveryReply): void {
  const notification = world.store.notifications.get(due.notification);
  const accepted = acceptsReply(reply, world.readings) && reply.outcome === 'replied';
  let nextAt: number | null = null;
  if (notification !== undefined) {
    world.memory.touch(notification);
    const made = notification.attempts.find((each) => each.attempt === due.attempt);
    if (made !== undefined) {
      const { outcome, status, latencyMs } = reply;
      made.reply ??= { outcome, status, latencyMs };
      made.accepted ||= accepted;
    }
    if (notification.parallelLeft > 0) notification.parallelLeft -= 1;
    else if (notification.state === 'in-flight') nextAt = goOn(world, notification, accepted);
    releaseParked(world, notification);
  }
  world.ports.emit({
    kind: 'reply',
    notification: due.notification,
    attempt: due.attempt,
    outcome: reply.outcome,
    status: reply.status,
    headers: maskHeaders(reply.headers, world.store.secrets),
    body: maskText(reply.body.slice(0, REPLY_BODY_CHARACTERS), world.store.secrets),
    bytes: reply.bytes,
    accepted,
    latencyMs: reply.latencyMs,
    written: reply.written,
    nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
  });
}
