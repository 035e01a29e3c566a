import { notificationBody } from '../../simulator/protocol/notification-sign.ts';
import { OPERATIONS, type Operation, operationsUnder } from '../../simulator/protocol/operations.ts';
import { findReading, type ReadingValues, readingChoices } from '../../simulator/protocol/readings.ts';
import { textOf } from '../../simulator/protocol/wire.ts';
import type { RecordedCall } from './call.ts';

/** Whose a recorded call is: the merchant's to the gateway, or the gateway's to the merchant. */
export type Whose =
  | { readonly to: 'gateway'; readonly base: string; readonly path: string; readonly name: string }
  | { readonly to: 'merchant'; readonly type: 'invoice' | 'refund' };

/** How calls are told apart. Without addresses the paths of the specification and the notifications' own form decide. */
export interface Addresses {
  readonly gateway: readonly string[];
  readonly callback: readonly string[];
}

const PREFIX = '/gateway/v1/';

/** Tells whose a call is; undefined for one that is neither's. */
export function whoseCall(
  call: Pick<RecordedCall, 'url' | 'method' | 'body'>,
  { gateway, callback }: Addresses,
): Whose | undefined {
  const { origin, path, query } = partsOf(call.url);
  for (const address of gateway) {
    const base = partsOf(address);
    if (base.origin !== '' && origin !== '' && base.origin !== origin) continue;
    const prefix = `${base.path.replace(/(?<!\/)\/+$/, '')}/`;
    if (path.startsWith(prefix)) {
      return { to: 'gateway', base: origin + prefix, path, name: path.slice(prefix.length) };
    }
  }
  for (const address of callback) {
    const own = partsOf(address);
    if (own.origin !== '' && origin !== '' && own.origin !== origin) continue;
    if (path === own.path || path.startsWith(`${own.path.replace(/(?<!\/)\/+$/, '')}/`)) {
      return { to: 'merchant', type: typeOf(query) ?? guessed(call) ?? 'invoice' };
    }
  }
  const at = path.indexOf(PREFIX);
  if (gateway.length === 0 && at >= 0) {
    const base = path.slice(0, at + PREFIX.length);
    return { to: 'gateway', base: origin + base, path, name: path.slice(base.length) };
  }
  if (callback.length > 0 || call.method !== 'POST') return undefined;
  const type = guessed(call);
  return type === undefined ? undefined : { to: 'merchant', type: typeOf(query) ?? type };
}

interface Parts {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of an address or of a path with its query; a port that the scheme implies is left out. */
function partsOf(address: string): Parts {
  if (URL.canParse(address)) {
    const { host, pathname, search } = new URL(address);
    return { origin: host.toLowerCase(), path: pathname, query: search.slice(1) };
  }
  const [path = '', query = ''] = address.split('?', 2);
  return { origin: '', path, query };
}

function typeOf(query: string): 'invoice' | 'refund' | undefined {
  const type = new URLSearchParams(query).get('type');
  return type === 'invoice' || type === 'refund' ? type : undefined;
}

/** A signed body that names an invoice or a refund, and a status, is a notification. */
function guessed({ body }: Pick<RecordedCall, 'body'>): 'invoice' | 'refund' | undefined {
  const fields = body.bytes === undefined ? undefined : notificationBody(body.bytes);
  const has = (name: string): boolean => textOf(fields?.[name]) !== undefined;
  if (!has('sign') || !has('status')) return undefined;
  if (has('shop_refund_id')) return 'refund';
  return has('payment_id') || has('shop_order_id') ? 'invoice' : undefined;
}

/** The operations by their paths below the base; refund creation under every reading of its path. */
export function operationsByPath(readings: ReadingValues): ReadonlyMap<string, Operation> {
  const refund = findReading('refund.path');
  const all = [
    ...(refund === undefined ? [] : readingChoices(refund)).flatMap((path) =>
      operationsUnder(readings)
        .filter(({ id }) => id === 'invoice/create-refund')
        .map((operation) => [path, operation] as const),
    ),
    ...operationsUnder(readings).map((operation) => [operation.path, operation] as const),
  ];
  return new Map(all);
}

export const KNOWN_OPERATIONS: readonly string[] = OPERATIONS.map(({ path }) => path);
