import {
  isLosslessNumber,
  isWireObject,
  parseWire,
  stringifyWire,
  textOf,
  type WireObject,
  type WireValue,
} from '../../simulator/protocol/wire.ts';
import { isRecord, jsonOf } from '../fields.ts';
import {
  exactTo,
  NO_BODY,
  type RecordedAnswer,
  type RecordedBody,
  type RecordedCall,
  type RecordedHeaders,
  RecordingError,
  type WithoutAnswer,
} from './call.ts';

/** What is read of a line, and the names under which proxies log it: those of nginx first, then those of envoy. */
export const LOG_FIELDS = {
  time: ['msec', 'time_iso8601', 'time_local', 'time', 'timestamp', '@timestamp', 'ts'],
  start: ['start_time'],
  'duration-s': ['request_time'],
  'duration-ms': ['duration', 'duration_ms'],
  method: ['request_method', 'method'],
  url: ['url'],
  path: ['request_uri', 'path', 'uri'],
  host: ['http_host', 'host', 'authority', ':authority', 'server_name'],
  line: ['request'],
  status: ['status', 'response_code'],
  flags: ['response_flags'],
  'request-body': ['request_body'],
  'response-body': ['response_body', 'resp_body'],
  'request-headers': ['request_headers'],
  'response-headers': ['response_headers', 'resp_headers'],
  'request-type': ['http_content_type', 'content_type'],
  'response-type': ['sent_http_content_type', 'response_content_type'],
} as const;
export type LogField = keyof typeof LOG_FIELDS;

/** Names that a log has instead: what is read to the name of the field, with dots for members. */
export type LogNames = Readonly<Partial<Record<LogField, string>>>;

/**
 * Reads one line of a log of JSON lines; undefined for one that is about no request.
 *
 * @throws {RecordingError} when it is not JSON, or a request without a time
 */
export function logCall(line: string, number: number, names: LogNames): RecordedCall | undefined {
  const place = `line ${number}`;
  const object = objectIn(line);
  if (object === undefined) {
    const hint = /\\x[0-9A-Fa-f]{2}/.test(line)
      ? ' It has escapes such as \\x22: nginx needs log_format … escape=json.'
      : '';
    throw new RecordingError(`${place} is not one JSON object.${hint}`);
  }
  const of = finderIn(object, names);
  const [first, target] = /^(\S+) (\S+)/.exec(textFrom(of('line')) ?? '')?.slice(1) ?? [];
  const method = textFrom(of('method')) ?? first;
  const path = textFrom(of('path')) ?? target;
  const url = textFrom(of('url')) ?? addressOf(textFrom(of('host')), path);
  if (method === undefined || url === undefined) return undefined;
  return { place, method, url, ...timesIn(of, place), ...messagesIn(of) };
}

function objectIn(line: string): WireObject | undefined {
  const read = parseWire(Buffer.from(line));
  if (read.ok) return isWireObject(read.value) ? read.value : undefined;
  const loose = jsonOf(line);
  if (!isRecord(loose)) return undefined;
  // A body in it that has a key twice, or is too deep, is as good as none: nobody knows what was meant by it.
  const shallow = Object.entries(loose).map(([name, value]) => [
    name,
    typeof value === 'object' ? null : value,
  ]);
  const again = parseWire(Buffer.from(JSON.stringify(Object.fromEntries(shallow))));
  return again.ok && isWireObject(again.value) ? again.value : undefined;
}

type Find = (field: LogField) => WireValue | undefined;

/** What a proxy writes where there is nothing. */
const isNothing = (value: WireValue | undefined): boolean =>
  value === undefined || value === null || value === '' || value === '-';

function finderIn(object: WireObject, names: LogNames): Find {
  return (field) => {
    const named = names[field];
    if (named !== undefined) return memberAt(object, named);
    for (const name of LOG_FIELDS[field]) {
      const value = memberAt(object, name);
      if (!isNothing(value)) return value;
    }
    return undefined;
  };
}

function memberAt(object: WireObject, name: string): WireValue | undefined {
  if (object[name] !== undefined) return object[name];
  let found: WireValue | undefined = object;
  for (const step of name.split('.')) found = isWireObject(found) ? found[step] : undefined;
  return found;
}

function textFrom(value: WireValue | undefined): string | undefined {
  return isNothing(value) ? undefined : textOf(value);
}

const addressOf = (host: string | undefined, path: string | undefined): string | undefined =>
  path === undefined || host === undefined || /^https?:/i.test(path) ? path : `http://${host}${path}`;

interface Instant {
  readonly ms: number;
  readonly exactToMs: number;
  readonly isZoned: boolean;
}

const LOCAL = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2})(?: ([+-]\d{4}))?$/;

/** A time as ISO 8601, as nginx writes it ($time_local), or since the epoch in seconds, milliseconds or microseconds. */
function instantOf(text: string): Instant | undefined {
  if (/^\d{9,17}(?:\.\d+)?$/.test(text)) {
    const [whole = '', fraction = ''] = text.split('.');
    const unitMs = whole.length <= 11 ? 1000 : whole.length <= 14 ? 1 : 0.001;
    const exactToMs = unitMs < 1000 || fraction.length >= 3 ? 1 : 1000 / 10 ** fraction.length;
    return { ms: Number(text) * unitMs, exactToMs, isZoned: true };
  }
  const [, day, month, year, time, zone] = LOCAL.exec(text) ?? [];
  const iso = day === undefined ? text : `${day} ${month} ${year} ${time} ${zone ?? '+0000'}`;
  const isZoned = day === undefined ? /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) : zone !== undefined;
  const ms = Date.parse(day === undefined && !isZoned ? `${text.replace(' ', 'T')}Z` : iso);
  return Number.isNaN(ms) ? undefined : { ms, exactToMs: exactTo(text), isZoned };
}

function timesIn(
  of: Find,
  place: string,
): Pick<RecordedCall, 'startedMs' | 'endedMs' | 'exactToMs' | 'isZoned'> {
  const [start, end] = [textFrom(of('start')), textFrom(of('time'))];
  const text = start ?? end;
  const at = text === undefined ? undefined : instantOf(text);
  if (at === undefined) {
    const found = text === undefined ? 'there is none' : `${JSON.stringify(text)} is none`;
    throw new RecordingError(
      `${place}: ${found}, and a time is expected, as ISO 8601 or since the epoch, in ${[...LOG_FIELDS.time, ...LOG_FIELDS.start].join(', ')} or the field that --field time=NAME names.`,
    );
  }
  const durationMs = durationIn(of);
  const { ms, exactToMs, isZoned } = at;
  if (start !== undefined) {
    return {
      startedMs: ms,
      endedMs: durationMs === undefined ? undefined : ms + durationMs,
      exactToMs,
      isZoned,
    };
  }
  // A proxy writes its line when the request has ended.
  if (durationMs === undefined) return { startedMs: ms, endedMs: undefined, exactToMs, isZoned };
  return { startedMs: ms - durationMs, endedMs: ms, exactToMs, isZoned };
}

function durationIn(of: Find): number | undefined {
  const number = (field: LogField): number => Number(textFrom(of(field)) ?? Number.NaN);
  const ms = Number.isNaN(number('duration-ms')) ? number('duration-s') * 1000 : number('duration-ms');
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}

function messagesIn(of: Find): Pick<RecordedCall, 'headers' | 'body' | 'answer'> {
  return {
    headers: headersIn(of('request-headers'), textFrom(of('request-type'))),
    body: bodyIn(of('request-body')),
    answer: answerIn(of),
  };
}

/** Some headers are not all of them: without the media type nothing is said about it. */
function headersIn(logged: WireValue | undefined, type: string | undefined): RecordedHeaders {
  const headers: Record<string, string> = {};
  if (isWireObject(logged)) {
    for (const [name, value] of Object.entries(logged)) {
      const text = Array.isArray(value) ? value.map((each) => textOf(each) ?? '').join(', ') : textOf(value);
      headers[name.toLowerCase()] = text ?? '';
    }
  }
  if (type !== undefined) headers['content-type'] ??= type;
  return headers['content-type'] === undefined ? undefined : headers;
}

/** A body that was logged as JSON and not as text keeps its numbers as they were written. */
function bodyIn(logged: WireValue | undefined): RecordedBody {
  if (logged === undefined || isNothing(logged)) return NO_BODY;
  const text =
    typeof logged === 'string' ? logged : isLosslessNumber(logged) ? logged.value : stringifyWire(logged);
  return { bytes: Buffer.from(text), isShortened: undefined };
}

/** nginx writes 499 where the caller had gone, envoy the flag DC. */
const CALLER_GONE = 499;

function answerIn(of: Find): RecordedAnswer | WithoutAnswer {
  const status = Number(textFrom(of('status')) ?? 0);
  const flags = (textFrom(of('flags')) ?? '').split(',');
  if (status === CALLER_GONE || flags.includes('DC')) return 'gave-up';
  if (!(status >= 100)) return 'unseen';
  return {
    status,
    headers: headersIn(of('response-headers'), textFrom(of('response-type'))),
    body: bodyIn(of('response-body')),
  };
}
