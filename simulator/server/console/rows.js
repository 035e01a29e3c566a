import { useEffect, useRef, useState } from 'preact/hooks';
import { get, useStore } from './store.js';

/** How many rows beside those in sight are asked for with them. */
const beside = 60;
/** While somebody scrolls, rows are asked for this often, in milliseconds. */
const pauseMs = 40;

/**
 * The rows of a list that a search finds, as the gateway has them: how many there are, and those around what is in
 * sight. `want` says what is in sight.
 *
 * @param {string} view
 * @param {string} search
 */
export function useRows(view, search) {
  const { version } = useStore();
  const [shown, setShown] = useState(/** @type {any} */ ({ name: '', total: undefined, from: 0, rows: [] }));
  const self = useRef(/** @type {any} */ ({ first: 0, last: 40, busy: false, again: false, timer: 0 }));
  const name = `${view} ${search}`;
  const wanted = self.current;
  if (wanted.name !== name) Object.assign(wanted, { name, first: 0, last: 40 });

  async function load() {
    wanted.again = wanted.busy;
    if (wanted.busy) return;
    wanted.busy = true;
    const asked = wanted.name;
    const from = Math.max(0, wanted.first - beside);
    const query = new URLSearchParams({
      view,
      search,
      from: String(from),
      limit: String(wanted.last + beside - from),
    });
    const page = await get(`/console/rows?${query}`);
    wanted.busy = false;
    if (page && wanted.name === asked) setShown({ name: asked, from, ...page });
    if (wanted.again || wanted.name !== asked) wanted.load();
  }
  wanted.load = load;
  useEffect(() => {
    const timer = setTimeout(() => wanted.load(), search === '' ? 0 : 120);
    return () => clearTimeout(timer);
  }, [name]);
  useEffect(() => {
    void wanted.load();
  }, [version]);

  /** @param {number} first @param {number} last */
  function want(first, last) {
    wanted.first = first;
    wanted.last = last;
    const { from, rows } = shown;
    if (first >= from && last <= from + rows.length) return;
    clearTimeout(wanted.timer);
    wanted.timer = setTimeout(() => wanted.load(), pauseMs);
  }
  return { ...shown, isCurrent: shown.name === name, want };
}
