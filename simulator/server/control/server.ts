import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Runtime } from '../runtime.ts';
import type { Transport } from '../transport.ts';
import { listen } from '../transport-node.ts';
import { createControlApp } from './app.ts';
import type { ControlOptions } from './options.ts';

/** The control plane: on a port of its own, and without the network for whoever runs in the same process. */
export interface ControlServer extends Transport {
  readonly answer: (request: Request) => Promise<Response>;
}

/** Serves the control plane on a port of its own. */
export async function startControl(runtime: Runtime, options: ControlOptions): Promise<ControlServer> {
  const app = createControlApp(runtime, { host: options.host, token: options.token });
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  );
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    answer: async (request) => app.fetch(request),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
