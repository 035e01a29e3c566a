import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenFailure } from './errors.ts';
import { readBody } from './request-body.ts';
import { callerOf, http2CallerOf } from './response.ts';
import {
  type IncomingCall,
  plainAddress,
  plainHeaders,
  refuseGarbage,
  type Transport,
  type TransportOptions,
} from './transport.ts';

/**
 * Idle connections stay open for ten minutes: a gateway that closes them sooner races with a merchant's next
 * request, and the merchant would see an outcome that nobody ordered.
 */
const keepAliveMs = 600_000;

/** Serves the gateway from a bare `node:http` (or `node:https`) server: the fastest transport. */
export async function startNodeTransport(options: TransportOptions): Promise<Transport> {
  const { tls } = options;
  const settings = { keepAliveTimeout: keepAliveMs, requireHostHeader: false, noDelay: true };
  const server: Server =
    tls === undefined
      ? createServer(settings)
      : createTlsServer({ ...settings, key: tls.key, cert: tls.cert });
  const sockets = new Set<Socket>();
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listener = listenerOf(options);
  server.on('request', listener);
  // Node would answer 417 to an expectation that it does not know; the gateway knows of none.
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // What Node's parser says of the preface that begins a connection in HTTP/2.
    if (error.code === 'HPE_PAUSED_H2_UPGRADE') refuseHttp2(options, socket as Socket);
    else refuseGarbage(error, socket);
  });
  server.on('connect', (_request, socket) => socket.destroy());
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listenerOf({ listener, maxRequestBytes }: TransportOptions) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // A socket that has ended does not say any more whose it was.
    const remoteAddress = plainAddress(request.socket.remoteAddress);
    readBody(request, maxRequestBytes(), ({ bytes, problem }) => {
      const call: IncomingCall = {
        method: request.method ?? '',
        target: request.url ?? '/',
        headers: plainHeaders(request.headers),
        body: bytes,
        remoteAddress,
      };
      if (problem !== undefined) call.bodyProblem = problem;
      listener(call, callerOf(request, response));
    });
  };
}

/**
 * Serves the first line of a client that begins in HTTP/2, `PRI *`, as a request: the journal has it, and its connection
 * ends at once.
 */
function refuseHttp2({ listener }: TransportOptions, socket: Socket): void {
  const remoteAddress = plainAddress(socket.remoteAddress);
  const call = { method: 'PRI', target: '*', headers: {}, body: new Uint8Array(0), remoteAddress };
  listener(call, http2CallerOf(socket));
}

/** @throws PortInUseError if the port is taken, SimulatorOptionError if it cannot be listened on. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(listenFailure(host, port, error));
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      // A failing accept (too many open files) must not end the process.
      server.on('error', () => undefined);
      resolve();
    });
  });
}
