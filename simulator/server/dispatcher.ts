import type { DeliveryReply, DueAttempt, GatewayCore, Kill, Receipt } from '../core/types.ts';
import type { AnswerGate } from './answer-gate.ts';
import type { Courier } from './delivery.ts';
import type { Message } from './message.ts';

/** Carries due attempts out and tells the core what became of them. */
export interface Dispatcher {
  /** Takes and starts all that is due now, or the first so many; returns how many attempts that were. */
  pump(most?: number): number;
  /** Starts one attempt that was taken outside the schedule. */
  start(attempt: DueAttempt): Promise<Receipt>;
  /** The reply to the attempt of a notification that is on its way, if one is. */
  pending(notification: string): Promise<Receipt> | undefined;
  /** Resolves when nothing is on its way any more. */
  idle(): Promise<void> | undefined;
}

interface DispatcherOptions {
  core: GatewayCore;
  courier: Courier;
  gate: AnswerGate;
  onKill: (restart: boolean) => Promise<void>;
  /** Called after each reply has been handed to the core. */
  onSettled: () => void;
}

/** How many notifications one receiver gets at the same time. */
const parallelPerReceiver = 20;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { core, courier, gate } = options;
  const inFlight = new Map<string, Promise<Receipt>>();
  const running = new Set<Promise<unknown>>();
  const lanes = new Map<string, Lane>();

  async function kill(order: Kill | undefined, when: Kill['when']): Promise<void> {
    // A kill that failed is for its owner to report; the notification goes its way.
    if (order?.when === when) await options.onKill(order.restart).catch(() => undefined);
  }

  async function deliver(attempts: readonly DueAttempt[]): Promise<DeliveryReply[]> {
    const [first] = attempts;
    if (first === undefined) return [];
    const passage = gate.passage(first);
    if (passage !== undefined) await passage;
    await kill(first.kill, 'before-delivery');
    let killed: Promise<void> | undefined;
    const order = first.kill?.when === 'in-delivery' ? first.kill : undefined;
    const killNow = () => {
      killed ??= options.onKill(order?.restart ?? false);
    };
    const message: Message = order === undefined ? first : { ...first, onSent: killNow };
    const replies =
      attempts.length === 1
        ? [await courier.send(message)]
        : await courier.sendTogether([message, ...attempts.slice(1)]);
    if (order !== undefined) {
      // A receiver that was quicker than the kill is killed all the same, before anyone hears of its reply.
      killNow();
      await killed;
    }
    for (const [index, reply] of replies.entries()) {
      const attempt = attempts[index];
      if (attempt !== undefined) core.settle(attempt, reply);
    }
    await kill(first.kill, 'after-reply');
    return replies;
  }

  function launch(attempts: readonly DueAttempt[]): Promise<Receipt> {
    const [first] = attempts;
    if (first === undefined) throw new RangeError('a launch needs an attempt');
    const lane = laneOf(lanes, first.url);
    const { notification, attempt } = first;
    const reply = lane
      .run(() => deliver(attempts))
      .then(([one]) => ({ ...(one ?? lost), notification, attempt }));
    inFlight.set(first.notification, reply);
    running.add(reply);
    const forget = () => {
      running.delete(reply);
      if (inFlight.get(first.notification) === reply) inFlight.delete(first.notification);
      options.onSettled();
    };
    reply.then(forget, forget);
    return reply;
  }

  return {
    pump(most) {
      const due = core.takeDue(most);
      // Copies of one attempt that are due together are sent in one instant; all else goes its own way.
      const groups = new Map<string, DueAttempt[]>();
      for (const attempt of due) {
        const key = `${attempt.notification} ${attempt.attempt}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [attempt]);
        else group.push(attempt);
      }
      for (const group of groups.values()) void launch(group);
      return due.length;
    },
    start: (attempt) => launch([attempt]),
    pending: (notification) => inFlight.get(notification),
    idle: () => (running.size === 0 ? undefined : Promise.allSettled(running).then(() => undefined)),
  };
}

const lost: DeliveryReply = {
  outcome: 'aborted',
  status: null,
  headers: {},
  body: '',
  bytes: 0,
  latencyMs: 0,
  written: false,
};

/** Runs tasks for one receiver, a bounded number at a time, in order of arrival. */
interface Lane {
  run<T>(task: () => Promise<T>): Promise<T>;
}

function laneOf(lanes: Map<string, Lane>, address: string): Lane {
  const origin = originOf(address);
  let lane = lanes.get(origin);
  if (lane === undefined) {
    lane = createLane(() => lanes.delete(origin));
    lanes.set(origin, lane);
  }
  return lane;
}

function createLane(onEmpty: () => void): Lane {
  const queue: (() => void)[] = [];
  let active = 0;
  const next = () => {
    active -= 1;
    const start = queue.shift();
    if (start !== undefined) start();
    else if (active === 0) onEmpty();
  };
  return {
    run(task) {
      return new Promise((resolve, reject) => {
        const start = () => {
          active += 1;
          task().then(resolve, reject).finally(next);
        };
        if (active < parallelPerReceiver) start();
        else queue.push(start);
      });
    },
  };
}

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return address;
  }
}
