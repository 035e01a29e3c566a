import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from './parts.js';

const rowPx = 40;
const overscan = 12;

/**
 * A list of any length that draws only the rows in sight. The newest row comes first. Arrow keys move from
 * row to row; `keyOf` gives a row its identity, `cells` what it shows.
 */
export function LongList({ label, rows, columns, keyOf, cells, chosen, onChoose }) {
  const box = useRef(null);
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
  const first = Math.max(0, Math.floor(view.top / rowPx) - overscan);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowPx) + overscan);
  const shown = [];
  for (let index = first; index < last; index += 1) shown.push(rows[rows.length - 1 - index]);

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

  return html`<section class="list" aria-label=${label}>
    <p class="columns" aria-hidden="true">${columns.map((name) => html`<span>${name}</span>`)}</p>
    <div class="scroll" ref=${box} tabindex="0" role="region" aria-label="${label}, ${rows.length} rows" onKeyDown=${move}>
      ${rows.length === 0 ? html`<p class="empty">Nothing here yet.</p>` : null}
      <svg class="spacer" width="1" height=${rows.length * rowPx} aria-hidden="true"></svg>
      <ul ref=${(/** @type {HTMLElement | null} */ element) => element?.style.setProperty('top', `${first * rowPx}px`)}>
        ${shown.map((row) => {
          const key = keyOf(row);
          return html`<li key=${key}>
            <button class="row" aria-current=${key === chosen ? 'true' : undefined} onClick=${() => onChoose(key)}>
              ${cells(row).map((cell) => html`<span>${cell}</span>`)}
            </button>
          </li>`;
        })}
      </ul>
    </div>
  </section>`;
}
