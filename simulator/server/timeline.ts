import type { GatewayCore } from '../core/types.ts';
import type { GatewayClock } from './clock.ts';
import type { Dispatcher } from './dispatcher.ts';

/** Lets due things happen in order: by themselves, or as the virtual clock is told to move. */
export interface Timeline {
  /** What is due now happens soon, after what caused it has returned. */
  kick(): void;
  /** Carries out and awaits all that is due now; answers how many attempts were made. */
  flush(): Promise<number>;
  /** Moves a virtual clock to an instant; everything due on the way fires in order and is awaited. */
  advance(to: number): Promise<number>;
  /** Moves a virtual clock to the next due instant, or to the limit if nothing is due before it. */
  step(limit?: number): Promise<number>;
  close(): Promise<void>;
}

interface TimelineOptions {
  core: GatewayCore;
  clock: GatewayClock;
  dispatcher: Dispatcher;
  /** Told of each move of a virtual clock. */
  onMove: (from: number, to: number) => void;
}

/** How many due things happen before requests get their turn. */
const mostInOneTurn = 32;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The longest delay that a Node timer takes. */
const longestTimerMs = 2 ** 31 - 1;

export function createTimeline(options: TimelineOptions): Timeline {
  const { core, clock, dispatcher } = options;
  let closed = false;
  /** Attempts made so far. */
  let fired = 0;
  let kicked: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** What the timer waits for. */
  let plannedAt: number | undefined;
  let moves: Promise<unknown> = Promise.resolve();

  /** Starts some of what is due. The rest comes in later turns, so that requests are answered in between. */
  function pump(): void {
    if (closed) return;
    fired += dispatcher.pump(mostInOneTurn);
    if (isDue()) kick();
    else if (clock.mode === 'real') plan();
  }

  function isDue(): boolean {
    const next = core.nextDueAt();
    return next !== undefined && next <= clock.now();
  }

  function kick(): void {
    if (kicked !== undefined || closed) return;
    kicked = setImmediate(() => {
      kicked = undefined;
      pump();
    });
  }

  function plan(): void {
    const next = core.nextDueAt();
    if (next === plannedAt && timer !== undefined) return;
    clearTimeout(timer);
    timer = undefined;
    plannedAt = next;
    if (next === undefined || closed) return;
    timer = setTimeout(wake, Math.min(clock.realDelayUntilMs(next), longestTimerMs));
    timer.unref();
  }

  function wake(): void {
    timer = undefined;
    pump();
  }

  async function settleAll(): Promise<number> {
    const before = fired;
    for (;;) {
      pump();
      while (isDue() && !closed) {
        await turn();
        pump();
      }
      const idle = dispatcher.idle();
      if (idle === undefined || closed) return fired - before;
      await idle;
    }
  }

  function move(to: number): void {
    const from = clock.now();
    clock.moveTo(to);
    if (clock.now() !== from) options.onMove(from, clock.now());
  }

  /** Moves happen one after the other, however many callers ask at once. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = moves.then(task);
    moves = result.catch(() => undefined);
    return result;
  }

  async function advance(to: number): Promise<number> {
    let made = await settleAll();
    while (!closed) {
      const next = core.nextDueAt();
      if (next === undefined || next > to) break;
      move(next);
      made += await settleAll();
    }
    move(to);
    return made + (await settleAll());
  }

  return {
    kick,
    flush: settleAll,
    advance: (to) => inTurn(() => advance(to)),
    step: (limit) =>
      inTurn(async () => {
        const settled = await settleAll();
        const next = core.nextDueAt();
        const target = limit === undefined ? next : Math.min(next ?? limit, limit);
        if (target === undefined) return settled;
        move(target);
        return settled + (await settleAll());
      }),
    async close() {
      closed = true;
      if (kicked !== undefined) clearImmediate(kicked);
      clearTimeout(timer);
      await dispatcher.idle();
    },
  };
}
