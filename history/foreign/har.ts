import { isRecord } from '../fields.ts';
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

/** What is read of a HAR: who wrote it, and its calls. */
export interface Har {
  readonly tool: string;
  readonly calls: Iterable<RecordedCall | IncompleteEntry>;
}

/** An entry that has no time, method or address, and can be no more than counted. */
export interface IncompleteEntry {
  readonly isIncomplete: true;
  readonly url: string | undefined;
}

/**
 * Reads a HAR 1.2 document as browsers, Charles, Fiddler and mitmproxy export it.
 *
 * @throws {RecordingError} when it has no `log.entries`
 */
export function readHar(document: unknown): Har {
  const log = isRecord(document) ? document.log : undefined;
  const entries = isRecord(log) ? log.entries : undefined;
  if (!isRecord(log) || !Array.isArray(entries)) {
    throw new RecordingError('it has no list "log.entries", as a HAR has.');
  }
  const maker = isRecord(log.creator) ? log.creator : {};
  const tool = [textIn(maker, 'name'), textIn(maker, 'version')].filter((text) => text !== '').join(' ');
  return { tool, calls: callsIn(entries) };
}

function* callsIn(entries: readonly unknown[]): Generator<RecordedCall | IncompleteEntry> {
  for (const [index, entry] of entries.entries()) yield callOf(entry, `entry ${index + 1}`);
}

function callOf(entry: unknown, place: string): RecordedCall | IncompleteEntry {
  const request = isRecord(entry) && isRecord(entry.request) ? entry.request : undefined;
  if (!isRecord(entry) || request === undefined) return { isIncomplete: true, url: undefined };
  const started = textIn(entry, 'startedDateTime');
  const startedMs = Date.parse(started);
  const [method, url] = [textIn(request, 'method'), textIn(request, 'url')];
  if (Number.isNaN(startedMs) || method === '' || url === '') {
    return { isIncomplete: true, url: url === '' ? undefined : url };
  }
  const { time } = entry;
  return {
    place,
    startedMs,
    endedMs: typeof time === 'number' && time > 0 ? startedMs + time : undefined,
    exactToMs: exactTo(started),
    isZoned: /(?:Z|[+-]\d{2}:?\d{2})$/i.test(started),
    method,
    url,
    headers: requestHeaders(request),
    body: requestBody(request),
    answer: answerOf(entry.response),
  };
}

const textIn = (object: Readonly<Record<string, unknown>>, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : '';
};

/** Names of HTTP/2 such as `:authority` are no headers. An exporter that lists none has not recorded them. */
function headersOf(list: unknown): RecordedHeaders {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const headers: Record<string, string> = {};
  for (const header of list) {
    if (!isRecord(header)) continue;
    const name = textIn(header, 'name').toLowerCase();
    if (name !== '' && !name.startsWith(':')) headers[name] = textIn(header, 'value');
  }
  return headers;
}

/** Some exporters say the media type only beside the body. */
function requestHeaders(request: Readonly<Record<string, unknown>>): RecordedHeaders {
  const headers = headersOf(request.headers);
  const type = isRecord(request.postData) ? textIn(request.postData, 'mimeType') : '';
  if (headers === undefined || headers['content-type'] !== undefined || type === '') return headers;
  return { ...headers, 'content-type': type };
}

function requestBody({ postData, bodySize }: Readonly<Record<string, unknown>>): RecordedBody {
  if (!isRecord(postData)) return bodySize === 0 ? bodyOf('', '', 0) : NO_BODY;
  const { text } = postData;
  if (typeof text === 'string' && (text !== '' || !Array.isArray(postData.params))) {
    return bodyOf(text, textIn(postData, 'encoding') || textIn(postData, '_encoding'), bodySize);
  }
  const form = formOf(postData.params);
  return form === undefined ? NO_BODY : bodyOf(form, '', undefined);
}

/** A form that was kept as names and values only; values may be encoded already, as Charles keeps them. */
function formOf(params: unknown): string | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const encode = (text: string): string =>
    /^[\w.~*%+-]*$/.test(text) && /%[0-9a-f]{2}/i.test(text) ? text : encodeURIComponent(text);
  return params
    .filter(isRecord)
    .map((param) => `${encode(textIn(param, 'name'))}=${encode(textIn(param, 'value'))}`)
    .join('&');
}

function bodyOf(text: string, encoding: string, size: unknown): RecordedBody {
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(text);
  return { bytes, isShortened: typeof size === 'number' && size >= 0 ? size > bytes.length : undefined };
}

/** What browsers and proxies write where the caller did not wait for the answer. */
const GAVE_UP = /time[d _-]*out|abort|cancell?ed|client (?:has )?(?:disconnect|closed)/i;
/** The same where a request that had been sent was not answered. */
const WAS_BROKEN =
  /reset|empty[ _]response|connection[ _](?:was )?(?:closed|lost|killed)|server (?:has )?disconnect/i;

/** How a call ended without an answer, by the words of whoever recorded it. */
export const endingOf = (error: string): WithoutAnswer =>
  GAVE_UP.test(error) ? 'gave-up' : WAS_BROKEN.test(error) ? 'broken' : 'unseen';

function answerOf(response: unknown): RecordedAnswer | WithoutAnswer {
  if (!isRecord(response)) return 'unseen';
  const { status, content } = response;
  if (typeof status !== 'number' || status < 100) {
    const error = [response._error, response.statusText, response.comment].find(
      (text) => typeof text === 'string' && text !== '',
    );
    return endingOf(typeof error === 'string' ? error : '');
  }
  return { status, headers: headersOf(response.headers), body: contentOf(content) };
}

function contentOf(content: unknown): RecordedBody {
  if (!isRecord(content)) return NO_BODY;
  const { text, size } = content;
  if (typeof text === 'string' && (text !== '' || size === 0)) {
    return bodyOf(text, textIn(content, 'encoding'), size);
  }
  return NO_BODY;
}
