import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { RateChart } from './chart.js';
import { Drawer } from './drawer.js';
import { exchanges } from './exchanges.js';
import { Faults } from './faults.js';
import { invoices } from './invoices.js';
import { LongList } from './list.js';
import { notifications } from './notifications.js';
import { Act, day, html } from './parts.js';
import { payouts } from './payouts.js';
import { address, go, usePlace } from './place.js';
import { refunds } from './refunds.js';
import { useRows } from './rows.js';
import { changed, follow, unlock, useStore } from './store.js';
import { Time } from './time.js';

const tables = { exchanges, invoices, payouts, refunds, notifications };
const panels = { faults: { name: 'Faults', View: Faults }, time: { name: 'Clock', View: Time } };
const themeKey = 'gatecheck-theme';

function applyTheme(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function Theme() {
  const [theme, setTheme] = useState(localStorage.getItem(themeKey) ?? 'system');
  useEffect(() => {
    localStorage.setItem(themeKey, theme);
    applyTheme(theme);
  }, [theme]);
  return html`<label class="theme">Colours
    <select value=${theme} onChange=${(event) => setTheme(event.currentTarget.value)}>
      ${['system', 'light', 'dark'].map((name) => html`<option value=${name} selected=${name === theme}>${name}</option>`)}
    </select>
  </label>`;
}

function Locked() {
  const [text, setText] = useState('');
  return html`<main class="locked">
    <h1>gatecheck console</h1>
    <form class="form" onSubmit=${(event) => {
      event.preventDefault();
      unlock(text);
    }}>
      <label>Control token <input type="password" autocomplete="off" value=${text} onInput=${(event) => setText(event.currentTarget.value)} /></label>
      <button class="main">Open</button>
    </form>
    <p class="soft">It is the token that the simulator was started with, and is kept for this tab only.</p>
  </main>`;
}

/** How much of the history is there to be listed and searched, and what was dropped. */
function Reach({ reach: { from, oldest, last } }) {
  if (from > oldest) {
    const done = Math.floor((100 * (last - from + 1)) / Math.max(1, last - oldest + 1));
    return html`<span class="soft">Reading the history: ${done} %</span>`;
  }
  if (oldest <= 1) return null;
  return html`<span class="soft" title="The simulator keeps the last events in memory, and all of them with --store FILE.">Events 1 to ${oldest - 1} were dropped; --store keeps all.</span>`;
}

/** Adds a term to a search, or takes it out again. @param {string} search @param {string} term */
const toggled = (search, term) =>
  search.includes(term) ? search.replace(term, '').replace(/\s+/g, ' ').trim() : `${search} ${term}`.trim();

function Table({ tab, table, state, at }) {
  const list = useRows(tab, at.search);
  return html`<div class="split ${at.key ? 'open' : ''}">
    <div class="left">
      <div class="filters" role="group" aria-label="Filter">
        ${Object.entries(table.filters).map(
          ([name, term]) =>
            html`<button aria-pressed=${String(at.search.includes(term))} onClick=${() => go({ ...at, search: toggled(at.search, term) })}>${name}</button>`,
        )}
        <span class="soft" role="status">${list.isCurrent ? `${list.total} ${at.search === '' ? 'in all' : 'found'}` : 'looking…'}</span>
        <${Reach} reach=${state.reach} />
      </div>
      <${LongList} key=${at.search} view=${tab} label=${table.name} list=${list} columns=${table.columns} cells=${table.cells} chosen=${at.key}
        empty=${at.search === '' ? 'Nothing here yet.' : `Nothing matches. Fields: ${(state.facts?.searchFields ?? []).join(', ')}; for example ${table.example}`}
        onChoose=${(key) => go({ ...at, tab, key })} />
    </div>
    ${
      at.key &&
      html`<article class="detail" aria-label="Detail" key=${`${tab} ${at.key}`}>
        <a class="close" href=${address({ tab, search: at.search })} aria-label="Close the detail">✕</a>
        <${table.Detail} id=${at.key} state=${state} />
      </article>`
    }
  </div>`;
}

function Search({ at, table }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    const focus = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.key !== '/' || target.matches('input, textarea, select')) return;
      event.preventDefault();
      field.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return html`<label class="search"><span class="hidden">Search</span>
    <input type="search" ref=${field} disabled=${!table} placeholder=${table ? `Search ( / ), such as ${table.example}` : ''} value=${at.search}
      onInput=${(event) => go({ tab: at.tab, key: '', search: event.currentTarget.value }, true)} /></label>`;
}

function App() {
  const state = useStore();
  const at = usePlace();
  useEffect(() => {
    const tick = setInterval(changed, 2000);
    return () => clearInterval(tick);
  }, []);
  if (state.connection === 'locked') return html`<${Locked} />`;
  const tab = at.tab in tables || at.tab in panels ? at.tab : 'exchanges';
  const table = tables[tab];
  const panel = panels[tab];
  return html`<div class="app">
    <header>
      <h1>gatecheck</h1>
      <span class="live ${state.connection}" role="status">${state.connection}</span>
      <a class="soft clock" href="#time">${day(state.clock?.now)} ${state.clock?.mode ?? ''}${state.clock?.rate && state.clock.rate !== 1 ? ` ×${state.clock.rate}` : ''}</a>
      <${RateChart} rates=${state.rates} />
      <${Search} at=${{ ...at, tab }} table=${table} />
      <${Act} label="New test payment" path="/payments" body=${{}} done=${(outcome) => {
        const id = outcome.answer?.paymentId ?? null;
        if (id !== null) go({ tab: 'invoices', key: String(id), search: '' });
      }} />
      <${Theme} />
    </header>
    <nav aria-label="Views">
      ${[...Object.entries(tables), ...Object.entries(panels)].map(([name, { name: says }]) => html`<a href="#${name}" aria-current=${name === tab ? 'page' : undefined}>${says}</a>`)}
    </nav>
    <main>
      ${table && html`<${Table} key=${tab} tab=${tab} table=${table} state=${state} at=${at} />`}
      ${panel && html`<${panel.View} state=${state} />`}
    </main>
    <${Drawer} call=${state.call} />
  </div>`;
}

applyTheme(localStorage.getItem(themeKey) ?? 'system');
const root = document.getElementById('console');
if (root !== null) render(html`<${App} />`, root);
void follow();
