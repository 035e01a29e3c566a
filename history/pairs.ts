import type { Combination } from './combination.ts';
import type { AttemptEvent, CallEvent, HistoryEvent } from './events.ts';
import { isRecord } from './fields.ts';
import { isAnswered } from './stimulus.ts';

/**
 * What of a history shows that something happened to an object: the merchant took an answer (`answer`), a fault bit
 * (`fault`), the merchant answered a notification (`told`), the gateway moved the object (`moved`), the merchant did or
 * refused what it was asked to do (`asked`), its background jobs ran (`jobs`), it was killed and was ready again (`kill`).
 * Where a kill is to meet something, that came before it: what it was asked to do had not ended (`kill-begun`), a fault
 * had bitten (`kill-asked`), an answer had been sent (`kill-answered`), a notification had arrived that was not replied
 * to (`kill-told`), or was (`kill-replied`).
 */
export type Trace = 'answer' | 'fault' | 'told' | 'moved' | 'asked' | 'jobs' | KillTrace;
type KillTrace = 'kill' | 'kill-begun' | 'kill-asked' | 'kill-answered' | 'kill-told' | 'kill-replied';

/** Something that was meant to happen to an object, and when it began, in milliseconds of real time. */
export interface Step {
  readonly event: string;
  readonly trace: Trace;
  readonly from: number;
}

/** What was meant to happen to one object, in order, and the ids by which its lines are found. */
export interface Way {
  readonly names: readonly string[];
  readonly steps: readonly Step[];
  /** When its last step was over, in milliseconds of real time. */
  readonly until: number;
}

/** Objects of one kind on their ways through the events that can meet them. */
export interface Combined {
  readonly kind: string;
  /** Each event in a sentence, by its name. */
  readonly events: Readonly<Record<string, string>>;
  /** Every two events of which the second can directly follow the first. */
  readonly pairs: readonly (readonly [first: string, next: string])[];
  readonly ways: readonly Way[];
}

/** Lines of a history by the ids that they are about. */
type Index = ReadonlyMap<string, readonly HistoryEvent[]>;

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isRecord(value)) return Object.values(value).flatMap((each) => (isRecord(each) ? [] : textsIn(each)));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** The ids that a line names by itself. */
function namesIn(event: HistoryEvent): string[] {
  switch (event.kind) {
    case 'answer':
      return textsIn([event.paymentId, event.shopOrderId, event.payoutId, event.shopPaymentId]);
    case 'state':
      return [event.id, ...textsIn([event.entity.shopOrderId, event.entity.paymentId])];
    case 'attempt':
      return textsIn([event.about.paymentId, event.about.shopOrderId]);
    case 'call':
      return textsIn(event.input);
    case 'fault':
      return [event.fault];
    case 'request':
      return textsIn(event.fields);
    case 'outcome':
      return textsIn(event.value);
    default:
      return [];
  }
}

function indexOf(events: readonly HistoryEvent[]): Index {
  const index = new Map<string, HistoryEvent[]>();
  for (const event of events) {
    for (const name of new Set(namesIn(event))) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [event]);
      else known.push(event);
    }
  }
  return index;
}

/** What a history has beyond the lines of single objects. */
interface Facts {
  readonly index: Index;
  /** Notifications with the number of the attempt, as far as the merchant answered them, and the line that says so. */
  readonly answered: ReadonlyMap<string, number>;
  /** Faults that bit, and the line that says so. */
  readonly bitten: ReadonlyMap<string, number>;
  /** Calls of the test interface that the merchant answered, and the line that says so. */
  readonly done: ReadonlyMap<string, number>;
  readonly shared: readonly HistoryEvent[];
}

const attemptName = ({ notification, attempt }: Pick<AttemptEvent, 'notification' | 'attempt'>): string =>
  `${notification}#${attempt}`;

function factsOf(events: readonly HistoryEvent[]): Facts {
  const answered = new Map<string, number>();
  const bitten = new Map<string, number>();
  const done = new Map<string, number>();
  for (const event of events) {
    if (event.kind === 'reply' && isAnswered(event)) answered.set(attemptName(event), event.seq);
    if (event.kind === 'fault' && event.action === 'bit') bitten.set(event.fault, event.seq);
    if (event.kind === 'outcome' && event.status !== 'unknown') done.set(event.call, event.seq);
  }
  const shared = events.filter(
    (event) => event.kind === 'merchant' || (event.kind === 'call' && event.name === 'runJobs'),
  );
  return { index: indexOf(events), answered, bitten, done, shared };
}

/** Calls of the test interface that only look. */
const LOOKS = /^(get|find|list)/;

const isDeed = (line: HistoryEvent): line is CallEvent => line.kind === 'call' && !LOOKS.test(line.name);

/** The lines while a step was the last one: those of its object, and those that are about all of them. */
interface Meanwhile {
  readonly own: readonly HistoryEvent[];
  readonly shared: readonly HistoryEvent[];
}

/** The line of a kill after which the merchant was ready again; undefined where there is none. */
function killIn({ shared }: Meanwhile): number | undefined {
  const killed = shared.findIndex((line) => line.kind === 'merchant' && line.action === 'kill');
  const isBack = shared.slice(killed).some((line) => line.kind === 'merchant' && line.action === 'ready');
  return killed >= 0 && isBack ? shared[killed]?.seq : undefined;
}

const isBefore = (kill: number, seq: number | undefined): boolean => seq !== undefined && seq < kill;

/** A line of the object, from before the kill, that shows what the kill met. */
const met =
  (shows: (line: HistoryEvent, kill: number, facts: Facts) => boolean) =>
  (lines: Meanwhile, facts: Facts): boolean => {
    const kill = killIn(lines);
    return kill !== undefined && lines.own.some((line) => line.seq < kill && shows(line, kill, facts));
  };

/** What each trace is, in lines that began while the step was the last one. */
const SHOWS: Readonly<Record<Trace, (lines: Meanwhile, facts: Facts) => boolean>> = {
  answer: ({ own }) => own.some((line) => line.kind === 'answer' && line.ended === 'sent'),
  fault: ({ own }, { bitten }) => own.some((line) => line.kind === 'fault' && bitten.has(line.fault)),
  told: ({ own }, { answered }) =>
    own.some((line) => line.kind === 'attempt' && answered.has(attemptName(line))),
  moved: ({ own }) => own.some((line) => line.kind === 'state'),
  asked: ({ own }, { done }) => own.some((line) => isDeed(line) && done.has(line.call)),
  jobs: ({ shared }, { done }) => shared.some((line) => line.kind === 'call' && done.has(line.call)),
  kill: (lines) => killIn(lines) !== undefined,
  'kill-begun': met((line, kill, { done }) => isDeed(line) && !isBefore(kill, done.get(line.call))),
  'kill-asked': met(
    (line, kill, { bitten }) => line.kind === 'fault' && isBefore(kill, bitten.get(line.fault)),
  ),
  'kill-answered': met((line) => line.kind === 'answer' && line.ended === 'sent'),
  'kill-told': met(
    (line, kill, { answered }) => line.kind === 'attempt' && !isBefore(kill, answered.get(attemptName(line))),
  ),
  'kill-replied': met(
    (line, kill, { answered }) => line.kind === 'attempt' && isBefore(kill, answered.get(attemptName(line))),
  ),
};

/** Whether each step of a way took place. */
function tookPlace({ names, steps, until }: Way, facts: Facts): boolean[] {
  const own = names.flatMap((name) => facts.index.get(name) ?? []);
  return steps.map(({ trace, from }, index) => {
    const end = steps[index + 1]?.from ?? until;
    const isMeanwhile = ({ realAt }: HistoryEvent): boolean =>
      Date.parse(realAt) >= from && Date.parse(realAt) < end;
    return SHOWS[trace]({ own: own.filter(isMeanwhile), shared: facts.shared.filter(isMeanwhile) }, facts);
  });
}

/** A rule that was broken: the object that it is about, and the numbers of the lines that prove it. */
export interface Blame {
  readonly key: string;
  readonly events: readonly number[];
}

/** Which of the ways broke a rule; all of them where a rule was broken and nobody can say by which. */
function brokenWays(
  ways: readonly Way[],
  events: readonly HistoryEvent[],
  blames: readonly Blame[],
): ReadonlySet<Way> {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const named = new Set(
    blames.flatMap(({ key, events: proof }) => [
      key,
      ...proof.flatMap((seq) => {
        const event = bySeq.get(seq);
        return event === undefined ? [] : namesIn(event);
      }),
    ]),
  );
  const broken = ways.filter(({ names }) => names.some((name) => named.has(name)));
  return new Set(blames.length > 0 && broken.length === 0 ? ways : broken);
}

/**
 * Which pairs objects of one kind went through. A pair counts only where both events took place, as the history shows,
 * the second directly after the first.
 *
 * @param events the history of the check, in order
 * @param blames every must that was broken in it
 */
export function combinationOf(
  { kind, events: words, pairs: possible, ways }: Combined,
  events: readonly HistoryEvent[],
  blames: readonly Blame[],
): Combination {
  const pairs: Combination['pairs'] = {};
  for (const [first, next] of possible) pairs[first] = { ...pairs[first], [next]: 'open' };
  const facts = factsOf(events);
  const broken = brokenWays(ways, events, blames);
  for (const way of ways) {
    const took = tookPlace(way, facts);
    for (const [at, { event: next }] of way.steps.entries()) {
      const row = pairs[way.steps[at - 1]?.event ?? ''];
      if (row?.[next] === undefined || took[at] !== true || took[at - 1] !== true) continue;
      // One that went through it and was right shows that the pair alone breaks nothing.
      if (row[next] !== 'right') row[next] = broken.has(way) ? 'broken' : 'right';
    }
  }
  return { kind, events: { ...words }, pairs };
}
