import htm from 'htm';
import { h } from 'preact';
import { useState } from 'preact/hooks';
import { address } from './place.js';
import { perform, preview, state } from './store.js';

/** Markup; text in it is text, whatever it says. */
export const html = htm.bind(h);

/** @param {string | null | undefined} instant */
export const time = (instant) => (instant ? instant.slice(11, 23) : '');
/** @param {string | null | undefined} instant */
export const day = (instant) => (instant ? `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC` : '');

const tailCharacters = 6;

/** An id that may be long: where there is no room, its middle is left out, since ends tell ids apart. */
export function Id({ children }) {
  const text = String(children ?? '');
  if (text.length <= tailCharacters + 3) return text;
  return html`<span class="id" title=${text}><span>${text.slice(0, -tailCharacters)}</span><span>${text.slice(-tailCharacters)}</span></span>`;
}

/** A link to one row of a list. @param {{ tab: string, id: any, children?: any }} props */
export const To = ({ tab, id, children }) =>
  id === undefined || id === null
    ? null
    : html`<a href=${address({ tab, key: String(id) })}>${children ?? id}</a>`;

/** A sum with the code of its currency. @param {any} amount @param {any} currency */
export const money = (amount, currency) =>
  amount === undefined || amount === null
    ? ''
    : `${amount} ${state.facts?.currencies?.[Number(currency)] ?? currency ?? ''}`.trim();

/** JSON laid out for reading; anything else as it is. @param {string | null | undefined} text */
export function pretty(text) {
  if (!text || !/^\s*[[{]/.test(text)) return text ?? '';
  // Only white space is added: numbers and escapes stay as they came.
  let depth = 0;
  let out = '';
  for (const part of text.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^"{}[\],:\s]+/g) ?? []) {
    if (part === '{' || part === '[') out += `${part}\n${'  '.repeat(++depth)}`;
    else if (part === '}' || part === ']') out += `\n${'  '.repeat(Math.max(0, --depth))}${part}`;
    else if (part === ',') out += `,\n${'  '.repeat(depth)}`;
    else out += part === ':' ? ': ' : part;
  }
  return out.replace(/([{[])\s+([}\]])/g, '$1$2');
}

/** @param {{ children?: any }} props */
export const Code = ({ children }) => html`<pre tabindex="0"><code>${children}</code></pre>`;

/** @param {{ tone: string, children?: any }} props */
export const Badge = ({ tone, children }) => html`<span class="badge ${tone}">${children}</span>`;

/** A status in words beside its number. @param {{ text: any, good: RegExp, bad: RegExp }} props */
export const Status = ({ text, good, bad }) =>
  text === undefined || text === null
    ? null
    : html`<span title=${text}><${Badge} tone=${good.test(text) ? 'good' : bad.test(text) ? 'bad' : 'dim'}>${text}<//></span>`;

/** Instead of an object that is not there yet, or no more. @param {{ kind: string, name: string, isGone: boolean }} props */
export const NoSuch = ({
  kind,
  name,
  isGone,
}) => html`<h2>${kind[0]?.toUpperCase()}${kind.slice(1)} ${name}</h2>
  <p class="soft">${isGone ? `The gateway knows no such ${kind} any more.` : '…'}</p>`;

/** @param {{ rows: [string, any][] }} props */
export const Facts = ({ rows }) => html`<dl>
  ${rows
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;

/** A button that makes one call; where calls are looked at, it is shown as soon as the button is pointed at. */
export function Act({ label, method = 'POST', path, body, tone = '', disabled = false, done = undefined }) {
  const call = { label, method, path, body };
  const show = () => preview(call);
  return html`<button
    class=${tone}
    disabled=${disabled}
    onFocus=${show}
    onMouseEnter=${show}
    onClick=${async () => {
      const outcome = await perform(call);
      done?.(outcome);
    }}
  >
    ${label}
  </button>`;
}

/** A button that puts a text on the clipboard. @param {{ text: string, children?: any }} props */
export function Copy({ text, children }) {
  const [says, setSays] = useState('');
  return html`<button onClick=${async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSays('Copied');
    } catch {
      setSays('The browser forbids it');
    }
    setTimeout(() => setSays(''), 1500);
  }}>${says || children}</button>`;
}

/** @param {Record<string, string> | undefined} headers */
export const headerText = (headers) =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** What happened to one object, oldest first; `events` is undefined until it is known. */
export function Timeline({ events, dropped = 0, says }) {
  if (events === undefined) return html`<p class="soft">…</p>`;
  return html`${dropped > 0 || events.length === 0 ? html`<p class="soft">${dropped || 'All'} ${dropped === 1 ? 'event was' : 'events were'} dropped: only the last are kept in memory. With --store, all are.</p>` : null}
    <ol class="timeline">
      ${events.map(
        (/** @type {any} */ event) => html`<li key=${event.seq} class=${event.kind}>
          <time datetime=${event.at}>${day(event.at)}</time><span>${says(event)}</span>
        </li>`,
      )}
    </ol>`;
}

/** A status of a list with what it means. @param {any[]} statuses @param {any} status */
export const statusText = (statuses, status) => {
  const says = statuses?.find((row) => row.status === status)?.meaning;
  return says === undefined ? String(status ?? '') : `${status} ${says}`;
};
