import { readFileSync } from 'node:fs';
import { HistoryError } from '../../history/index.ts';
import { RecordingReader } from '../../history/recordings.ts';
import type { Event } from '../../simulator/protocol/events.ts';
import type { Acknowledged, Known } from './work.ts';

/** The events of a journal as `gatecheck audit` reads it, or why it does not. */
export function readJournal(bytes: Buffer): Event[] | string {
  const reader = new RecordingReader();
  try {
    for (const line of bytes.toString('utf8').split('\n')) if (line !== '') reader.take(line);
    return reader.end().flatMap(({ events }) => [...events] as Event[]);
  } catch (error) {
    if (error instanceof HistoryError) return error.message;
    throw error;
  }
}

/** What was acknowledged and does not stand in a journal, each in a sentence. */
export function lostFromJournal(known: Acknowledged, file: string): string[] {
  const events = readJournal(readFileSync(file));
  if (typeof events === 'string') return [`the journal is not as it was written: ${events}`];
  const statuses = new Map<string, unknown>();
  const armed = new Map<string, boolean>();
  for (const event of events) {
    if (event.kind === 'state') statuses.set(`${event.object} ${event.id}`, event.to);
    if (event.kind === 'fault' && event.action !== 'bit') armed.set(event.fault, event.action === 'armed');
  }
  return [
    ...compare('invoice', known.invoices, (id) => statuses.get(`invoice ${id}`)),
    ...compare('payout', known.payouts, (id) => statuses.get(`payout ${id}`)),
    ...compare('fault', known.faults, (id) => armed.get(String(id))),
  ];
}

function compare<T>(
  what: string,
  known: ReadonlyMap<unknown, Known<T>>,
  found: (id: unknown) => unknown,
): string[] {
  return [...known].flatMap(([id, { value, maybe }]) => {
    const now = found(id);
    const isAny = value === undefined && now !== undefined;
    return isAny || now === value || now === maybe
      ? []
      : [`${what} ${id} is ${now ?? 'not there'} in the journal, and ${value} was acknowledged`];
  });
}
