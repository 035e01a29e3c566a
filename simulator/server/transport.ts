import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TlsMaterial } from './tls.ts';

/** Serves one request; it sees to every end that the request may have. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface TransportOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  tls?: TlsMaterial | undefined;
  listener: RequestListener;
}

/** A listening HTTP server. */
export interface Transport {
  readonly port: number;
  /** Ends the server and every connection to it. */
  close(): Promise<void>;
}

/**
 * Idle connections stay open for ten minutes: a gateway that closes them sooner races with a merchant's next
 * request, and the merchant would see an outcome that nobody ordered.
 */
export const keepAliveMs = 600_000;

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
