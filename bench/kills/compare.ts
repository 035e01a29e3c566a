import { isDeepStrictEqual } from 'node:util';
import Big from 'big.js';
import type { BalanceView, InvoiceView, NotificationView, PayoutView } from '../../simulator/index.ts';
import { type Gateway, send } from './gateway.ts';
import type { Acknowledged, Known } from './work.ts';

const list = async <T>(gateway: Gateway, path: string): Promise<T[]> =>
  (await send<{ items: T[] }>(`${gateway.controlUrl}${path}`)).items;

/** What a gateway tells of what it knows. */
export interface Told {
  readonly invoices: readonly InvoiceView[];
  readonly payouts: readonly PayoutView[];
  readonly balances: readonly BalanceView[];
  readonly notifications: readonly NotificationView[];
  readonly shops: readonly { readonly notifications: string }[];
  readonly faults: readonly { readonly id: string }[];
}

export async function told(gateway: Gateway): Promise<Told> {
  return {
    invoices: await list(gateway, '/invoices?limit=10000'),
    payouts: await list(gateway, '/payouts?limit=10000'),
    balances: await list(gateway, '/balances?shopId=5'),
    notifications: await list(gateway, '/notifications?limit=10000'),
    shops: await list(gateway, '/shops'),
    faults: await list(gateway, '/faults'),
  };
}

/** All events up to a number, page by page. */
export async function historyOf(gateway: Gateway, last: number): Promise<unknown[]> {
  const events: { seq: number }[] = [];
  for (let after = 0; after < last; ) {
    const page = await send<{ events: { seq: number }[]; next: number }>(
      `${gateway.controlUrl}/journal?after=${after}&limit=5000`,
    );
    if (page.next <= after) break;
    events.push(...page.events.filter(({ seq }) => seq <= last));
    after = page.next;
  }
  return events;
}

/** The number of the last event. */
export async function lastEvent(gateway: Gateway): Promise<number> {
  const { next } = await send<{ next: number }>(`${gateway.controlUrl}/journal?before=999999999999&limit=1`);
  return next;
}

const isOneOf = <T>({ value, maybe }: Known<T>, found: T): boolean => found === value || found === maybe;

/** What was acknowledged and is not so any more, each in a sentence. */
export function lost(known: Acknowledged, now: Told): string[] {
  return [
    ...lostInvoices(known, now),
    ...lostObjects('payout', known.payouts, new Map(now.payouts.map((each) => [each.payoutId, each.status]))),
    ...wrongBalance(now),
    ...lostSettings(known, now),
  ];
}

function lostObjects(
  what: string,
  known: ReadonlyMap<number, Known<number | undefined>>,
  now: ReadonlyMap<number, number>,
): string[] {
  return [...known].flatMap(([id, each]) => {
    const status = now.get(id);
    if (status === undefined) return [`${what} ${id} is lost`];
    return each.value === undefined || isOneOf(each, status)
      ? []
      : [`${what} ${id} has status ${status}, and ${each.value} was acknowledged`];
  });
}

/** The merchant refuses everything, so every change is still to be told, and was tried. */
function lostInvoices({ invoices }: Acknowledged, now: Told): string[] {
  const byPayment = new Map<unknown, NotificationView[]>();
  for (const each of now.notifications) {
    const id = each.about.paymentId;
    byPayment.set(id, [...(byPayment.get(id) ?? []), each]);
  }
  const untold = [...invoices].flatMap(([id, { attempts }]) => {
    const all = byPayment.get(id) ?? [];
    // One that fell due while the gateway was dead is on its way again.
    const due = all.filter(({ state }) => state === 'due' || state === 'in-flight').length;
    const made = all.reduce((sum, each) => sum + each.attempts.length, 0);
    return due < attempts || made < attempts
      ? [`invoice ${id}: of ${attempts} notifications, ${due} are due and ${made} attempts are known`]
      : [];
  });
  const statuses = new Map(now.invoices.map((each) => [each.paymentId, each.status]));
  return [...lostObjects('invoice', invoices, statuses), ...untold];
}

/** What payouts took must be gone, whatever became of them. */
function wrongBalance({ payouts, balances }: Told): string[] {
  const sum = (some: readonly PayoutView[]): Big =>
    some.reduce((total, view) => total.plus(view.shopWriteOff), new Big(0));
  const gone = sum(payouts.filter(({ status }) => status !== 6));
  const frozen = sum(payouts.filter(({ status }) => status !== 5 && status !== 6));
  const balance = balances.find(({ currency, base }) => currency === 643 && base === 'production');
  const found = [balance?.available, balance?.frozen].map((amount) => new Big(amount ?? -1).toFixed(2));
  const right = [new Big('1000000').minus(gone), frozen].map((amount) => amount.toFixed(2));
  return isDeepStrictEqual(found, right)
    ? []
    : [`the balance is ${found.join(' and ')} frozen, and its payouts leave ${right.join(' and ')}`];
}

function lostSettings({ notifications, faults }: Acknowledged, now: Told): string[] {
  const form = now.shops[0]?.notifications ?? '';
  const armed = new Set(now.faults.map(({ id }) => id));
  return [
    ...(isOneOf(notifications, form)
      ? []
      : [`shop 5 is notified as ${form}, and ${notifications.value} was acknowledged`]),
    ...[...faults].flatMap(([id, each]) => {
      const isThere = armed.has(id);
      return isOneOf(each, isThere) ? [] : [`fault ${id} is ${isThere ? 'back' : 'lost'}`];
    }),
  ];
}
