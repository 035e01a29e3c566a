import type { Trace } from '../../../history/index.ts';
import type { Verbs } from '../../engine/index.ts';
import type { Possible, Space } from './cover.ts';

/** Where the objects of a kind go their ways. */
export interface Place {
  readonly t: Verbs;
  /** Does one thing after another, where what is done to one object could be taken for another's. */
  readonly turn: <T>(work: () => Promise<T>) => Promise<T>;
  /** What several objects share, such as a customer, by its name. */
  readonly shared: Map<string, Promise<string | undefined>>;
  /** Lets go of every answer that is held back, for good: a merchant that does one thing after another waits for them. */
  readonly letGo: () => Promise<void>;
  readonly holdsBack: () => boolean;
}

/** Something that can happen to an object of one kind. */
export interface EventOf<P, S> extends Possible<P> {
  /** What the merchant must claim, or the suite must have of it. */
  readonly needs: readonly string[];
  /** What happens, in a sentence. */
  readonly says: string;
  /** What of the history shows that it happened. */
  readonly shows: Trace;
  /** Makes it happen; false where this merchant does not let it come to that. Of a shared event: takes note of it. */
  readonly run: (subject: S) => Promise<boolean>;
  /** Of a shared event: brings about what is under way when it comes. */
  readonly ready?: (subject: S) => Promise<unknown>;
  /** Of a shared event: what comes to pass at the last moment before it. */
  readonly strike?: (subject: S) => Promise<unknown>;
}

/** A question to the merchant about what it shows. */
export interface Look {
  /** Two questions about the same are the same question. */
  readonly about: string;
  /** Only what is shown at the very end says something: the rules compare it with what was there first. */
  readonly isForEnd?: boolean;
  readonly ask: () => Promise<unknown>;
}

/** What a customer has, whatever it came from. */
export const lookAtCustomer = (t: Verbs, customer: string): Look => ({
  about: `customer ${customer}`,
  isForEnd: true,
  ask: () => t.driver.getCustomer(customer),
});

/** A kind of object: what can happen to one of it, and how it is made, looked at and brought to its end. */
export interface Kind<P, S> extends Space<P> {
  readonly name: string;
  readonly events: readonly EventOf<P, S>[];
  /** Makes what stands before the first event, for the object of this number; undefined where there is none. */
  readonly make: (place: Place, index: number) => Promise<S | undefined>;
  /** The ids under which the history knows it. */
  readonly namesOf: (subject: S) => readonly (string | number | undefined)[];
  /** What the merchant shows of it: the history has the answers for the rules. */
  readonly looks: (subject: S) => readonly Look[];
  /** Whether the gateway ever had it: of what it never had nothing can be said. */
  readonly exists: (subject: S) => boolean;
  /** Everything that was on its way arrives, and the gateway says how it ended. */
  readonly end: (subject: S) => Promise<void>;
}

/** How long something that the merchant may answer only later is waited for, in milliseconds. */
const REPLY_MS = 60;

/** What was begun and has not ended: a merchant that works on one thing at a time ends it only later. */
export class Pending {
  readonly #open = new Set<Promise<unknown>>();

  /** Waits for it, and not for long. What goes wrong with it the rules find in the history. */
  async begin(work: Promise<unknown>, withinMs = REPLY_MS): Promise<void> {
    const ended = work.then(
      () => undefined,
      () => undefined,
    );
    this.#open.add(ended);
    void ended.then(() => this.#open.delete(ended));
    let timer: NodeJS.Timeout | undefined;
    const time = new Promise((resolve) => {
      timer = setTimeout(resolve, withinMs);
    });
    await Promise.race([ended, time]);
    clearTimeout(timer);
  }

  /** Everything has ended, or so much time has passed. */
  async ended(withinMs = Number.POSITIVE_INFINITY): Promise<void> {
    const all = Promise.all(this.#open);
    await (Number.isFinite(withinMs) ? this.begin(all, withinMs) : all);
  }
}
