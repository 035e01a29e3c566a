import type { CallEvent, OutcomeEvent } from '../history/events.ts';
import type { HistoryView } from '../history/view/types.ts';

/** A call of the driver, and what came of it. */
export interface Call {
  readonly call: CallEvent;
  readonly outcome: OutcomeEvent;
  /** No other call was under way: with another one nobody knows whose an answer of the gateway was. */
  readonly isAlone: boolean;
}

/** The calls of the driver that had an outcome, in order. */
export function callsOf(view: HistoryView): readonly Call[] {
  const calls: CallEvent[] = [];
  const open = new Set<string>();
  const crowded = new Set<string>();
  for (const event of view.events) {
    if (event.kind === 'outcome') open.delete(event.call);
    // A check leaves the merchant at rest: what it had asked for and never heard of is over.
    if (event.kind === 'check' && event.phase === 'end') open.clear();
    if (event.kind !== 'call') continue;
    // Of several that are open none was alone before, either.
    if (open.size === 1) for (const other of open) crowded.add(other);
    if (open.size > 0) crowded.add(event.call);
    open.add(event.call);
    calls.push(event);
  }
  return calls.flatMap((call) => {
    const outcome = view.outcomes.get(call.call);
    return outcome === undefined ? [] : [{ call, outcome, isAlone: !crowded.has(call.call) }];
  });
}
