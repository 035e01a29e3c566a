import type { EventStamp } from '../protocol/events.ts';
import { maskJson } from '../protocol/masking.ts';
import type { ForeignBody } from './journal-query.ts';
import type { Runtime } from './runtime.ts';

/** Adds an event of a tester's own to the journal, without what must not stand there; answers its place. */
export function addForeignEvent(runtime: Runtime, event: ForeignBody): EventStamp {
  const { seq: _seq, at: _at, realAt: _realAt, ...own } = event;
  const masked = maskJson(own, runtime.secrets) as ForeignBody;
  return runtime.journal.emit({ ...masked, kind: event.kind });
}
