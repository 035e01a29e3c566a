import pLimit from 'p-limit';
import type { Combined, Step } from '../../../history/index.ts';
import { Judgement, type Verbs } from '../../engine/index.ts';
import { rulesWaitMs } from '../../engine/orders.ts';
import { GatewayClientError } from '../../gateway-client/index.ts';
import { untilAtRest } from '../rest.ts';
import { type Caller, WITHIN_MS } from './calling.ts';
import { covering, pairsOf, type Schedule } from './cover.ts';
import type { EventOf, Kind, Place } from './kind.ts';

/**
 * How many schedules of a kind are carried out beside those that have the instants of a kill, of those that have the most
 * pairs: two pairs of three are among them, and all of them take three times as long.
 */
const MOST_SCHEDULES = 14;

/** The same where nobody but the merchant decides that money moves: nine pairs of ten. */
export const MOST_OF_MONEY = 32;

/** How many objects something happens to at the same moment. */
const AT_ONCE = 8;

/** A notification that a slow merchant puts off is sent again for so long, and none is to meet one that is not running. */
const UNDISTURBED_MS = 6_000;

/** What all objects of a cohort meet, once for all of them. */
const SHARED: Readonly<Record<string, (t: Verbs) => Promise<void>>> = {
  jobs: (t) => t.runJobsNow({ advancePolls: 1 }),
  kill: (t) => t.restart(),
};

/** The space of what a merchant with these claims can meet. */
export function spaceFor<P, S>(kind: Kind<P, S>, capabilities: readonly string[]): Kind<P, S> {
  const events = kind.events.filter(({ needs }) => needs.every((need) => capabilities.includes(need)));
  const names = new Set(events.map(({ name }) => name));
  return { ...kind, events, rounds: kind.rounds.filter((round) => round === null || names.has(round)) };
}

/** An object, and what is to happen to it. */
interface Member<S> {
  readonly subject: S;
  readonly schedule: Schedule;
  /** What has happened to it, as far as it was meant to. */
  readonly steps: Step[];
}

/**
 * What comes of it; undefined where the merchant does not let it come to that, or the gateway's own state forbids it by
 * now. What is wrong with that the rules find in the history.
 */
async function unlessAmiss<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Judgement) return undefined;
    if (error instanceof GatewayClientError && error.status !== null) return undefined;
    throw error;
  }
}

class Cohort<P, S extends Caller> {
  readonly #place: Place;
  readonly #kind: Kind<P, S>;
  readonly #events: ReadonlyMap<string, EventOf<P, S>>;
  readonly #few = pLimit(AT_ONCE);
  readonly #members: Member<S>[] = [];
  /** When the last step was over, in milliseconds of real time. */
  #over: number | undefined;

  constructor(t: Verbs, kind: Kind<P, S>) {
    let holdsBack = true;
    const letGo = async (): Promise<void> => {
      holdsBack = false;
      await t.gateway.clearFaults();
    };
    this.#place = { t, turn: pLimit(1), shared: new Map(), letGo, holdsBack: () => holdsBack };
    this.#kind = kind;
    this.#events = new Map(kind.events.map((event) => [event.name, event]));
  }

  async make(schedules: readonly Schedule[]): Promise<void> {
    await this.#few.map(schedules, async (schedule, index) => {
      const subject = await unlessAmiss(this.#kind.make(this.#place, index));
      if (subject !== undefined) this.#members.push({ subject, schedule, steps: [] });
    });
    if (this.#members.length === 0) {
      this.#place.t.inconclusive('Nothing could be made to which something can happen.');
    }
  }

  /** One round: what all meet comes to pass once, and then each takes note of it. */
  async round(at: number): Promise<void> {
    const round = this.#kind.rounds[at] ?? null;
    const begun = Date.now();
    if (round !== null) await this.#pendingEnds(round === 'kill' ? UNDISTURBED_MS : WITHIN_MS);
    if (round !== null) await this.#all(round, at);
    await this.#few.map(this.#members, async ({ subject, schedule, steps }) => {
      const event = this.#events.get(schedule[at] ?? '');
      const from = round === null ? Date.now() : begun;
      if (event !== undefined) steps.push({ event: event.name, trace: event.shows, from });
      subject.isSeen = false;
      if (event !== undefined) await unlessAmiss(event.run(subject));
      if (!subject.isSeen && (round !== null || event !== undefined)) await this.#lookAt(subject);
    });
  }

  /** Looks at all of an object. */
  async #lookAt(subject: S): Promise<void> {
    for (const { isForEnd, ask } of this.#kind.looks(subject)) if (isForEnd !== true) await ask();
  }

  /** Once for all of them. A merchant that does one thing after another may wait for an answer that is held back. */
  async #all(round: string, at: number): Promise<void> {
    const { t, letGo } = this.#place;
    const patience = setTimeout(() => void letGo(), 2 * WITHIN_MS);
    for (const step of ['ready', 'strike'] as const) {
      for (const event of this.#kind.events) {
        const met = this.#members.filter(({ schedule }) => schedule[at] === event.name);
        const work = event.round === round ? event[step] : undefined;
        if (work !== undefined) await Promise.all(met.map(({ subject }) => unlessAmiss(work(subject))));
      }
    }
    await SHARED[round]?.(t);
    clearTimeout(patience);
  }

  /** What waits for an answer that does not come gives up, before what is open is looked at by a job. */
  async #pendingEnds(withinMs: number): Promise<void> {
    const silent = this.#members.filter(({ subject }) => subject.held === undefined);
    await Promise.all(silent.map(({ subject }) => subject.pending.ended(withinMs)));
  }

  /** What was meant to happen to each, for the history to say what of it took place. */
  ways(): Combined['ways'] {
    const until = this.#over ?? Date.now();
    return this.#members.map(({ subject, steps }) => ({
      names: [...subject.faults, ...this.#kind.namesOf(subject)].flatMap((name) =>
        name === undefined ? [] : [String(name)],
      ),
      steps,
      until,
    }));
  }

  /** Looks once at everything: what several objects share is the same for all of them. */
  async look(): Promise<void> {
    const asked = new Set<string>();
    await this.#few.map(this.#members, async ({ subject }) => {
      for (const { about, ask } of this.#kind.looks(subject)) {
        if (asked.has(about)) continue;
        asked.add(about);
        await ask();
      }
    });
  }

  async end(): Promise<void> {
    this.#over = Date.now();
    await this.#few.map(this.#members, ({ subject }) => unlessAmiss(this.#kind.end(subject)));
    if (this.#members.some(({ subject }) => this.#kind.exists(subject))) return;
    this.#place.t.inconclusive('The merchant asked the gateway for none of what was to be combined.');
  }
}

/** The merchant asks about what is open: three times, unless it polls by itself and asks nothing any more. */
async function letAsk(t: Verbs): Promise<void> {
  for (let asked = (await t.calls()).length, round = 0; round < 3; round++) {
    await t.runJobsNow({ advancePolls: 1 });
    const { length } = await t.calls();
    if (length === asked && !t.claims('jobs')) return;
    asked = length;
  }
}

/** Takes objects of a kind through schedules with most of the events that can follow one another; the rules judge it. */
export async function combine<P, S extends Caller>(
  t: Verbs,
  kind: Kind<P, S>,
  most = MOST_SCHEDULES,
): Promise<void> {
  const space = spaceFor(kind, t.slot.config.capabilities);
  const cohort = new Cohort(t, space);
  const schedules = covering(space);
  const events = Object.fromEntries(space.events.map(({ name, says }) => [name, says]));
  const pairs = schedules.flatMap(pairsOf);
  t.stage.combined.push(() => ({ kind: kind.name, events, pairs, ways: cohort.ways() }));
  const instants = space.events.filter(({ round }) => round !== undefined).length;
  await cohort.make(schedules.slice(0, most + instants));
  // A token may be taken from invoice/check, in a job of its own.
  await t.settle();
  for (let at = 0; at < space.rounds.length; at++) await cohort.round(at);
  await t.gateway.clearFaults();
  await cohort.end();
  await t.settle();
  await letAsk(t);
  for (let round = 0; round < 3; round++) await t.askEveryone();
  await untilAtRest(t, () => cohort.look(), rulesWaitMs(t.stage));
}
