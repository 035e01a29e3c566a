import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseWire, signRequest, type WireObject } from '../../simulator/index.ts';

const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));
const SECRET = 'SecretKey01';
const children = new Set<ChildProcess>();

/** A simulator in a process of its own. */
export interface Gateway {
  readonly child: ChildProcess;
  /** Resolves when it answers, with false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Its exit code; null after a kill. */
  readonly ended: Promise<number | null>;
  readonly baseUrl: string;
  readonly controlUrl: string;
  /** What it wrote to stderr. */
  said(): string;
}

export interface GatewayOptions {
  readonly transport: 'mockttp' | 'node';
  readonly callbackUrl: string;
  readonly store?: string | undefined;
  readonly journal?: string | undefined;
}

export function startGateway({ transport, callbackUrl, store, journal }: GatewayOptions): Gateway {
  const args = ['simulate', '--port', '0', '--control-port', '0', '--json', '--quiet', '--virtual-clock'];
  args.push('--transport', transport, '--callback-url', callbackUrl);
  if (store !== undefined) args.push('--store', store);
  if (journal !== undefined) args.push('--journal', journal);
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.once('close', () => children.delete(child));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const gateway = { child, baseUrl: '', controlUrl: '', said: () => said };
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const first = JSON.parse(line) as { gateway: { baseUrl: string }; control: { url: string } };
      gateway.baseUrl = first.gateway.baseUrl;
      gateway.controlUrl = first.control.url;
      return true;
    }
    return false;
  })();
  return Object.assign(gateway, { ended, ready });
}

/** Ends whatever is still running. */
export function killGateways(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Calls the gateway or its control plane. @throws when it answers anything but 200, and when it does not answer */
export async function send<T>(
  url: string,
  body?: string,
  method = body === undefined ? 'GET' : 'POST',
): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method, ...(body === undefined ? {} : { headers, body }) });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** An answer that says no; without one, the gateway has ended. */
export class Refused extends Error {}

/** A request of shop 5, signed over these fields of it. */
export function signedBody(signed: readonly string[], fields: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify({ shop_id: 5, ...fields });
  const parsed = parseWire(Buffer.from(text));
  if (!parsed.ok) throw new Error(parsed.reason);
  const sign = signRequest(signed, parsed.value as WireObject, SECRET);
  return `${text.slice(0, -1)},"sign":"${sign}"}`;
}

/** A merchant that takes no notification, so that all of them stay to be sent. */
export async function startRefuser(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/notify`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
