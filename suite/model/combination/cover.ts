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
  /** How the very first schedules begin: rows of events, one a round, that show together what no two of them show. */
  readonly chosen?: readonly (readonly string[])[];
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

/** What a new pair is worth in events that have to be brought about. */
const PAIR_WORTH = 20;

/** How many ways are gone on with, of all that there are. */
const WIDTH = 40;

/** The most valuable way to each place, which is a phase and the event that led there last. */
type Best = Map<number, Way>;

/** Takes a way one round further, in every possible way; a shared event passes nobody by for whom it is possible. */
function goOn(graph: Graph, way: Way, at: number, covered: ReadonlySet<number>, best: Best): void {
  const { count, next, rounds } = graph;
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
    const pair = way.last * count + event;
    const isNew = way.last >= 0 && !covered.has(pair) && !isAmong(way.gained, pair);
    const worth = way.worth + (isNew ? PAIR_WORTH : 0) - (isShared ? 0 : 1);
    reach(phase, event, event, isNew ? pair : -1, worth);
  }
  const passesBy = !isShared || (!hasMoved && round.isForced !== true);
  if (passesBy) reach(way.phase, way.last, -1, -1, way.worth);
}

/** The way through all rounds that has the most new pairs, as far as a search in breadth finds it. */
function bestWay(graph: Graph, covered: ReadonlySet<number>, width: number): Way {
  let ways: readonly Way[] = [FIRST];
  for (let at = 0; at < graph.rounds.length; at++) {
    const best: Best = new Map();
    for (const way of ways) goOn(graph, way, at, covered, best);
    ways = [...best.values()].sort((a, b) => b.worth - a.worth).slice(0, width);
  }
  return ways[0] ?? FIRST;
}

/** The same, where these rounds have these events and no other. */
const forced = (graph: Graph, row: ReadonlyMap<number, number>): Graph => ({
  ...graph,
  rounds: graph.rounds.map((round, at) => {
    const event = row.get(at);
    return event === undefined ? round : { events: [event], isShared: true, isForced: true };
  }),
});

function eventsOf(way: Way): number[] {
  const events: number[] = [];
  for (let at = way; at.before !== null; at = at.before) events.push(at.event);
  return events.reverse();
}

/**
 * Schedules in which every event directly follows every other that it can follow in these rounds. Each is the best of a
 * search that is greedy: there may be fewer that do. Always the same for the same space: first those that together have
 * every event that all objects meet at the same time, then the most telling ones.
 */
export function covering<P>(space: Space<P>): readonly Schedule[] {
  const graph = graphOf(space);
  const covered = new Set<number>();
  const schedules: Schedule[] = [];
  const take = (way: Way): void => {
    for (let at: Gain | null = way.gained; at !== null; at = at.before) covered.add(at.pair);
    schedules.push(eventsOf(way).map((event) => space.events[event]?.name ?? null));
  };
  const takeForced = (row: ReadonlyMap<number, number>): void => {
    const way = bestWay(forced(graph, row), covered, Number.POSITIVE_INFINITY);
    if (way !== FIRST) take(way);
  };
  const numberOf = (name: string): number => space.events.findIndex((event) => event.name === name);
  for (const names of space.chosen ?? []) {
    const row = new Map(names.map((name, at) => [at, numberOf(name)]));
    if (![...row.values()].includes(-1)) takeForced(row);
  }
  for (const [event, { name, round }] of space.events.entries()) {
    if (round === undefined || schedules.some((schedule) => schedule.includes(name))) continue;
    takeForced(new Map([[space.rounds.indexOf(round), event]]));
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
