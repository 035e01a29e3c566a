import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from './parts.js';

const rowPx = 40;
const overscan = 12;
/** A browser draws nothing that is much further down: older rows are found by a search. */
const mostRows = 400_000;

/** What is in sight of a box that scrolls. */
function useView(/** @type {any} */ box) {
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (/** @type {unknown} */ (box.current));
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return view;
}

/**
 * A list of any length of which only the rows in sight are drawn, and only those around them are there. The newest
 * row comes first. Arrow keys move from row to row; `cells` says what a row shows.
 */
export function LongList({ view: name, label, list, columns, cells, chosen, onChoose, empty }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const top = useRef(/** @type {string | undefined} */ (undefined));
  const view = useView(box);
  const total = Math.min(list.total ?? 0, mostRows);
  const first = Math.max(0, Math.floor(view.top / rowPx) - overscan);
  const last = Math.min(total, Math.ceil((view.top + view.height) / rowPx) + overscan);
  useEffect(() => list.want(first, last), [first, last, list.from, list.rows]);
  const rowAt = (/** @type {number} */ index) => list.rows[index - list.from];

  // Rows that arrive do not move those that are being read.
  useLayoutEffect(() => {
    const element = box.current;
    const at = list.rows.findIndex((/** @type {any} */ row) => row.key === top.current);
    const index = Math.floor(view.top / rowPx);
    if (element !== null && view.top > rowPx && at !== -1 && at + list.from !== index) {
      element.scrollTop += (at + list.from - index) * rowPx;
    } else top.current = rowAt(index)?.key;
  }, [list.rows]);
  useEffect(() => {
    top.current = rowAt(Math.floor(view.top / rowPx))?.key;
  }, [view.top]);

  /** @param {KeyboardEvent} event */
  function move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = /** @type {HTMLElement} */ (event.target);
    if (step === undefined || !target.matches('.row')) return;
    const item = target.closest('li');
    const next = step === 1 ? item?.nextElementSibling : item?.previousElementSibling;
    event.preventDefault();
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector('.row'))?.focus();
  }

  const indices = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  return html`<section class="list ${name}" aria-label=${label}>
    <p class="columns" aria-hidden="true">${columns.map((/** @type {string} */ column) => html`<span>${column}</span>`)}</p>
    <div class="scroll" ref=${box} tabindex="0" role="region" aria-label="${label}, ${list.total ?? 0} rows" onKeyDown=${move}>
      ${list.total === 0 ? html`<p class="empty">${empty}</p>` : null}
      <svg class="spacer" width="1" height=${total * rowPx} aria-hidden="true"></svg>
      <ul ref=${(/** @type {HTMLElement | null} */ element) => element?.style.setProperty('top', `${first * rowPx}px`)}>
        ${indices.map((index) => {
          const row = rowAt(index);
          return row === undefined
            ? html`<li key=${`no ${index}`}><span class="row soft">…</span></li>`
            : html`<li key=${row.key}>
              <button class="row" aria-current=${row.key === chosen ? 'true' : undefined} onClick=${() => onChoose(row.key)}>
                ${cells(row.shows, row.key).map((/** @type {any} */ cell) => html`<span>${cell}</span>`)}
              </button>
            </li>`;
        })}
      </ul>
    </div>
  </section>`;
}
