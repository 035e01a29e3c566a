import type { Duplex } from 'node:stream';
import type { TlsMaterial } from './tls.ts';

/** A request that was read whole, or as far as it came. */
export interface IncomingCall {
  method: string;
  /** The target of the request line: a path with its query, or a whole address. */
  target: string;
  /** Names in lower case; of several lines of one header, the values joined by a comma. */
  headers: Record<string, string>;
  body: Uint8Array;
  bodyProblem?: 'too-large' | 'aborted';
  remoteAddress: string;
}

/** What a caller gets: an answer, the first bytes of one whose whole length is promised, or no answer at all. */
export type Reply =
  | {
      kind: 'answer';
      status: number;
      headers: Record<string, string>;
      body: string;
      cutAfterBytes?: number | undefined;
    }
  | { kind: 'close' }
  | { kind: 'reset' };

/** Who waits for the reply to one request. */
export interface Caller {
  isGone(): boolean;
  /** Resolves when the caller has gone, or after so many real milliseconds. */
  gone(atMostMs?: number): Promise<void>;
  /**
   * Replies; once for each request.
   *
   * @param done is told once whether the reply went out, or the caller had gone before.
   * @throws TypeError for a header that HTTP forbids; nothing is sent and `done` is not told then.
   */
  send(reply: Reply, done: (how: 'sent' | 'client-closed') => void): void;
}

/** Serves one request; it sees to every end that the request may have. */
export type CallListener = (call: IncomingCall, caller: Caller) => void;

/** Has a request served without a connection, for a caller who waits as long as it takes. */
export function submitTo(listener: CallListener, call: IncomingCall): Promise<Reply> {
  return new Promise((resolve) => {
    listener(call, {
      isGone: () => false,
      gone: (atMostMs) =>
        new Promise((left) => {
          if (atMostMs !== undefined) setTimeout(left, atMostMs).unref();
        }),
      send(reply, done) {
        done('sent');
        resolve(reply);
      },
    });
  });
}

export interface TransportOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  tls?: TlsMaterial | undefined;
  /** How much of a body is taken; of a longer one nothing is, and the call says so. */
  maxRequestBytes: () => number;
  /** The most that `maxRequestBytes` will ever be. */
  mostRequestBytes: number;
  listener: CallListener;
}

/** A listening HTTP server. */
export interface Transport {
  readonly port: number;
  /** Ends the server and every connection to it. */
  close(): Promise<void>;
}

const refusal =
  '{"result":false,"message":"The request is not valid HTTP/1.1","error_code":10,"data":null}\n';
const refusalBytes = Buffer.from(
  `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(refusal)}\r\nConnection: close\r\n\r\n${refusal}`,
);

/** Answers bytes that no HTTP parser understands: with the envelope, and the connection ends. */
export function refuseGarbage(_error: Error, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(refusalBytes, () => socket.destroy());
}

/** The headers of an answer, with the exact length of its whole body unless they tell one. */
export function withLength(headers: Record<string, string>, body: string): Record<string, string | number> {
  for (const name in headers) if (name.toLowerCase() === 'content-length') return headers;
  return { ...headers, 'content-length': Buffer.byteLength(body) };
}

/** Header lines as a plain record. */
export function plainHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    // HTTP/2 carries the request line among the headers.
    if (value !== undefined && !name.startsWith(':'))
      plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/** An IPv4 address that reached a socket of both families, as IPv4. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return '';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
