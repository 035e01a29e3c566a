import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import {
  NO_BODY,
  type RecordedAnswer,
  type RecordedBody,
  type RecordedCall,
  RecordingError,
  type WithoutAnswer,
} from './call.ts';
import { endingOf } from './har.ts';
import type { Tnet, TnetMap } from './tnetstring.ts';

/** Reads one flow of mitmproxy; undefined for one that is no HTTP. @throws {RecordingError} when it has no such shape */
export function flowCall(flow: Tnet, place: string): RecordedCall | undefined {
  if (!(flow instanceof Map)) throw new RecordingError(`${place} is no flow of mitmproxy.`);
  const request = flow.get('request');
  if (flow.get('type') !== 'http' && !(request instanceof Map)) return undefined;
  const started = request instanceof Map ? numberIn(request, 'timestamp_start') : undefined;
  if (!(request instanceof Map) || started === undefined) {
    throw new RecordingError(
      `${place} (version ${shown(flow.get('version'))}) has no request with a time: save it again with mitmproxy 4 or newer.`,
    );
  }
  const response = flow.get('response');
  const error = flow.get('error');
  const ended =
    response instanceof Map
      ? numberIn(response, 'timestamp_end')
      : error instanceof Map
        ? numberIn(error, 'timestamp')
        : undefined;
  const headers = headersIn(request);
  return {
    place,
    startedMs: started * 1000,
    endedMs: ended === undefined ? undefined : ended * 1000,
    exactToMs: 1,
    isZoned: true,
    method: textIn(request, 'method'),
    url: addressOf(request, headers),
    headers,
    body: bodyIn(request, headers),
    answer: answerIn(response, error),
  };
}

const shown = (version: Tnet | undefined): string =>
  typeof version === 'number' ? String(version) : 'unknown';

const textOf = (value: Tnet | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : typeof value === 'string' ? value : '';

const textIn = (map: TnetMap, name: string): string => textOf(map.get(name));

function numberIn(map: TnetMap, name: string): number | undefined {
  const value = map.get(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function headersIn(message: TnetMap): Record<string, string> {
  const headers: Record<string, string> = {};
  const list = message.get('headers');
  for (const pair of Array.isArray(list) ? list : []) {
    const [name, value] = Array.isArray(pair) ? pair : [];
    const key = textOf(name).toLowerCase();
    if (key !== '' && !key.startsWith(':')) headers[key] = textOf(value);
  }
  return headers;
}

/** The address as the caller wrote it: behind a proxy in reverse mode the host is another's. */
function addressOf(request: TnetMap, headers: Readonly<Record<string, string>>): string {
  const port = numberIn(request, 'port');
  const host = headers.host || textIn(request, 'authority') || `${textIn(request, 'host')}:${port ?? ''}`;
  const path = textIn(request, 'path');
  return /^https?:/i.test(path) ? path : `${textIn(request, 'scheme') || 'http'}://${host}${path}`;
}

/** A body that decodes to more than this is no message of the gateway. */
const MOST_BYTES = 16 << 20;

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MOST_BYTES }),
  'x-gzip': (bytes) => gunzipSync(bytes, { maxOutputLength: MOST_BYTES }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MOST_BYTES }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MOST_BYTES }),
};

/** mitmproxy keeps bodies as they were on the wire, and none where it passed them on as a stream. */
function bodyIn(message: TnetMap, headers: Readonly<Record<string, string>>): RecordedBody {
  const content = message.get('content');
  if (!(content instanceof Uint8Array)) return NO_BODY;
  const decode = DECODERS[(headers['content-encoding'] || 'identity').trim().toLowerCase()];
  if (decode === undefined) return NO_BODY;
  try {
    return { bytes: decode(content), isShortened: false };
  } catch {
    return NO_BODY;
  }
}

function answerIn(response: Tnet | undefined, error: Tnet | undefined): RecordedAnswer | WithoutAnswer {
  if (!(response instanceof Map)) return error instanceof Map ? endingOf(textIn(error, 'msg')) : 'unseen';
  const headers = headersIn(response);
  return { status: numberIn(response, 'status_code') ?? 0, headers, body: bodyIn(response, headers) };
}
