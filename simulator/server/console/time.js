import { useState } from 'preact/hooks';
import { Act, day, Facts, html } from './parts.js';

const steps = [
  ['1 minute', 60_000],
  ['30 minutes', 1_800_000],
  ['6 hours', 21_600_000],
  ['1 day', 86_400_000],
  ['5 days', 432_000_000],
];

/** The clock and the shops with their balances. */
export function Time({ state }) {
  const { clock } = state;
  const [minutes, setMinutes] = useState('10');
  const virtual = clock?.mode === 'virtual';
  return html`<div class="panel">
    <h2>Clock</h2>
    <${Facts} rows=${[
      ['Gateway time', day(clock?.now)],
      [
        'Kind',
        virtual
          ? 'virtual: it stands still until it is moved'
          : `real: ${clock?.rate ?? 1} gateway second(s) a second, and ahead when it is moved`,
      ],
      ['Next due', day(clock?.nextDueAt) || 'nothing'],
    ]} />
    <p class="soft">Moving the gateway's clock makes every attempt that falls due on the way. The shop keeps its own time.</p>
    <div class="buttons">
      ${steps.map(([name, byMs]) => html`<${Act} label="+ ${name}" path="/clock/advance" body=${{ byMs }} />`)}
      <${Act} label="To the next due instant" path="/clock/step" body=${{}} />
      <${Act} label="Carry out what is due" path="/clock/flush" body=${{}} />
    </div>
    <div class="form">
      <label>Minutes <input type="number" min="0" value=${minutes} onInput=${(event) => setMinutes(event.currentTarget.value)} /></label>
      <${Act} label="Advance" path="/clock/advance" body=${{ byMs: Math.max(0, Number(minutes) || 0) * 60_000 }} />
    </div>
    <h2>Shops</h2>
    ${state.shops.map((shop) => html`<${Facts} rows=${[['Shop', shop.id], ['Callback address', shop.callbackUrl], ['Notifications', shop.notifications]]} />`)}
    <h2>Balances</h2>
    <table>
      <thead><tr><th>Shop</th><th>Base</th><th>Currency</th><th>Available</th><th>Frozen</th><th>Hold</th></tr></thead>
      <tbody>${state.balances.map((row) => html`<tr><td>${row.shopId}</td><td>${row.base}</td><td>${state.facts?.currencies?.[row.currency] ?? row.currency}</td><td>${row.available}</td><td>${row.frozen}</td><td>${row.hold}</td></tr>`)}</tbody>
    </table>
  </div>`;
}
