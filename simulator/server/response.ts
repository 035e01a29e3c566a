import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

export function bytesOf(body: string): Buffer {
  return Buffer.from(body, 'utf8');
}

/** Whether the client of a response has gone, or has got all of it. */
export function isGone(response: ServerResponse): boolean {
  return response.destroyed || response.closed;
}

/**
 * Sends a whole answer with its exact length, without which the connection could not be used again.
 *
 * @param done is told once whether it was sent, or the client had gone before.
 * @throws TypeError for a header that HTTP forbids; `done` is not told then.
 */
export function sendAnswer(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
  done: (how: 'sent' | 'client-closed') => void,
): void {
  if (isGone(response)) {
    done('client-closed');
    return;
  }
  response.writeHead(status, withLength(headers, body));
  let sent = false;
  response.on('finish', () => {
    sent = true;
  });
  response.on('close', () => done(sent ? 'sent' : 'client-closed'));
  // A text goes out in one piece with the headers, bytes would be a second one.
  response.end(body);
}

/** Promises the whole body, sends its first bytes, and ends the connection. */
export function cutAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: Buffer,
  cutAfterBytes: number,
): Promise<'sent' | 'client-closed'> {
  if (isGone(response)) return Promise.resolve('client-closed');
  return new Promise((resolve) => {
    response.once('close', () => resolve('sent'));
    response.writeHead(status, withLength(headers, body));
    response.flushHeaders();
    const part = body.subarray(0, Math.min(cutAfterBytes, body.length - 1));
    if (part.length === 0) setImmediate(() => void endConnection(request, response));
    else response.write(part, () => void endConnection(request, response));
  });
}

function withLength(headers: Record<string, string>, body: string | Buffer): Record<string, string | number> {
  for (const name in headers) if (name.toLowerCase() === 'content-length') return headers;
  return { ...headers, 'content-length': Buffer.byteLength(body) };
}

/** Ends the connection of a request in the ordinary way, with or without an answer. */
export function endConnection(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const stream = streamOf(response);
  if (stream !== undefined) stream.close();
  else if (request.socket === null) response.destroy();
  else request.socket.destroySoon();
  return ended(response);
}

/** Resets the connection of a request; of HTTP/2, its stream. */
export function resetConnection(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const socket: Socket | null = request.socket;
  const stream = streamOf(response);
  if (stream !== undefined) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else if (socket === null) response.destroy();
  // A TLS socket cannot be reset as such; the end without goodbye is as near as it gets.
  else if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
  return ended(response);
}

/** The stream of an HTTP/2 exchange, whose socket belongs to other exchanges too. */
function streamOf(response: object): ServerHttp2Stream | undefined {
  return 'stream' in response ? (response.stream as ServerHttp2Stream) : undefined;
}

/** A client that does not take its goodbye is given up after a second. */
async function ended(response: ServerResponse): Promise<void> {
  await gone(response, 1000);
  response.destroy();
}

/** Resolves when the client has gone, or after so many real milliseconds. */
export function gone(response: ServerResponse, atMostMs?: number): Promise<void> {
  if (isGone(response)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = atMostMs === undefined ? undefined : setTimeout(done, atMostMs);
    response.once('close', done);
  });
}
