import { Badge, Code, Facts, html } from './parts.js';

/** The signature of a request, taken apart: fields, string, digest, the likely mistake. */
export function RequestSignature({ request, facts }) {
  const { sign } = request;
  if (sign === null)
    return html`<p class="soft">The request was refused before its signature was looked at.</p>`;
  const names = facts?.operations.find((each) => each.id === request.operation)?.signedFields ?? [];
  return html`<${Verdict} ok=${sign.ok} says=${sign.ok ? 'The signature is right.' : (sign.recipe?.says ?? (sign.sent === null ? 'No signature was sent.' : 'No known mistake gives this digest: the secret is another one, or a value was changed after signing.'))} />
    <table>
      <caption>Signed fields, in order of their keys</caption>
      <tbody>
        ${[...names].sort().map((name) => {
          const value = request.fields?.[name];
          return html`<tr><th scope="row">${name}</th><td><code>${value === undefined ? '(absent)' : String(value)}</code></td></tr>`;
        })}
      </tbody>
    </table>
    <h4>String to sign</h4>
    <${Code}>${sign.expectedText}<//>
    <${Facts} rows=${[
      ['Digest sent', html`<code>${sign.sent ?? 'none'}</code>`],
      ['Digest expected', sign.expectedDigest ? html`<code>${sign.expectedDigest}</code>` : null],
      ['Sent in', sign.place],
    ]} />`;
}

function Verdict({ ok, says }) {
  return html`<p class="verdict"><${Badge} tone=${ok ? 'good' : 'bad'}>${ok ? 'right' : 'wrong'}<//> ${says}</p>`;
}

/**
 * The fields of a notification as they take part in its signature: all that are not null and not empty,
 * without `sign`, by key (Events 5).
 *
 * @param {string} body
 * @returns {{ fields: [string, string][], sign: string | null }}
 */
export function notificationFields(body) {
  /** @type {[string, string][]} */
  let pairs = [];
  if (/^\s*\{/.test(body)) {
    try {
      // The third argument has the literal text of a number, where the browser gives it.
      const literal = (/** @type {string} */ _key, /** @type {any} */ value, /** @type {any} */ context) =>
        typeof value === 'number' ? (context?.source ?? String(value)) : value;
      pairs = Object.entries(JSON.parse(body, literal)).map(([name, value]) => [
        name,
        value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]);
    } catch {
      return { fields: [], sign: null };
    }
  } else pairs = [...new URLSearchParams(body)];
  const sign = pairs.find(([name]) => name === 'sign')?.[1] ?? null;
  const fields = pairs
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { fields, sign };
}

/** The signature of a notification, taken apart; `right` is the digest that it should carry, where known. */
export function NotificationSignature({ body, right }) {
  const { fields, sign } = notificationFields(body);
  const verdict =
    right === undefined
      ? null
      : html`<${Verdict} ok=${sign === right} says=${sign === right ? 'The signature is right.' : difference(sign, right)} />`;
  return html`${verdict}
    <table>
      <caption>Signed fields, in order of their keys</caption>
      <tbody>
        ${fields.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><code>${value}</code></td></tr>`)}
      </tbody>
    </table>
    <h4>String to sign</h4>
    <${Code}>${fields.map(([, value]) => value).join(':')}${'<SECRET>'}<//>
    <${Facts} rows=${[
      ['Digest sent', html`<code>${sign ?? 'none'}</code>`],
      ['Digest expected', right === undefined ? null : html`<code>${right}</code>`],
    ]} />`;
}

/** @param {string | null} sign @param {string} right */
function difference(sign, right) {
  if (sign === null) return 'There is no signature.';
  if (sign === '') return 'The signature is empty.';
  if (sign.toLowerCase() === right)
    return 'The digest is in capitals; the specification says lower-case hex.';
  const at = [...right].findIndex((digit, index) => digit !== sign[index]);
  return `The digest is another one from character ${at + 1} on: a shop must not act on this message.`;
}
