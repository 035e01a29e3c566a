import type { EventStamp } from '../protocol/events.ts';
import { maskText } from '../protocol/masking.ts';
import type { ForeignBody } from './journal-query.ts';
import type { Runtime } from './runtime.ts';

/** Adds an event of a tester's own to the journal, without what must not stand there; answers its place. */
export function addForeignEvent(runtime: Runtime, event: ForeignBody): EventStamp {
  const { seq: _seq, at: _at, realAt: _realAt, ...own } = event;
  const masked: ForeignBody = JSON.parse(maskText(JSON.stringify(own), runtime.secrets));
  return runtime.journal.emit({ ...masked, kind: event.kind });
}
