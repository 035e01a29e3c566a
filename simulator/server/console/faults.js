import { useState } from 'preact/hooks';
import { Act, Badge, html } from './parts.js';

/** Faults that are often wanted; each is changed at will before it is armed. */
const ready = {
  'invoice/create: read timeout, carried out': {
    where: { operation: 'invoice/create' },
    effect: { kind: 'read-timeout', committed: true },
  },
  'withdraw/create: read timeout, carried out': {
    where: { operation: 'withdraw/create' },
    effect: { kind: 'read-timeout', committed: true },
  },
  'withdraw/create: an error that no list names': {
    where: { operation: 'withdraw/create' },
    effect: { kind: 'error', code: 57 },
  },
  'invoice/check: a proxy answers 502': {
    where: { operation: 'invoice/check' },
    effect: { kind: 'html', status: 502, committed: false },
  },
  'any call: reset the connection': { where: {}, effect: { kind: 'reset', committed: false } },
  'any call: answer 3 seconds late': { where: {}, effect: { kind: 'delay', delayMs: 3000 } },
  'answers: unknown fields, shuffled': {
    where: {},
    times: null,
    effect: { kind: 'answer', unknownFields: true, shuffle: true },
  },
  'notifications: lose the next one': { where: { notification: {} }, effect: { kind: 'drop' } },
  'notifications: send the next one three times at once': {
    where: { notification: {} },
    effect: { kind: 'duplicate', times: 2, parallel: true },
  },
  'invoice/create: notify before the answer': {
    where: { operation: 'invoice/create' },
    effect: { kind: 'notify-first', status: 4 },
  },
};

/** Faults: what is armed, and arming more. */
export function Faults({ state }) {
  const names = Object.keys(ready);
  const [name, setName] = useState(names[0]);
  const [text, setText] = useState(JSON.stringify(ready[names[0]], null, 2));
  let fault;
  try {
    fault = JSON.parse(text);
  } catch {
    fault = undefined;
  }
  return html`<div class="panel">
    <h2>Faults in force</h2>
    ${state.faults.length === 0 ? html`<p class="soft">None: the gateway behaves.</p>` : null}
    <table>
      <tbody>
        ${state.faults.map(
          ({ id, fault: armed, bit, remaining }) => html`<tr key=${id}>
            <td><${Badge} tone=${remaining === 0 ? 'dim' : 'bad'}>${armed.effect.kind}<//></td>
            <td><code>${JSON.stringify(armed)}</code></td>
            <td>bit ${bit}, ${remaining === null ? 'for ever' : `${remaining} left`}</td>
            <td><div class="buttons">
              ${armed.effect.kind === 'wait' && html`<${Act} label="Release" path="/faults/${encodeURIComponent(id)}/release" />`}
              <${Act} label="Remove" method="DELETE" path="/faults/${encodeURIComponent(id)}" />
            </div></td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${state.faults.length > 0 && html`<${Act} label="Remove all" method="DELETE" path="/faults" />`}
    <h2>Arm a fault</h2>
    <label class="block">Start from
      <select value=${name} onChange=${(event) => {
        setName(event.currentTarget.value);
        setText(JSON.stringify(ready[event.currentTarget.value], null, 2));
      }}>
        ${names.map((each) => html`<option value=${each} selected=${each === name}>${each}</option>`)}
      </select>
    </label>
    <label class="block">Fault as JSON
      <textarea rows="9" spellcheck="false" value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    </label>
    ${fault === undefined ? html`<p class="reply bad" role="status">This is no JSON yet.</p>` : html`<${Act} label="Arm" tone="main" path="/faults" body=${fault} />`}
    <p class="soft">Effects: ${(state.facts?.effects ?? []).join(', ')}.</p>
  </div>`;
}
