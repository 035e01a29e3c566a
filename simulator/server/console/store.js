import { useEffect, useState } from 'preact/hooks';
import { curl, send, stream, token } from './api.js';

/** What is known of the gateway, built from its journal. Views read it; `changed` tells them. */

const mostKept = 60_000;
const pageSize = 10_000;

/** @type {Set<() => void>} */
const listeners = new Set();
let scheduled = false;

export const state = {
  connection: 'connecting',
  /** @type {any} */ facts: null,
  /** @type {any} */ clock: null,
  /** @type {any[]} */ events: [],
  /** @type {any[]} */ exchanges: [],
  /** @type {Map<string, any>} */ exchangeById: new Map(),
  /** @type {Map<number, any>} */ invoices: new Map(),
  /** @type {Map<number, any>} */ payouts: new Map(),
  /** @type {Map<string, any>} */ refunds: new Map(),
  /** @type {Map<string, any>} */ notifications: new Map(),
  /** @type {any[]} */ shops: [],
  /** @type {any[]} */ balances: [],
  /** @type {any[]} */ faults: [],
  /** Requests by second of real time. @type {Map<number, number>} */ rates: new Map(),
  last: 0,
  /** Numbers of the oldest event that is shown, and of the oldest that there is. */
  from: 1,
  oldest: 1,
  /** The call that was made last, or is about to be made. @type {any} */ call: null,
};

/** Tells the views, at most once a frame. */
export function changed() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    for (const listener of listeners) listener();
  });
}

/** Renders the calling component again whenever something has changed. */
export function useStore() {
  const [, render] = useState(0);
  useEffect(() => {
    const listener = () => render((count) => count + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return state;
}

/** @param {any} event */
export const refundKey = (event) => `${event.shopId}/${event.shopRefundId}`;

/** @type {Record<string, (event: any) => void>} */
const takers = {
  request(event) {
    const exchange = { id: String(event.exchange), request: event, answer: undefined, text: '' };
    exchange.text = searchText(event);
    state.exchanges.push(exchange);
    state.exchangeById.set(exchange.id, exchange);
    const second = Math.floor(Date.parse(event.realAt) / 1000);
    state.rates.set(second, (state.rates.get(second) ?? 0) + 1);
    if (state.rates.size > 600) state.rates.delete(state.rates.keys().next().value ?? 0);
  },
  answer(event) {
    const exchange = state.exchangeById.get(String(event.exchange));
    if (exchange === undefined) return;
    exchange.answer = event;
    exchange.text += searchText(event);
  },
  state(event) {
    const { entity } = event;
    if (event.object === 'invoice') state.invoices.set(entity.paymentId, entity);
    else if (event.object === 'payout') state.payouts.set(entity.payoutId, entity);
    else if (event.object === 'refund') state.refunds.set(refundKey(entity), entity);
    if (event.notification || event.object === 'balance') refreshSoon();
  },
  attempt(event) {
    const known = notice(event.notification);
    const { type, about, status, genuine, label, url, headers, body, from } = event;
    Object.assign(known, {
      type,
      about,
      status,
      genuine,
      label,
      url,
      headers,
      body,
      from,
      state: 'in-flight',
    });
    known.attempts.push({ attempt: event.attempt, at: event.at, reply: null });
    known.text = `${event.notification} ${type} ${label ?? ''} ${JSON.stringify(about)} ${url}`.toLowerCase();
  },
  reply(event) {
    const known = notice(event.notification);
    const attempt = known.attempts.findLast((/** @type {any} */ each) => each.attempt === event.attempt);
    if (attempt !== undefined) attempt.reply = event;
    known.nextAt = event.nextAt;
    known.state = event.accepted
      ? 'accepted'
      : event.nextAt
        ? 'due'
        : known.genuine
          ? 'exhausted'
          : 'refused';
    refreshSoon();
  },
  fault: () => refreshSoon(),
  clock: () => refreshSoon(),
};

/** @param {string} id */
function notice(id) {
  const known = state.notifications.get(id);
  if (known !== undefined) return known;
  const fresh = {
    notification: id,
    type: '',
    about: {},
    status: null,
    genuine: true,
    label: null,
    url: '',
    body: '',
    headers: {},
    attempts: [],
    state: 'due',
    nextAt: null,
    text: id,
  };
  state.notifications.set(id, fresh);
  return fresh;
}

/** @param {any} event */
function searchText(event) {
  const { operation, path, shopOrderId, paymentId, payoutId, shopPaymentId, body } = event;
  return [operation, path, shopOrderId, paymentId, payoutId, shopPaymentId, body].join(' ').toLowerCase();
}

/** @param {any} event */
function take(event) {
  if (event.seq <= state.last) return;
  state.last = event.seq;
  state.events.push(event);
  takers[event.kind]?.(event);
  if (state.events.length > mostKept) {
    state.events.splice(0, mostKept / 4);
    for (const gone of state.exchanges.splice(0, mostKept / 12)) state.exchangeById.delete(gone.id);
  }
  changed();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let refreshing;

/** Asks for what the journal does not say: due attempts, faults in force, balances, the time. */
export function refreshSoon() {
  if (refreshing !== undefined) return;
  refreshing = setTimeout(() => {
    refreshing = undefined;
    void refresh();
  }, 300);
}

/** @param {string} path */
async function get(path) {
  const { ok, answer } = await send({ method: 'GET', path });
  return ok ? answer : undefined;
}

async function refresh() {
  const [clock, faults, balances, notifications] = await Promise.all(
    ['/clock', '/faults', '/balances', '/notifications?limit=2000'].map(get),
  );
  if (clock) state.clock = clock;
  if (faults) state.faults = faults.items;
  if (balances) state.balances = balances.items;
  for (const item of notifications?.items ?? []) {
    const known = notice(item.notification);
    const { attempts: _attempts, ...rest } = item;
    if (known.attempts.length === 0) known.attempts = item.attempts;
    Object.assign(known, rest);
    if (known.text === item.notification)
      known.text = `${item.notification} ${item.type} ${JSON.stringify(item.about)}`.toLowerCase();
  }
  changed();
}

async function seed() {
  const facts = await send({ method: 'GET', path: '/console/facts' });
  if (facts.status === 401) return false;
  state.facts = facts.answer;
  const [invoices, payouts, refunds, shops] = await Promise.all(
    ['/invoices?limit=10000', '/payouts', '/refunds', '/shops'].map(get),
  );
  for (const item of invoices?.items ?? []) state.invoices.set(item.paymentId, item);
  for (const item of payouts?.items ?? []) state.payouts.set(item.payoutId, item);
  for (const item of refunds?.items ?? []) state.refunds.set(refundKey(item), item);
  state.shops = shops?.items ?? [];
  // A history may be long: its end is shown at first, and what came since where something is shown already.
  const newest =
    state.last === 0 ? await get(`/journal?before=${Number.MAX_SAFE_INTEGER}&limit=${pageSize}`) : null;
  if (newest) {
    state.from = newest.previous;
    state.oldest = newest.oldest;
    for (const event of newest.events) take(event);
  }
  for (;;) {
    const page = await get(`/journal?after=${state.last}&limit=${pageSize}`);
    for (const event of page?.events ?? []) take(event);
    if (!page || page.events.length < pageSize) break;
  }
  await refresh();
  return true;
}

/** How many events around one that was found are shown with it. */
const around = 200;

/**
 * Shows older events: the ones just before those that are shown, or the nearest ones that have all the words.
 *
 * @param {string} words
 */
export async function lookBack(words) {
  let page = null;
  for (let before = state.from; before > state.oldest; before = page.previous) {
    const search =
      words.trim() === '' ? `limit=${pageSize / 2}` : `limit=1&text=${encodeURIComponent(words)}`;
    page = await get(`/journal?before=${before}&${search}`);
    if (!page) return;
    state.oldest = page.oldest;
    if (page.events.length > 0) break;
  }
  const [first] = page?.events ?? [];
  if (words.trim() !== '' && first) {
    page = await get(`/journal?before=${Math.min(state.from, first.seq + around)}&limit=${2 * around}`);
  }
  if (!page) return;
  takeOlder(page.events);
  state.from = page.previous;
  changed();
}

/** @param {any[]} events */
function takeOlder(events) {
  const { exchanges, notifications } = state;
  state.exchanges = [];
  state.notifications = new Map();
  for (const event of events) {
    state.events.push(event);
    if (event.kind !== 'state') takers[event.kind]?.(event);
  }
  state.exchanges.push(...exchanges);
  for (const [id, known] of notifications) state.notifications.set(id, known);
}

/** Follows the journal for as long as the page is open, also over restarts of the gateway. */
export async function follow() {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5000)) {
    try {
      if (!(await seed())) {
        state.connection = 'locked';
        changed();
        return;
      }
      await stream(
        `/journal/stream?after=${state.last}`,
        new AbortController().signal,
        () => {
          waitMs = 250;
          state.connection = 'live';
          changed();
        },
        take,
      );
    } catch {
      // Said by the connection's state; it is tried again.
    }
    state.connection = 'lost';
    changed();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** @param {string} text */
export function unlock(text) {
  token.set(text);
  state.connection = 'connecting';
  changed();
  void follow();
}

/**
 * Carries a call out, and shows it with its answer.
 *
 * @param {import('./api.js').Call & { label: string }} call
 */
export async function perform(call) {
  state.call = { label: call.label, curl: curl(call), outcome: null };
  changed();
  const outcome = await send(call);
  state.call = { label: call.label, curl: curl(call), outcome };
  refreshSoon();
  changed();
  return outcome;
}

/** Shows a call that is about to be made. @param {import('./api.js').Call & { label: string }} call */
export function preview(call) {
  const text = curl(call);
  if (state.call?.curl === text) return;
  state.call = { label: call.label, curl: text, outcome: null };
  changed();
}
