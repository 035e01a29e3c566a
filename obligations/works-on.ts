import { NEVER } from '../history/places.ts';
import type { Exchange, HistoryView } from '../history/view/types.ts';
import { type Call, callsOf } from './calls.ts';
import { isConfirmed, isRefused } from './exchanges.ts';
import { type Part, partsOf } from './parts.ts';
import { diedBetween } from './patience.ts';
import { rule } from './rules.ts';
import type { Findings } from './verdict.ts';

/** How a driver tells that the merchant's own side failed, and that nobody is there. */
const FAILED = /\banswered HTTP 5\d\d\b/;
const GONE = /\bnothing listens there\b/;

/** More failures than these would only repeat what the first ones say. */
const MOST_FAILED = 20;

/**
 * Law 52: an answer about one object does not keep the merchant from working. A call that made it ask the gateway is
 * answered, also where the gateway refuses; its jobs run on after a question that had no usable answer; and its process
 * does not end by itself.
 */
export const worksOn = rule('law.works-on', (view, found) => {
  const asked = callsOf(view);
  if (asked.length === 0) return;
  if (view.exchanges.some((exchange) => !isConfirmed(exchange))) found.judge();
  for (const part of partsOf(view)) {
    const ofPart = asked.filter(({ call }) => part.has(call));
    judgeCalls(view, ofPart, found, (name) => hasWorked(asked, name));
    judgeJobs(view, ofPart, part, found);
  }
  judgeProcess(view, asked, found);
});

const says = ({ outcome: { status, error } }: Call, what: RegExp): boolean =>
  status === 'unknown' && what.test(String(error));

/** Calls that fail although the gateway's refusal, about which they are, could be read. */
function judgeCalls(
  view: HistoryView,
  asked: readonly Call[],
  found: Findings,
  hasWorked: (name: string) => boolean,
): void {
  const failed = asked
    .filter((each) => each.call.name !== 'runJobs' && says(each, FAILED))
    .slice(0, MOST_FAILED);
  for (const each of failed) {
    const { call, outcome } = each;
    const refusal = view.exchanges.find(
      (exchange) =>
        exchange.request.seq > call.seq && (exchange.answer?.seq ?? 0) < outcome.seq && isRefused(exchange),
    );
    if (!hasWorked(call.name)) continue;
    if (!each.isAlone || refusal === undefined || diedBetween(view, call.seq, outcome.seq)) continue;
    found.judge();
    const { request, answer } = refusal;
    found.violate(
      call.name,
      `${request.operation} was answered with error code ${answer?.errorCode}, and the call that had asked for it failed: ${String(outcome.error)}.`,
      [call, request, answer, outcome],
    );
    return;
  }
}

/** Whether a call of that name was answered for something else: one that never is says nothing of the gateway's answer. */
const hasWorked = (asked: readonly Call[], name: string): boolean =>
  asked.some(({ call, outcome }) => call.name === name && outcome.status !== 'unknown');

/** Jobs that had run, met a question without a usable answer, and never run again. */
function judgeJobs(view: HistoryView, asked: readonly Call[], { has }: Part, found: Findings): void {
  const runs = asked.filter(({ call }) => call.name === 'runJobs');
  const lastOk = runs.findLastIndex(({ outcome }) => outcome.status === 'ok');
  const [before, failed] = [runs[lastOk], runs.slice(lastOk + 1)];
  const [first, ...rest] = failed;
  if (before === undefined || first === undefined || !says(first, FAILED) || rest.length === 0) return;
  if (!rest.every((each) => says(each, FAILED) || says(each, GONE))) return;
  if (view.merchant.some((event) => event.action === 'kill' && event.seq > before.call.seq && has(event)))
    return;
  const useless = view.exchanges.find((exchange) => {
    const { seq } = exchange.request;
    return seq > before.call.seq && seq < first.outcome.seq && isUseless(exchange);
  });
  if (useless === undefined) return;
  found.judge();
  found.violate(
    'jobs',
    `After ${useless.request.operation} had no usable answer the jobs failed ${failed.length} times, and did not run again: ${String(first.outcome.error)}.`,
    [useless, ...failed.slice(0, 3).map(({ outcome }) => outcome)],
  );
}

const isUseless = (exchange: Exchange): boolean => exchange.answer != null && !isConfirmed(exchange);

/** A process that nobody ended, and after which nobody is there until it is started again. */
function judgeProcess(view: HistoryView, asked: readonly Call[], found: Findings): void {
  for (const [index, end] of view.merchant.entries()) {
    if (end.action !== 'exit' || view.merchant[index - 1]?.action !== 'ready') continue;
    const next = view.merchant[index + 1]?.seq ?? NEVER;
    const later = asked.filter(({ call }) => call.seq > end.seq && call.seq < next);
    if (later.length === 0 || !later.every((each) => says(each, GONE))) continue;
    // What no gateway sends is for the rule about hostile input.
    const ready = view.merchant[index - 1]?.seq ?? 0;
    if (view.deliveries.some(({ attempt: { genuine, seq } }) => !genuine && seq > ready && seq < end.seq))
      continue;
    found.judge();
    found.violate('process', `The merchant's process ended by itself (${String(end.detail)}).`, [
      end,
      ...later.slice(0, 2).flatMap(({ call, outcome }) => [call, outcome]),
    ]);
    return;
  }
}
