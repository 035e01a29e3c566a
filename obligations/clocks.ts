import type { RequestEvent } from '../history/events.ts';
import { inputText } from '../history/fields.ts';
import type { HistoryView } from '../history/view/types.ts';

/** How far a clock may be off, in milliseconds: nobody's is right to the second. */
export const MOST_OFF_MS = 10 * 60_000;

/** How long before its arrival, in real time, a request may have been written. */
const WRITTEN_BEFORE_MS = 10_000;
const MOST_MOVES = 200;

/** The instants, in epoch milliseconds, that may have been the time when a request was written. */
export interface Times {
  /** By the clocks as they were when it arrived: the gateway's, the real one, and the merchant's where it was set. */
  readonly present: readonly number[];
  /** By clocks that were moved on shortly before. */
  readonly past: readonly number[];
}

/** A clock was moved on, and had shown this before. */
interface Move {
  readonly seq: number;
  readonly realMs: number;
  readonly beforeMs: number;
  /** To what the merchant's own clock was set, from where it runs on. */
  readonly setMs: number | undefined;
}

/** Tells what time it was when a request was written. Requests are asked about in the order of their arrival. */
export function clocksOf(view: HistoryView): (request: RequestEvent) => Times {
  const moves = movesOf(view);
  let next = 0;
  let set: Move | undefined;
  return ({ seq, at, realAt }) => {
    for (let move = moves[next]; move !== undefined && move.seq < seq; move = moves[next]) {
      if (move.setMs !== undefined) set = move;
      next += 1;
    }
    const realMs = Date.parse(realAt);
    const present = [Date.parse(at), realMs];
    if (set?.setMs !== undefined) present.push(set.setMs + realMs - set.realMs);
    const past: number[] = [];
    for (let index = next - 1; index >= Math.max(0, next - MOST_MOVES); index--) {
      const move = moves[index];
      if (move === undefined || realMs - move.realMs > WRITTEN_BEFORE_MS) break;
      past.push(move.beforeMs);
    }
    return { present, past };
  };
}

function movesOf(view: HistoryView): readonly Move[] {
  const moves: Move[] = [];
  let set: Move | undefined;
  for (const event of view.events) {
    const realMs = Date.parse(event.realAt);
    if (event.kind === 'clock') {
      moves.push({ seq: event.seq, realMs, beforeMs: Date.parse(event.from), setMs: undefined });
    } else if (event.kind === 'call' && event.name === 'runJobs') {
      const setMs = Date.parse(inputText(event.input, 'at') ?? '');
      if (Number.isNaN(setMs)) continue;
      const beforeMs = set?.setMs === undefined ? realMs : set.setMs + realMs - set.realMs;
      set = { seq: event.seq, realMs, beforeMs, setMs };
      moves.push(set);
    }
  }
  return moves;
}
