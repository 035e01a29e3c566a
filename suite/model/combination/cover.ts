/** What an event is to the generator: when it can happen, and where it leads. */
export interface Possible<P> {
  readonly name: string;
  /** The rounds in which objects meet it, all at the same time, such as a kill of the merchant; others without. */
  readonly round?: string;
  readonly isPossible: (phase: P) => boolean;
  readonly leadsTo: (phase: P) => P;
}

/**
 * What one kind of object can go through. Many objects go their ways side by side, round by round: in a round that is
 * null each meets an event of its own, or none; in any other all meet an event of the rounds of that name.
 */
export interface Space<P> {
  /** Where every object begins; plain values, so that two phases can be compared by their text. */
  readonly begin: P;
  readonly events: readonly Possible<P>[];
  readonly rounds: readonly (string | null)[];
  /**
   * What together shows that no two of them show: events in order, each as soon as it can happen, and nothing beside
   * them or afterwards that could mend what they did; null where nothing happens.
   */
  readonly chosen?: readonly (readonly (string | null)[])[];
}

/** What happens to one object, round by round; null where nothing does. */
export type Schedule = readonly (string | null)[];

/** The names of two events of which the second follows the first, with nothing between them. */
export type Pair = readonly [first: string, next: string];

interface GraphRound {
  readonly events: readonly number[];
  readonly isShared: boolean;
  /** Without any of its events there is no way. */
  readonly isForced?: boolean;
}

/** The phases as numbers. */
interface Graph {
  readonly count: number;
  /** What an event counts as in pairs: those of one round are instants of the same. */
  readonly as: readonly number[];
  /** Where an event leads from a phase, by its number; -1 where it is impossible. */
  readonly next: readonly (readonly number[])[];
  /** The events that each round can have. */
  readonly rounds: readonly GraphRound[];
}

function phasesOf<P>({ begin, events }: Space<P>): Graph['next'] {
  const numbers = new Map([[JSON.stringify(begin), 0]]);
  const phases = [begin];
  const next: number[][] = [];
  // The list grows while it is read: a phase that is new is looked at in its turn.
  for (const phase of phases) {
    const numberAfter = ({ isPossible, leadsTo }: Possible<P>): number => {
      if (!isPossible(phase)) return -1;
      const after = leadsTo(phase);
      const key = JSON.stringify(after);
      const known = numbers.get(key) ?? phases.length;
      if (known === phases.length) phases.push(after);
      numbers.set(key, known);
      return known;
    };
    next.push(events.map(numberAfter));
  }
  return next;
}

function graphOf<P>(space: Space<P>): Graph {
  const { events, rounds } = space;
  const eventsIn = (round: string | null): readonly number[] =>
    events.flatMap((event, index) => ((event.round ?? null) === round ? [index] : []));
  return {
    count: events.length,
    as: events.map(({ round }, index) =>
      round === undefined ? index : events.findIndex((event) => event.round === round),
    ),
    next: phasesOf(space),
    rounds: rounds.map((round) => ({ events: eventsIn(round), isShared: round !== null })),
  };
}

/** The new pairs of a way, the latest first: ways that share a beginning share its pairs. */
interface Gain {
  readonly pair: number;
  readonly before: Gain | null;
}

function isAmong(gained: Gain | null, pair: number): boolean {
  for (let at = gained; at !== null; at = at.before) if (at.pair === pair) return true;
  return false;
}

/** A way through the rounds, which knows the step before its last one. */
interface Way {
  readonly phase: number;
  /** The last event that happened, and the one of this round; -1 where there is none. */
  readonly last: number;
  readonly event: number;
  readonly before: Way | null;
  /** Pairs on this way that no schedule had before. */
  readonly gained: Gain | null;
  /** How much it is worth to go this way: new pairs, in as few events as possible. */
  readonly worth: number;
}

const FIRST: Way = { phase: 0, last: -1, event: -1, before: null, gained: null, worth: 0 };

/** The pairs that schedules have: by what their events count as, and by their instants. */
interface Covered {
  readonly pairs: Set<number>;
  readonly instants: Set<number>;
}

/** What a pair with a new instant is worth beside one that is new. */
const INSTANT_WORTH = 2;

/** What a new pair is worth in events that have to be brought about. */
const PAIR_WORTH = 20;

/** How many ways are gone on with, of all that there are. */
const WIDTH = 40;

/** The most valuable way to each place, which is a phase and the event that led there last. */
type Best = Map<number, Way>;

/** Takes a way one round further, in every possible way; a shared event passes nobody by for whom it is possible. */
function goOn(graph: Graph, way: Way, at: number, covered: Covered, best: Best): void {
  const { count, as, next, rounds } = graph;
  const round = rounds[at];
  const isShared = round?.isShared === true;
  let hasMoved = false;
  const reach = (phase: number, last: number, event: number, pair: number, worth: number): void => {
    const place = phase * (count + 1) + last + 1;
    const rival = best.get(place);
    if (rival !== undefined && rival.worth >= worth) return;
    const gained = pair < 0 ? way.gained : { pair, before: way.gained };
    best.set(place, { phase, last, event, before: way, gained, worth });
  };
  for (const event of round?.events ?? []) {
    const phase = next[way.phase]?.[event] ?? -1;
    if (phase < 0) continue;
    hasMoved = true;
    const pair = (as[way.last] ?? -1) * count + (as[event] ?? -1);
    const isNew = way.last >= 0 && !covered.pairs.has(pair) && !isAmong(way.gained, pair);
    const isInstant = as[way.last] !== way.last || as[event] !== event;
    const isNewInstant = isInstant && way.last >= 0 && !covered.instants.has(way.last * count + event);
    const worth =
      way.worth + (isNew ? PAIR_WORTH : 0) + (isNewInstant ? INSTANT_WORTH : 0) - (isShared ? 0 : 1);
    reach(phase, event, event, isNew ? pair : -1, worth);
  }
  const passesBy = !isShared || (!hasMoved && round.isForced !== true);
  if (passesBy) reach(way.phase, way.last, -1, -1, way.worth);
}

/** The way through all rounds that has the most new pairs, as far as a search in breadth finds it. */
function bestWay(graph: Graph, covered: Covered, width: number): Way {
  let ways: readonly Way[] = [FIRST];
  for (let at = 0; at < graph.rounds.length; at++) {
    const best: Best = new Map();
    for (const way of ways) goOn(graph, way, at, covered, best);
    ways = [...best.values()].sort((a, b) => b.worth - a.worth).slice(0, width);
  }
  return ways[0] ?? FIRST;
}

/** The same, where a round has this event and no other. */
const forced = (graph: Graph, at: number, event: number): Graph => ({
  ...graph,
  rounds: graph.rounds.with(at, { events: [event], isShared: true, isForced: true }),
});

/** The same, where these events happen, each as soon as it can, and nothing else but what all objects meet. */
function only<P>(
  graph: Graph,
  { events, rounds }: Space<P>,
  row: readonly (string | null)[],
): Graph | undefined {
  const left = row.map((name) => (name === null ? null : events.findIndex((event) => event.name === name)));
  if (left.includes(-1)) return undefined;
  const narrowed = graph.rounds.map((round, at): GraphRound => {
    const due = left[0] ?? null;
    const isDue =
      left.length > 0 && (due === null ? null : (events[due]?.round ?? null)) === (rounds[at] ?? null);
    if (isDue) left.shift();
    if (isDue && due !== null) return { events: [due], isShared: true, isForced: true };
    return { ...round, events: round.isShared ? round.events.slice(0, 1) : [] };
  });
  return left.length === 0 ? { ...graph, rounds: narrowed } : undefined;
}

function eventsOf(way: Way): number[] {
  const events: number[] = [];
  for (let at = way; at.before !== null; at = at.before) events.push(at.event);
  return events.reverse();
}

/**
 * Schedules in which every event directly follows every other that it can follow in these rounds, where the events of
 * one round count as one. Each is the best of a
 * search that is greedy: there may be fewer that do. Always the same for the same space: first those that together have
 * every event that all objects meet at the same time, then the most telling ones.
 */
export function covering<P>(space: Space<P>): readonly Schedule[] {
  const graph = graphOf(space);
  const covered: Covered = { pairs: new Set(), instants: new Set() };
  const schedules: Schedule[] = [];
  const take = (way: Way): void => {
    for (let at: Gain | null = way.gained; at !== null; at = at.before) covered.pairs.add(at.pair);
    for (let at = way; at.before !== null; at = at.before) {
      if (at.event >= 0 && at.before.last >= 0) covered.instants.add(at.before.last * graph.count + at.event);
    }
    schedules.push(eventsOf(way).map((event) => space.events[event]?.name ?? null));
  };
  const takeIn = (narrowed: Graph): void => {
    const way = bestWay(narrowed, covered, Number.POSITIVE_INFINITY);
    if (way !== FIRST) take(way);
  };
  for (const names of space.chosen ?? []) {
    const narrowed = only(graph, space, names);
    if (narrowed !== undefined) takeIn(narrowed);
  }
  for (const [event, { name, round }] of space.events.entries()) {
    if (round === undefined || schedules.some((schedule) => schedule.includes(name))) continue;
    takeIn(forced(graph, space.rounds.indexOf(round), event));
  }
  for (let width = WIDTH; ; ) {
    const way = bestWay(graph, covered, width);
    if (way.gained !== null) take(way);
    else if (width === Number.POSITIVE_INFINITY) return schedules;
    // A narrow search may miss a pair: only a whole one shows that none is left.
    else width = Number.POSITIVE_INFINITY;
  }
}

/** The pairs that a schedule has. */
export function pairsOf(schedule: Schedule): readonly Pair[] {
  const events = schedule.filter((event) => event !== null);
  return events.slice(1).map((next, index): Pair => [events[index] ?? '', next]);
}
