import { useEffect, useState } from 'preact/hooks';
import { curl, send, stream, token } from './api.js';

/** What the page knows of the gateway beside what its lists ask for. Views read it; `changed` tells them. */

/** @type {Set<() => void>} */
const listeners = new Set();
let scheduled = false;
const drawerKey = 'gatecheck-drawer';

export const state = {
  connection: 'connecting',
  /** @type {any} */ facts: null,
  /** @type {any} */ clock: null,
  /** @type {any[]} */ shops: [],
  /** @type {any[]} */ balances: [],
  /** @type {any[]} */ faults: [],
  /** Requests of each of the last sixty seconds. @type {number[]} */ rates: [],
  /** Numbers of events: the oldest that is listed, the oldest that there is, and the last. */
  reach: { from: 1, oldest: 1, last: 0 },
  /** Grows whenever something may have happened. */
  version: 0,
  /** The call that was made last. @type {any} */ call: null,
  /** The one that a press would make. @type {any} */ next: null,
  drawer: sessionStorage.getItem(drawerKey) === 'open',
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

/** @param {string} path */
export async function get(path) {
  const { ok, answer } = await send({ method: 'GET', path });
  return ok ? answer : undefined;
}

/** What a path answers, asked again whenever something has happened; undefined until then, null where it is not. */
export function useAnswer(/** @type {string | undefined} */ path) {
  const { version } = useStore();
  const [known, setKnown] = useState(/** @type {{ path: string, answer: any } | null} */ (null));
  useEffect(() => {
    if (path === undefined) return undefined;
    let wanted = true;
    void get(path).then((answer) => {
      if (wanted) setKnown({ path, answer: answer ?? null });
    });
    return () => {
      wanted = false;
    };
  }, [path, version]);
  return known?.path === path ? known?.answer : undefined;
}

/** The events about something, such as `invoice/858018825`. */
export function useEvents(/** @type {string | undefined} */ subject) {
  return useAnswer(subject && `/console/events?of=${encodeURIComponent(subject)}`);
}

/** An object by itself, or as its last event left it where the gateway has it no more; `row` is undefined until then. */
export function useObject(/** @type {'invoice' | 'payout'} */ kind, /** @type {string} */ id) {
  const known = useAnswer(`/${kind}s/${encodeURIComponent(id)}`);
  const history = useEvents(`${kind}/${id}`);
  const row = known ?? history?.events.findLast((/** @type {any} */ event) => event.kind === 'state')?.entity;
  return { known, history, row };
}

let isRefreshing = false;

/** Asks for what no list shows: the time, faults in force, balances. */
async function refresh() {
  if (isRefreshing) return;
  isRefreshing = true;
  const [clock, faults, balances, shops] = await Promise.all(
    ['/clock', '/faults', '/balances', '/shops'].map(get),
  );
  isRefreshing = false;
  if (clock) state.clock = clock;
  if (faults) state.faults = faults.items;
  if (balances) state.balances = balances.items;
  if (shops) state.shops = shops.items;
  changed();
}

/** @param {any} news */
function take({ rates, ...reach }) {
  state.rates = rates;
  const isNew = reach.last !== state.reach.last || reach.from !== state.reach.from;
  state.reach = reach;
  if (isNew) state.version += 1;
  void refresh();
  changed();
}

/** Follows the gateway for as long as the page is open, also over its restarts. */
export async function follow() {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5000)) {
    try {
      const facts = await send({ method: 'GET', path: '/console/facts' });
      if (facts.status === 401) {
        state.connection = 'locked';
        changed();
        return;
      }
      if (facts.ok) {
        state.facts = facts.answer;
        await stream(
          '/console/changes',
          new AbortController().signal,
          () => {
            waitMs = 250;
            state.connection = 'live';
            state.version += 1;
            changed();
          },
          take,
        );
      }
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
  state.next = null;
  changed();
  const outcome = await send(call);
  state.call = { label: call.label, curl: curl(call), outcome };
  state.version += 1;
  void refresh();
  changed();
  return outcome;
}

/** Shows the call that a press would make, where calls are looked at. @param {import('./api.js').Call & { label: string }} call */
export function preview(call) {
  const text = curl(call);
  if (!state.drawer || state.next?.curl === text) return;
  state.next = { label: call.label, curl: text };
  changed();
}

/** @param {'open' | 'folded' | 'gone'} how */
export function setDrawer(how) {
  state.drawer = how === 'open';
  state.next = null;
  sessionStorage.setItem(drawerKey, how);
  if (how === 'gone') state.call = null;
  changed();
}
