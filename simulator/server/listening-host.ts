import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { isIP, type Server } from 'node:net';

/** The host on which whatever listens now is to listen, and the servers that did. */
interface Wanted {
  readonly host: string;
  readonly servers: Server[];
}

const wanted = new AsyncLocalStorage<Wanted>();

/**
 * Starts a server of a library that has no option for the host and would listen on every interface: Node tells,
 * before a server listens, with which options it will (`tracing:net.server.listen:asyncStart`), and the host is
 * added to them. Servers that others start at the same time are left alone.
 *
 * @returns whether all servers listen on that host only; whoever called has to end them where they do not.
 */
export async function listeningOn(host: string, start: () => Promise<void>): Promise<boolean> {
  if (unspecified.has(host)) {
    await start();
    return true;
  }
  const here: Wanted = { host, servers: [] };
  await wanted.run(here, start);
  return here.servers.length > 0 && here.servers.every((server) => isOn(server, host));
}

/** Every interface, which is what a server without a host listens on. */
const unspecified = new Set(['0.0.0.0', '::']);

function isOn(server: Server, host: string): boolean {
  const address = server.address();
  if (address === null || typeof address === 'string') return false;
  return isIP(host) === 0 ? !unspecified.has(address.address) : address.address === host;
}

subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const here = wanted.getStore();
  if (here === undefined) return;
  const { server, options } = message as { server: Server; options: { host?: string } };
  options.host = here.host;
  here.servers.push(server);
});
