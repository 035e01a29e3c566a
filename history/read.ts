import type { z } from 'zod';
import { eventStampSchema, HISTORY_SCHEMA, HISTORY_SCHEMAS, type HistoryEvent } from './events.ts';
import { fastShape } from './fast-shape.ts';
import { isRecord, jsonOf } from './fields.ts';

/** A line that is no event of a history. The message names the line, the field, what it holds and what is expected. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  /** Counted from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.line = line;
  }
}

/** A history as it was read. */
export interface ReadHistory {
  readonly events: HistoryEvent[];
  /** The last line was cut off, as a crash of the recorder leaves it; it is left out. */
  readonly torn: boolean;
}

const isStamp = fastShape(eventStampSchema);
const FAST = new Map([...HISTORY_SCHEMAS].map(([kind, schema]) => [kind, fastShape(schema)]));

/**
 * Reads a history: one JSON object a line (NDJSON), empty lines ignored, unknown fields kept. Lines may be
 * of any recorder; they are put in the order of `seq`.
 *
 * @param lines the text of the file, or its lines
 * @throws {HistoryError} at the first line that is no event, except a last line that is cut off
 */
export function readHistory(lines: string | Iterable<string>): ReadHistory {
  const events: HistoryEvent[] = [];
  let number = 0;
  let ordered = true;
  let torn: number | undefined;
  for (const line of typeof lines === 'string' ? lines.split('\n') : lines) {
    number += 1;
    if (line.trim() === '') continue;
    if (torn !== undefined) throw notJson(torn);
    const value = jsonOf(line);
    if (value === undefined) {
      torn = number;
      continue;
    }
    const event = eventOf(value, number);
    const last = events.at(-1);
    if (last !== undefined && last.seq > event.seq) ordered = false;
    events.push(event);
  }
  // A file with nothing but garbage is no history that was cut off.
  if (torn !== undefined && events.length === 0) throw notJson(torn);
  if (!ordered) events.sort((a, b) => a.seq - b.seq);
  return { events, torn: torn !== undefined };
}

/**
 * Reads one line's value.
 *
 * @throws {HistoryError} naming the line when it is no event
 */
export function eventOf(value: unknown, line: number): HistoryEvent {
  if (!isRecord(value)) {
    throw new HistoryError(
      line,
      `${shown(value)} is not an event: a JSON object with "seq", "at", "realAt" and "kind" is expected.`,
    );
  }
  const { kind } = value;
  const schema = typeof kind === 'string' ? HISTORY_SCHEMAS.get(kind) : undefined;
  if (typeof kind !== 'string' || schema === undefined) {
    const kinds = [...HISTORY_SCHEMAS.keys()].join(', ');
    throw new HistoryError(line, `kind is ${shown(kind)}: one of ${kinds} is expected.`);
  }
  if (!isPlainEvent(value, kind)) assertEvent(value, schema, kind, line);
  return value;
}

/** Whether it surely is an event; of the others the schemas decide. */
const isPlainEvent = (value: Members, kind: string): value is HistoryEvent =>
  isStamp(value) && FAST.get(kind)?.(value) === true && hasInstants(value);

function assertEvent(
  value: Members,
  schema: z.ZodType,
  kind: string,
  line: number,
): asserts value is HistoryEvent {
  const stamp = eventStampSchema.safeParse(value);
  if (!stamp.success) throw new HistoryError(line, problemOf(stamp.error, value, kind));
  for (const name of ['at', 'realAt'] as const) {
    if (Number.isNaN(Date.parse(stamp.data[name]))) {
      throw new HistoryError(
        line,
        `${name} is ${shown(stamp.data[name])}: an instant as ISO 8601 is expected.`,
      );
    }
  }
  const body = schema.safeParse(value);
  if (!body.success) throw new HistoryError(line, problemOf(body.error, value, kind));
}

type Members = Record<string, unknown>;

/** As every recorder of ours writes them; whether there is such a day is asked of others only. */
const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const isInstant = (text: unknown): boolean =>
  typeof text === 'string' && (INSTANT.test(text) || !Number.isNaN(Date.parse(text)));

const hasInstants = ({ at, realAt }: Members): boolean =>
  isInstant(at) && (realAt === at || isInstant(realAt));

function notJson(line: number): HistoryError {
  return new HistoryError(
    line,
    'this is not JSON: one JSON object a line is expected. Only the last line may be cut off.',
  );
}

function problemOf(error: z.ZodError, value: Members, kind: string): string {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  if (path[0] === 'schema') {
    return `schema is ${shown(value.schema)}: this version reads ${HISTORY_SCHEMA}.`;
  }
  let found: unknown = value;
  for (const step of path)
    found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
  const where = path.length === 0 ? 'it' : path.join('.');
  return `in this event of kind "${kind}", ${where} is ${shown(found)}: ${issue?.message ?? 'something else is expected'}.`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
