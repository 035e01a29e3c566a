import type { EventStamp } from '../protocol/events.ts';
import { maskJson } from '../protocol/masking.ts';
import type { ForeignBody } from './journal-query.ts';
import type { Runtime } from './runtime.ts';

/** What the suite says in its own words, masked as its reports are: masked twice, it would not say the same. */
const CONCLUSIONS: ReadonlySet<ForeignBody['kind']> = new Set(['run-info', 'check-record']);

/** Adds an event of a tester's own to the journal, without what must not stand there; answers its place. */
export function addForeignEvent(runtime: Runtime, event: ForeignBody): EventStamp {
  const { seq: _seq, at: _at, realAt: _realAt, ...own } = event;
  const masked = CONCLUSIONS.has(event.kind) ? own : (maskJson(own, runtime.secrets) as ForeignBody);
  return runtime.journal.emit({ ...masked, kind: event.kind });
}
