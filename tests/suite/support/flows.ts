import type { WireCall } from './wire-calls.ts';

type Value =
  | Buffer
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value };

const framed = (body: Buffer, type: string): Buffer =>
  Buffer.concat([Buffer.from(`${body.length}:`), body, Buffer.from(type)]);

/** A value as a typed netstring, as mitmproxy writes it. */
export function tnet(value: Value): Buffer {
  if (Buffer.isBuffer(value)) return framed(value, ',');
  if (typeof value === 'string') return framed(Buffer.from(value), ';');
  if (typeof value === 'number')
    return framed(Buffer.from(String(value)), Number.isInteger(value) ? '#' : '^');
  if (typeof value === 'boolean') return framed(Buffer.from(String(value)), '!');
  if (value === null) return framed(Buffer.alloc(0), '~');
  if (Array.isArray(value)) return framed(Buffer.concat(value.map(tnet)), ']');
  return framed(
    Buffer.concat(Object.entries(value).flatMap(([name, each]) => [tnet(name), tnet(each)])),
    '}',
  );
}

const headersOf = (headers: Readonly<Record<string, string>>): Value =>
  Object.entries(headers).map(([name, value]) => [Buffer.from(name), Buffer.from(value)]);

/** A call as a flow of mitmproxy 10. */
export function flowOf({ startedMs, endedMs, method, url, headers, body, answer }: WireCall): Buffer {
  const { host, hostname, protocol, pathname, search } = new URL(url);
  const isUnanswered = typeof answer === 'string';
  return tnet({
    version: 21,
    type: 'http',
    id: 'a8f0e2d6-0f2c-4f4e-9a55-5d0d7c3b8f10',
    intercepted: false,
    marked: '',
    comment: '',
    client_conn: { id: 'c', peername: ['127.0.0.1', 52_110], tls: true, timestamp_start: startedMs / 1000 },
    request: {
      http_version: Buffer.from('HTTP/1.1'),
      headers: headersOf({ Host: host, ...headers }),
      content: Buffer.from(body),
      trailers: null,
      timestamp_start: startedMs / 1000,
      timestamp_end: startedMs / 1000 + 0.001,
      host: hostname,
      port: 443,
      method: Buffer.from(method),
      scheme: Buffer.from(protocol.slice(0, -1)),
      authority: Buffer.alloc(0),
      path: Buffer.from(`${pathname}${search}`),
    },
    response: isUnanswered
      ? null
      : {
          http_version: Buffer.from('HTTP/1.1'),
          headers: headersOf(answer.headers),
          content: Buffer.from(answer.body),
          trailers: null,
          timestamp_start: endedMs / 1000 - 0.001,
          timestamp_end: endedMs / 1000,
          status_code: answer.status,
          reason: Buffer.from('OK'),
        },
    error: isUnanswered
      ? {
          msg: answer === 'gave-up' ? 'Client disconnected.' : 'server closed connection (connection reset)',
          timestamp: endedMs / 1000,
        }
      : null,
    websocket: null,
  });
}

/** Calls as a dump of mitmproxy. */
export const dumpOf = (calls: readonly WireCall[]): Buffer => Buffer.concat(calls.map(flowOf));
