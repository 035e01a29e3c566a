import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Runtime } from '../runtime.ts';
import type { Transport } from '../transport.ts';
import { listen } from '../transport-node.ts';
import type { ControlAnswer, ControlCall } from './control-app.ts';
import type { ControlOptions } from './options.ts';

/** The control plane: on a port of its own, and without the network for whoever runs in the same process. */
export interface ControlServer extends Transport {
  readonly answer: (call: ControlCall) => Promise<ControlAnswer>;
}

/** What it would be at the other end of a connection: nothing is shared. */
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * Serves the control plane on a port of its own. Its application is loaded for the first who asks: a gateway
 * answers a shop sooner without it.
 */
export async function startControl(runtime: Runtime, options: ControlOptions): Promise<ControlServer> {
  let loading: ReturnType<typeof load> | undefined;
  async function load() {
    const [{ createControlApp }, { failureOf }, { getRequestListener }] = await Promise.all([
      import('./app.ts'),
      import('./endpoint.ts'),
      import('@hono/node-server'),
    ]);
    const app = createControlApp(runtime, { host: options.host, token: options.token });
    return { app, failureOf, listener: getRequestListener(app.fetch, { overrideGlobalObjects: false }) };
  }
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    loaded().then(
      ({ listener }) => listener(request, response),
      () => response.destroy(),
    );
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    async answer(call) {
      const { app, failureOf } = await loaded();
      try {
        const body = overTheWire(await app.perform(overTheWire(call)));
        // What was answered has happened, also for whoever starts it again after a kill.
        runtime.journal.persist();
        return { ok: true, body };
      } catch (error) {
        return { ok: false, ...failureOf(error) };
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
