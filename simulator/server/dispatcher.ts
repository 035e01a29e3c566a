import type {
  DeliveryReply,
  DueAttempt,
  DueNotification,
  GatewayCore,
  Kill,
  Receipt,
} from '../core/types.ts';
import type { AnswerGate } from './answer-gate.ts';
import type { Courier } from './delivery.ts';
import type { Message } from './message.ts';

/** Carries due attempts out and tells the core what became of them. */
export interface Dispatcher {
  /** Takes all that is due now, or the first so many, and starts it as far as its receivers have room for it. */
  pump(most?: number): void;
  /** Starts one attempt that was taken outside the schedule. */
  start(attempt: DueAttempt): Promise<Receipt>;
  /** The reply to the due attempt of a notification, if one is; it does not wait for others of its receiver. */
  pending(notification: string): Promise<Receipt> | undefined;
  /** Resolves when what is on its way now has ended; undefined where nothing is, and nothing waits. */
  idle(): Promise<void> | undefined;
  /** How many attempts were made of what was due. */
  made(): number;
  /** Starts nothing more that waits for its receiver, and resolves when nothing is on its way any more. */
  close(): Promise<void>;
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

/** Delivers the attempts of a notification together, with the kill of the merchant that goes with it. */
function deliveryOf({ core, courier, gate, onKill }: DispatcherOptions) {
  async function kill(order: Kill | undefined, when: Kill['when']): Promise<void> {
    // A kill that failed is for its owner to report; the notification goes its way.
    if (order?.when === when) await onKill(order.restart).catch(() => undefined);
  }

  return async (attempts: readonly DueAttempt[]): Promise<DeliveryReply[]> => {
    const [first] = attempts;
    if (first === undefined) return [];
    const passage = gate.passage(first);
    if (passage !== undefined) await passage;
    await kill(first.kill, 'before-delivery');
    let killed: Promise<void> | undefined;
    const order = first.kill?.when === 'in-delivery' ? first.kill : undefined;
    const killNow = () => {
      killed ??= onKill(order?.restart ?? false);
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
  };
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { core } = options;
  const deliver = deliveryOf(options);
  const inFlight = new Map<string, Promise<Receipt>>();
  const running = new Set<Promise<unknown>>();
  const lanes = new Map<string, Lane>();
  /** What is due and waits for its receiver. */
  const putOff = new Map<string, DueNotification>();
  let made = 0;
  let isClosed = false;

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

  function launchDue(attempts: readonly DueAttempt[]): void {
    if (attempts.length === 0) return;
    made += attempts.length;
    void launch(attempts);
  }

  /** What waits for its receiver is not taken yet: it costs no more than its id. */
  function putsOff(due: DueNotification): boolean {
    const lane = laneOf(lanes, due.url);
    if (!lane.isFull()) return false;
    putOff.set(due.id, due);
    lane.wait(() => startPutOff(due.id));
    return true;
  }

  function startPutOff(id: string): void {
    const due = putOff.get(id);
    if (due === undefined || isClosed) return;
    putOff.delete(id);
    launchDue(core.takePutOff(due));
  }

  const idle = () => (running.size === 0 ? undefined : Promise.allSettled(running).then(() => undefined));

  return {
    pump(most) {
      for (const attempts of core.takeDue(most, putsOff)) launchDue(attempts);
    },
    start: (attempt) => launch([attempt]),
    pending(notification) {
      startPutOff(notification);
      return inFlight.get(notification);
    },
    idle,
    made: () => made,
    async close() {
      isClosed = true;
      while (running.size > 0) await idle();
    },
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

/** Runs tasks for one receiver, a bounded number at a time. */
interface Lane {
  isFull(): boolean;
  /** Calls back in order of arrival when there is room. */
  wait(start: () => void): void;
  /** Runs a task, at once even where there is no room. */
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
  /** Taken from the end of the one, which is filled from the other: taking the first of a long array is slow. */
  let waiting: (() => void)[] = [];
  let next: (() => void)[] = [];
  let active = 0;
  const isFull = () => active >= parallelPerReceiver;
  const goOn = () => {
    active -= 1;
    while (!isFull()) {
      if (next.length === 0) [next, waiting] = [waiting.reverse(), []];
      const start = next.pop();
      if (start === undefined) break;
      start();
    }
    if (active === 0) onEmpty();
  };
  return {
    isFull,
    wait: (start) => void waiting.push(start),
    run(task) {
      active += 1;
      return task().finally(goOn);
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
