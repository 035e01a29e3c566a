import type { CallEvent, EventStamp } from '../history/events.ts';
import { inputText } from '../history/fields.ts';
import { firstAfter, NEVER } from '../history/places.ts';
import type { HistoryView, Sample } from '../history/view/types.ts';

/**
 * How long a merchant may take, in real time, before something that should have happened counts as missing:
 * four times what it says that it takes to settle, because a slow machine must not fail it.
 */
export const patienceMs = (view: HistoryView): number => 4 * view.settings.settleMs;

/** The same for a merchant that asks at its own interval: one poll may be lost to a slow machine, and the next is due. */
export const pollingPatienceMs = (view: HistoryView): number =>
  4 * (view.settings.settleMs + 2 * view.settings.pollMs);

/** A third more than promised, so that an interval that began a little late is over, too. */
const MARGIN = 4 / 3;

/** Whether the merchant was killed or ended by itself between two points and what it had in memory is lost. */
export function diedBetween(view: HistoryView, fromSeq: number, toSeq: number): boolean {
  return view.merchant.some(
    (event) =>
      event.seq > fromSeq && event.seq < toSeq && (event.action === 'kill' || event.action === 'exit'),
  );
}

/**
 * Whether a merchant that was killed at once after it had been told something may still be looking for it: what it had
 * in memory is lost, and its own time to ask (`tempo.recover`) is not over by the jobs that have run since.
 */
export function mayStillRecover(
  view: HistoryView,
  told: { readonly seq: number; readonly realAt: number },
  sample: Sample,
): boolean {
  const { recoverMs } = view.settings;
  const end = view.merchant.find(
    ({ seq, action }) => seq > told.seq && (action === 'kill' || action === 'exit'),
  );
  if (recoverMs === undefined || end === undefined || end.seq > sample.askedSeq) return false;
  if (Date.parse(end.realAt) - told.realAt > patienceMs(view)) return false;
  const dueAt = Date.parse(end.at) + recoverMs * MARGIN;
  return !view.jobs.some(
    ({ call, outcome }) =>
      call.seq > end.seq &&
      outcome.seq < sample.askedSeq &&
      Date.parse(inputText(call.input, 'at') ?? '') >= dueAt,
  );
}

type JobRun = HistoryView['jobs'][number];

/** Whether all of the jobs ran, due or not, and not what was due at an instant. */
export const isFull = ({ call }: JobRun): boolean => inputText(call.input, 'at') === undefined;

/** The runs of the jobs that began after a point. */
const runsAfter = (view: HistoryView, seq: number): readonly JobRun[] =>
  view.jobs.slice(firstRunEndedAfter(view, seq)).filter(({ call }) => call.seq > seq);

/** From how long after the event on, in milliseconds of its clock, a merchant that looks seldom must have looked. */
const SELDOM_MS = 30 * 60_000;

/** For how long the specification recommends an interval, and how seldom a merchant may ask after that. */
const FOLLOWED_MS = 2 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The runs of the merchant's jobs after an event, if they are enough that any merchant had to look again: two
 * full runs, or a clock that moved so far that even a slow poll with growing intervals was due.
 *
 * @param openMs for how long the object had been open by then, in milliseconds of gateway time
 */
export function chancesAfter(
  view: HistoryView,
  { seq, at }: Pick<EventStamp, 'seq' | 'at'>,
  openMs: number,
): readonly JobRun[] {
  const runs = runsAfter(view, seq);
  const full = runs.filter(isFull);
  if (full.length >= 2) return full;
  const seldomMs = openMs > FOLLOWED_MS ? DAY_MS : SELDOM_MS;
  const farMs = Math.max(
    20 * view.settings.pollMs,
    seldomMs,
    openMs,
    (view.settings.recoverMs ?? 0) * MARGIN,
  );
  const far = runs.filter(
    ({ call }) => Date.parse(inputText(call.input, 'at') ?? '') >= Date.parse(at) + farMs,
  );
  return far.length >= 2 ? far : [];
}

/** More full runs than it takes to come to the last page of what is open. */
const SEVERAL = 3;

/** The full runs of the merchant's jobs after an event, in which it asks about all that is open; none if they are few. */
export function fullRunsAfter(view: HistoryView, { seq }: Pick<EventStamp, 'seq'>): readonly CallEvent[] {
  const full = runsAfter(view, seq).filter(isFull);
  return full.length >= SEVERAL ? full.map(({ call }) => call) : [];
}

const ENOUGH_RUNS = 2;

/**
 * Whether a merchant that learnt something with an event must show it in this sample: its patience has ended, or its
 * jobs have run twice from beginning to end. One that was killed in between may have to learn it again.
 */
export function mustShow(
  view: HistoryView,
  since: Pick<EventStamp, 'seq' | 'realAt'>,
  sample: Sample,
): boolean {
  if (sample.askedSeq < since.seq || diedBetween(view, since.seq, sample.askedSeq)) return false;
  if (sample.askedRealAt - Date.parse(since.realAt) >= patienceMs(view)) return true;
  return hasRunOften(view, since.seq, sample.askedSeq);
}

/** Whether the merchant's jobs have run twice between two points, from beginning to end. */
export const hasRunOften = (view: HistoryView, fromSeq: number, toSeq: number): boolean =>
  runsBetween(view, fromSeq, toSeq) >= ENOUGH_RUNS;

/** The place of the first run of the jobs that ended after a point. */
const firstRunEndedAfter = ({ jobs }: HistoryView, seq: number): number =>
  firstAfter(jobs, ({ outcome }) => outcome.seq, seq);

/** Whether a run of the jobs came to its end between two points, with all that it had begun. */
export const hasRunEnded = (view: HistoryView, fromSeq: number, toSeq: number): boolean =>
  (view.jobs[firstRunEndedAfter(view, fromSeq)]?.outcome.seq ?? NEVER) < toSeq;

/** How many runs of the merchant's jobs began and ended between two points; it stops counting at enough. */
function runsBetween(view: HistoryView, fromSeq: number, toSeq: number): number {
  const { jobs } = view;
  let count = 0;
  for (let at = firstRunEndedAfter(view, fromSeq); at < jobs.length && count < ENOUGH_RUNS; at++) {
    const run = jobs[at];
    if (run === undefined || run.outcome.seq >= toSeq) break;
    if (run.call.seq > fromSeq) count += 1;
  }
  return count;
}
