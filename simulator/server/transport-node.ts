import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { listenFailure } from './errors.ts';
import { keepAliveMs, refuseGarbage, type Transport, type TransportOptions } from './transport.ts';

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
  server.on('request', options.listener);
  // Node would answer 417 to an expectation that it does not know; the gateway knows of none.
  server.on('checkExpectation', options.listener);
  server.on('clientError', refuseGarbage);
  server.on('connect', (_request, socket) => socket.destroy());
  server.on('upgrade', (_request, socket) => socket.destroy());
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
