import type { GatewayCore } from '../core/types.ts';
import type { GatewayClock } from './clock.ts';
import type { Dispatcher } from './dispatcher.ts';

/** Lets due things happen in order: by themselves, or as the clock is told to move. */
export interface Timeline {
  /** What is due now happens soon, after what caused it has returned. */
  kick(): void;
  /** Carries out and awaits all that is due now; answers how many attempts were made. */
  flush(): Promise<number>;
  /** Moves the clock to an instant; everything due on the way fires in order and is awaited. */
  advance(to: number): Promise<number>;
  /** Moves the clock to the next due instant, or to the limit if nothing is due before it. */
  step(limit?: number): Promise<number>;
  close(): Promise<void>;
}

interface TimelineOptions {
  core: GatewayCore;
  clock: GatewayClock;
  dispatcher: Dispatcher;
  /** Told of each move of the clock. */
  onMove: (from: number, to: number) => void;
}

/** How many due things happen before requests get their turn. */
const mostInOneTurn = 32;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The longest delay that a Node timer takes. */
const longestTimerMs = 2 ** 31 - 1;

/** A timeline over one clock. */
export const createTimeline = (options: TimelineOptions): Timeline => new DueTimeline(options);

class DueTimeline implements Timeline {
  readonly #options: TimelineOptions;
  #closed = false;
  #kicked: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What the timer waits for. */
  #plannedAt: number | undefined;
  #moves: Promise<unknown> = Promise.resolve();

  constructor(options: TimelineOptions) {
    this.#options = options;
  }

  kick(): void {
    if (this.#kicked !== undefined || this.#closed) return;
    this.#kicked = setImmediate(() => {
      this.#kicked = undefined;
      this.#pump();
    });
  }

  async flush(): Promise<number> {
    const { dispatcher } = this.#options;
    const before = dispatcher.made();
    for (;;) {
      this.#pump();
      while (this.#isDue() && !this.#closed) {
        await turn();
        this.#pump();
      }
      const idle = dispatcher.idle();
      if (idle === undefined || this.#closed) return dispatcher.made() - before;
      await idle;
    }
  }

  advance(to: number): Promise<number> {
    return this.#inTurn(async () => {
      let made = await this.flush();
      while (!this.#closed) {
        const next = this.#options.core.nextDueAt();
        if (next === undefined || next > to) break;
        this.#move(next);
        made += await this.flush();
      }
      this.#move(to);
      return made + (await this.flush());
    });
  }

  step(limit?: number): Promise<number> {
    return this.#inTurn(async () => {
      const settled = await this.flush();
      const next = this.#options.core.nextDueAt();
      const target = limit === undefined ? next : Math.min(next ?? limit, limit);
      if (target === undefined) return settled;
      this.#move(target);
      return settled + (await this.flush());
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#kicked !== undefined) clearImmediate(this.#kicked);
    clearTimeout(this.#timer);
    await this.#options.dispatcher.close();
  }

  /** Starts some of what is due. The rest comes in later turns, so that requests are answered in between. */
  #pump(): void {
    if (this.#closed) return;
    this.#options.dispatcher.pump(mostInOneTurn);
    if (this.#isDue()) this.kick();
    else if (this.#options.clock.mode === 'real') this.#plan();
  }

  #isDue(): boolean {
    const next = this.#options.core.nextDueAt();
    return next !== undefined && next <= this.#options.clock.now();
  }

  #plan(): void {
    const { core, clock } = this.#options;
    const next = core.nextDueAt();
    if (next === this.#plannedAt && this.#timer !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#plannedAt = next;
    if (next === undefined || this.#closed) return;
    const wait = Math.min(clock.realDelayUntilMs(next), longestTimerMs);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, wait);
    this.#timer.unref();
  }

  #move(to: number): void {
    const { clock, onMove } = this.#options;
    const from = clock.now();
    if (to <= from) return;
    // What a timer waits for comes sooner now.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    clock.moveTo(to);
    onMove(from, clock.now());
  }

  /** Moves happen one after the other, however many callers ask at once. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#moves.then(task);
    this.#moves = result.catch(() => undefined);
    return result;
  }
}
