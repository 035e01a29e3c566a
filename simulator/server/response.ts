import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { type Caller, type Reply, withLength } from './transport.ts';

/** Who waits for the answer to a request of `node:http`. */
export function callerOf(request: IncomingMessage, response: ServerResponse): Caller {
  return {
    isGone: () => isGone(response),
    gone: (atMostMs) => gone(response, atMostMs),
    send(reply, done) {
      if (isGone(response)) done('client-closed');
      else if (reply.kind !== 'answer') {
        const end = reply.kind === 'close' ? endConnection : resetConnection;
        void end(request, response).then(() => done('sent'));
      } else if (reply.cutAfterBytes === undefined) sendWhole(response, reply, done);
      else sendPart(request, response, reply, reply.cutAfterBytes, done);
    },
  };
}

/**
 * Who has opened a connection in HTTP/2, which is not spoken on it: the connection ends with a frame that says so, and
 * has the body of the answer as its debug data.
 */
export function http2CallerOf(socket: Socket): Caller {
  socket.on('error', () => socket.destroy());
  return {
    isGone: () => isGone(socket),
    gone: (atMostMs) => gone(socket, atMostMs),
    send(reply, done) {
      socket.once('close', () => done('sent'));
      if (reply.kind === 'answer') socket.end(goAway(reply.body), () => socket.destroy());
      else socket.destroy();
    },
  };
}

const HTTP_1_1_REQUIRED = 0xd;

/** The frames SETTINGS, with which a server begins, and GOAWAY (RFC 9113, 6.5 and 6.8). */
function goAway(says: string): Buffer {
  const data = Buffer.from(says);
  const settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
  const head = Buffer.from([...settings, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, HTTP_1_1_REQUIRED]);
  head.writeUIntBE(8 + data.length, settings.length, 3);
  return Buffer.concat([head, data]);
}

type AnswerReply = Extract<Reply, { kind: 'answer' }>;

function sendWhole(
  response: ServerResponse,
  { status, headers, body }: AnswerReply,
  done: (how: 'sent' | 'client-closed') => void,
): void {
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
function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: AnswerReply,
  cutAfterBytes: number,
  done: (how: 'sent') => void,
): void {
  response.once('close', () => done('sent'));
  response.writeHead(status, withLength(headers, body));
  response.flushHeaders();
  const part = firstBytes(body, cutAfterBytes);
  if (part.length === 0) setImmediate(() => void endConnection(request, response));
  else response.write(part, () => void endConnection(request, response));
}

/** At most so many bytes of a body, and never all of it. */
export function firstBytes(body: string, bytes: number): Buffer {
  const whole = Buffer.from(body, 'utf8');
  return whole.subarray(0, Math.max(0, Math.min(bytes, whole.length - 1)));
}

/** Whether the client of a response or a connection has gone, or has got all of it. */
function isGone(response: Writable): boolean {
  return response.destroyed || response.closed;
}

/** Ends the connection of a request in the ordinary way, with or without an answer. */
function endConnection(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.socket.destroySoon();
  return ended(response);
}

/** Resets the connection of a request. */
function resetConnection({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  // A TLS socket cannot be reset as such; the end without goodbye is as near as it gets.
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
  return ended(response);
}

/** A client that does not take its goodbye is given up after a second. */
async function ended(response: ServerResponse): Promise<void> {
  await gone(response, 1000);
  response.destroy();
}

/** Resolves when the client has gone, or after so many real milliseconds. */
function gone(response: Writable, atMostMs?: number): Promise<void> {
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
