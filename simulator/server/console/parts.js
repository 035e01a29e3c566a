import htm from 'htm';
import { h } from 'preact';
import { perform, preview } from './store.js';

/** Markup; text in it is text, whatever it says. */
export const html = htm.bind(h);

/** @param {string | null | undefined} instant */
export const time = (instant) => (instant ? instant.slice(11, 23) : '');
/** @param {string | null | undefined} instant */
export const day = (instant) => (instant ? `${instant.slice(0, 10)} ${instant.slice(11, 19)}` : '');

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

/** @param {{ rows: [string, any][] }} props */
export const Facts = ({ rows }) => html`<dl>
  ${rows
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;

/** A button that makes one call; the call is shown as soon as the button is pointed at. */
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

/** @param {Record<string, string> | undefined} headers */
export const headerText = (headers) =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** What happened to one object, oldest first. */
export function Timeline({ events, says }) {
  if (events.length === 0) return html`<p class="soft">Nothing is recorded any more.</p>`;
  return html`<ol class="timeline">
    ${events.map(
      (event) => html`<li key=${event.seq} class=${event.kind}>
        <time datetime=${event.at}>${day(event.at)}</time><span>${says(event)}</span>
      </li>`,
    )}
  </ol>`;
}

/** @param {any[]} statuses @param {number} status */
export const meaning = (statuses, status) =>
  statuses?.find((row) => row.status === status)?.meaning ?? 'no listed status';
