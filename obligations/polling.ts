import type { CallEvent, EventStamp, StateEvent } from '../history/events.ts';
import { inputText } from '../history/fields.ts';
import { firstAfter, NEVER } from '../history/places.ts';
import type { Exchange, GatewayPayout, HistoryView } from '../history/view/types.ts';
import { freedByAnswer, hasMaybeNonFatalCode, mayBeNonFatal, wasRead, wasTaken } from './exchanges.ts';
import { stateOf } from './orders.ts';
import { chancesAfter, diedBetween, fullRunsAfter } from './patience.ts';
import { perPayout } from './rules.ts';

const isFinal = (status: unknown): boolean => ['5', '6'].includes(String(status));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** For how long a payout is followed after a non-fatal code (Limits). */
const NON_FATAL_MS = 2 * HOUR_MS;

/** Law 20: an open payout is asked about until its status is final, or for two hours after a non-fatal code. */
export const payoutFollowed = perPayout('law.payout-followed', (view) => (payout) => {
  if (payout.creates.length === 0 || payout.bornSeq === NEVER) return undefined;
  const end = payout.changes.find(({ to }) => isFinal(to));
  if (payout.told.some(({ status }) => isFinal(status))) return end === undefined ? undefined : 'right';
  if (payout.trace?.samples.some((sample) => OVER.has(stateOf(sample)))) return undefined;
  const last = lastCall(payout);
  if (last === undefined || mayBeLeft(payout)) return undefined;
  const missed = beforeItMayBeLeft(payout, missedChances(view, payout, end, last), last);
  if (missed.length === 0)
    return end !== undefined && payout.asks.some(({ request }) => request.seq > end.seq)
      ? 'right'
      : undefined;
  const what = end === undefined ? 'is not final' : `ended with status ${end.to}`;
  return {
    says: `Payout ${payout.shopPaymentId} ${what}, and the merchant did not ask about it although its jobs ran ${missed.length} times.`,
    events: [payout.creates[0], payout.asks.at(-1), end, missed.slice(0, 3), payout.trace?.samples.at(-1)],
  };
});

const OVER: ReadonlySet<string> = new Set(['review', 'failed']);

/** Whether the last question was answered with a code, and nobody has looked since whether a person has to decide. */
function mayBeLeft({ asks, trace }: GatewayPayout): boolean {
  const answer = asks.at(-1)?.answer;
  if (answer == null || !answer.errorCode) return false;
  return !trace?.samples.some(({ askedSeq }) => askedSeq > answer.seq);
}

/**
 * The runs of the first day: a merchant may leave what is open for longer to a person. All of them where somebody has
 * looked since it last asked, and nobody was to decide.
 */
function beforeItMayBeLeft(
  { creates, trace }: GatewayPayout,
  runs: readonly CallEvent[],
  last: EventStamp,
): readonly CallEvent[] {
  if (trace?.samples.some(({ askedSeq }) => askedSeq > last.seq)) return runs;
  const until = Date.parse((trace?.created ?? creates[0]?.request ?? last).at) + DAY_MS;
  return runs.filter(({ at }) => Date.parse(at) <= until);
}

/** The last thing that the merchant learnt, or tried to learn, of a payout. */
function lastCall({ creates, asks }: GatewayPayout): EventStamp | undefined {
  const { request, answer } = asks.at(-1) ?? creates.at(-1) ?? {};
  return answer ?? request;
}

/** The runs of the jobs in which the merchant had to ask and did not; none where it may have stopped to ask. */
function missedChances(
  view: HistoryView,
  payout: GatewayPayout,
  end: StateEvent | undefined,
  last: EventStamp,
): readonly CallEvent[] {
  const { creates, changes } = payout;
  const begun = Date.parse(creates[0]?.request.at ?? last.at);
  const since = end !== undefined && end.seq > last.seq ? end : last;
  const openMs = Date.parse(since.at) - begun;
  if (creates.some(hasMaybeNonFatalCode)) {
    // A shop that keeps it open after such a code has taken it for non-fatal, and asks for about two hours.
    if (freedByAnswer(payout, view) < NEVER && !mayBeNonFatal(payout, view)) return [];
    return chancesAfter(view, since, openMs)
      .map(({ call }) => call)
      .filter(({ input }) => Date.parse(inputText(input, 'at') ?? '') <= begun + NON_FATAL_MS);
  }
  if (freedByAnswer(payout, view) < NEVER || (changes.length === 0 && !wasTaken(payout))) return [];
  const afterEnd = end === undefined ? [] : chancesAfter(view, since, openMs).map(({ call }) => call);
  // Before it ends it has to be asked about as well.
  return afterEnd.length > 0 ? afterEnd : fullRunsAfter(view, last);
}

/** In which calls of the driver a merchant asks because somebody wants to know, or because it is told to ask now. */
export function forcedIn(view: HistoryView): (seq: number) => boolean {
  const spans: (readonly [number, number])[] = [];
  for (const event of view.events) {
    if (event.kind !== 'call') continue;
    const isForced =
      ['lookup', 'retryPayout', 'createPayout'].includes(event.name) ||
      (event.name === 'runJobs' && inputText(event.input, 'at') === undefined);
    if (isForced) spans.push([event.seq, view.outcomes.get(event.call)?.seq ?? NEVER]);
  }
  return (seq) => isWithin(spans, seq);
}

/** Whether a point lies in one of these spans, which are in the order of their beginnings. */
function isWithin(spans: readonly (readonly [number, number])[], seq: number): boolean {
  const low = firstAfter(spans, ([begin]) => begin, seq);
  // Calls overlap, but few of them at a time.
  for (let at = low - 1; at >= Math.max(0, low - MOST_OPEN); at--) {
    if ((spans[at]?.[1] ?? 0) > seq) return true;
  }
  return false;
}

const MOST_OPEN = 64;

const WINDOW_MS = 10 * MINUTE_MS;
const INTERVAL_MS = 30_000;
/** Half as many again as the interval has room for: only a rate far beyond it is found. */
const TOLERANCE = 1.5;
/** A question that fails may be put again at once, so often. */
const REPEATS = 2;

/** Law 47: a payout is asked about every 30 seconds or less often, and missed questions are not made up for (Limits). */
export const pollingInterval = perPayout('law.polling-interval', (view) => {
  const isForced = forcedIn(view);
  const most = (TOLERANCE * WINDOW_MS) / Math.min(INTERVAL_MS, Math.max(1, view.settings.pollMs));
  return (payout) => {
    const asked = ['withdraw/status', 'withdraw/shop_payment_status']
      .map((name) =>
        payout.asks.filter(({ request }) => request.operation === name && !isForced(request.seq)),
      )
      .filter((asks) => asks.length >= 2);
    if (asked.length === 0) return undefined;
    const hasty = asked.map((asks) => densest(asks, most)).find((asks) => asks !== undefined);
    if (hasty === undefined) return 'right';
    return {
      says: `The merchant asked more than ${most} times in ten minutes about payout ${payout.shopPaymentId}; one call in 30 seconds is recommended.`,
      events: hasty.slice(0, 6).map(({ request }) => request),
    };
  };
});

/** Questions of which more than so many lie within ten minutes of the merchant's clock; undefined if there are none. */
function densest(asks: readonly Exchange[], most: number): readonly Exchange[] | undefined {
  const counted: { readonly ask: Exchange; readonly ms: number }[] = [];
  let [ms, failures] = [0, 0];
  let before: Exchange | undefined;
  let begin = 0;
  for (const ask of asks) {
    // Where its clock is moved the gateway's tells the time, and else the real one.
    ms += before === undefined ? 0 : Math.max(between(before, ask, 'at'), between(before, ask, 'realAt'));
    failures = before !== undefined && !isAnswered(before) ? failures + 1 : 0;
    before = ask;
    if (failures > 0 && failures % (REPEATS + 1) !== 0) continue;
    counted.push({ ask, ms });
    while (ms - (counted[begin]?.ms ?? ms) >= WINDOW_MS) begin += 1;
    if (counted.length - begin > most) return counted.slice(begin).map((each) => each.ask);
  }
  return undefined;
}

const between = (one: Exchange, two: Exchange, clock: 'at' | 'realAt'): number =>
  Date.parse(two.request[clock]) - Date.parse(one.request[clock]);

const isAnswered = ({ answer }: Exchange): boolean =>
  answer?.outcome === 'answered' && answer.result !== null;

/** A question may have been on its way, by either of the ids of a payout. */
const ON_THEIR_WAY = 2;

/** Law 48: once a status request was answered with a final status, no more of them follow (Errors 3). */
export const finalEndsPolling = perPayout('law.final-ends-polling', (view) => {
  const isForced = forcedIn(view);
  return (payout) => {
    const final = payout.asks.find(({ request, answer }) =>
      payout.told.some(
        ({ event, status }) =>
          event === answer && isFinal(status) && wasRead(view, answer) && !isForced(request.seq),
      ),
    )?.answer;
    if (final == null) return undefined;
    // Who compares its books with the gateway's once a day asks about what is over, too.
    const later = payout.asks.filter(
      ({ request }) =>
        request.seq > final.seq &&
        Date.parse(request.at) < Date.parse(final.at) + DAY_MS &&
        !isForced(request.seq) &&
        !diedBetween(view, final.seq, request.seq),
    );
    if (later.length <= ON_THEIR_WAY) return 'right';
    return {
      says: `The merchant had been told that payout ${payout.shopPaymentId} is final, and asked about it ${later.length} more times.`,
      events: [final, later.slice(0, 4)],
    };
  };
});
