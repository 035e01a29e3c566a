import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RateChart } from './chart.js';
import { exchanges } from './exchanges.js';
import { Faults } from './faults.js';
import { invoices } from './invoices.js';
import { LongList } from './list.js';
import { notifications } from './notifications.js';
import { Badge, Code, day, html } from './parts.js';
import { payouts } from './payouts.js';
import { refunds } from './refunds.js';
import { changed, follow, lookBack, refreshSoon, unlock, useStore } from './store.js';
import { Time } from './time.js';

const tables = { exchanges, invoices, payouts, refunds, notifications };
const panels = { faults: { name: 'Faults', View: Faults }, time: { name: 'Clock', View: Time } };
const themeKey = 'gatecheck-theme';

/** The place in the address: `#invoices/12`. */
function place() {
  const [tab = '', ...rest] = location.hash.slice(1).split('/');
  return { tab: tab in tables || tab in panels ? tab : 'exchanges', key: decodeURIComponent(rest.join('/')) };
}

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

function CallBar({ call }) {
  const outcome = call?.outcome;
  return html`<footer aria-label="HTTP call">
    ${
      call === null
        ? html`<p class="soft">Point at a button, and the HTTP call that it makes appears here. All calls: <a href="/openapi.json">openapi.json</a>.</p>`
        : html`<div class="call">
            <p><strong>${call.label}</strong> ${outcome && html`<${Badge} tone=${outcome.ok ? 'good' : 'bad'}>${outcome.status || 'no answer'}<//>`}
              ${outcome?.answer?.error && html`<span role="alert"> ${outcome.answer.error.message}</span>`}</p>
            <button onClick=${() => navigator.clipboard?.writeText(call.curl)}>Copy</button>
          </div>
          <${Code}>${call.curl}<//>`
    }
  </footer>`;
}

function Table({ table, state, chosen, query }) {
  const [filter, setFilter] = useState('all');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const keep = table.filters[filter] ?? table.filters.all;
  const all = table.rows(state);
  const rows =
    filter === 'all' && words.length === 0
      ? all
      : all.filter((row) => keep(row) && words.every((word) => table.textOf(row).includes(word)));
  const row = chosen === '' ? undefined : all.findLast((each) => String(table.keyOf(each)) === chosen);
  const tab = Object.keys(tables).find((name) => tables[name] === table);
  return html`<div class="split ${row ? 'open' : ''}">
    <div class="left">
      <div class="filters" role="group" aria-label="Filter">
        ${Object.keys(table.filters).map((name) => html`<button aria-pressed=${String(name === filter)} onClick=${() => setFilter(name)}>${name}</button>`)}
        <span class="soft">${rows.length} of ${all.length}</span>
        ${table.older && state.from > state.oldest && html`<button onClick=${() => lookBack(query)}>Look further back</button>`}
      </div>
      <${LongList} label=${table.name} rows=${rows} columns=${table.columns} keyOf=${table.keyOf} cells=${table.cells} chosen=${row && table.keyOf(row)} onChoose=${(
        key,
      ) => {
        location.hash = `${tab}/${encodeURIComponent(key)}`;
      }} />
    </div>
    ${
      row &&
      html`<article class="detail" aria-label="Detail" key=${chosen}>
        <a class="close" href="#${tab}" aria-label="Close the detail">✕</a>
        <${table.Detail} row=${row} state=${state} />
      </article>`
    }
  </div>`;
}

function App() {
  const state = useStore();
  const [at, setAt] = useState(place());
  const [query, setQuery] = useState('');
  useEffect(() => {
    const moved = () => setAt(place());
    addEventListener('hashchange', moved);
    const tick = setInterval(() => {
      changed();
      refreshSoon();
    }, 2000);
    return () => {
      removeEventListener('hashchange', moved);
      clearInterval(tick);
    };
  }, []);
  if (state.connection === 'locked') return html`<${Locked} />`;
  const table = tables[at.tab];
  const panel = panels[at.tab];
  return html`<div class="app">
    <header>
      <h1>gatecheck</h1>
      <span class="live ${state.connection}" role="status">${state.connection}</span>
      <span class="soft clock">${day(state.clock?.now)} ${state.clock?.mode ?? ''}${state.clock?.rate ? ` ×${state.clock.rate}` : ''}</span>
      <${RateChart} rates=${state.rates} now=${Date.now()} />
      <label class="search"><span class="hidden">Search</span><input type="search" placeholder="Search" value=${query} onInput=${(event) => setQuery(event.currentTarget.value)} /></label>
      <${Theme} />
    </header>
    <nav aria-label="Views">
      ${[...Object.entries(tables), ...Object.entries(panels)].map(([tab, { name }]) => html`<a href="#${tab}" aria-current=${tab === at.tab ? 'page' : undefined}>${name}</a>`)}
    </nav>
    <main>
      ${table && html`<${Table} key=${at.tab} table=${table} state=${state} chosen=${at.key} query=${query} />`}
      ${panel && html`<${panel.View} state=${state} />`}
    </main>
    <${CallBar} call=${state.call} />
  </div>`;
}

applyTheme(localStorage.getItem(themeKey) ?? 'system');
const root = document.getElementById('console');
if (root !== null) render(html`<${App} />`, root);
void follow();
