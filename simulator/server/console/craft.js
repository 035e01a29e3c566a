import { useState } from 'preact/hooks';
import { isAcceptance } from './drawer.js';
import { Act, html } from './parts.js';
import { NotificationSignature, notificationFields } from './signature.js';
import { perform } from './store.js';

/** @param {string} body @param {(sign: string) => string | null} change null takes the field out */
function withSign(body, change) {
  if (/^\s*\{/.test(body)) {
    return body.replace(/(?:,\s*)?"sign"\s*:\s*"([^"]*)"\s*(,?)/, (whole, sign, comma) => {
      const next = change(sign);
      return next === null ? (whole.startsWith(',') ? comma : '') : whole.replace(`"${sign}"`, `"${next}"`);
    });
  }
  return body.replace(/(^|&)sign=([^&]*)/, (_, before, sign) => {
    const next = change(sign);
    return next === null ? '' : `${before}sign=${next}`;
  });
}

/** @param {string} sign */
const broken = (sign) => sign.slice(0, -1) + (sign.endsWith('0') ? '1' : '0');

/** @type {Record<string, (body: string) => string>} */
const variants = {
  'broken signature': (body) => withSign(body, broken),
  'right signature': (body) => body,
  'no signature': (body) => withSign(body, () => null),
  'empty signature': (body) => withSign(body, () => ''),
  'signature in capitals': (body) => withSign(body, (sign) => sign.toUpperCase()),
};

/**
 * Makes a notification up: the genuine one is asked for, changed and sent once. The gateway's own truth
 * does not move.
 */
export function Craft({ paymentId, shopOrderId, shopId, status, statuses }) {
  const [wanted, setWanted] = useState(status === 1 || status === 2 ? 4 : status);
  const [variant, setVariant] = useState('broken signature');
  const [draft, setDraft] = useState(/** @type {any} */ (null));
  const [reply, setReply] = useState(/** @type {any} */ (null));

  async function prepare() {
    setReply(null);
    const { ok, answer } = await perform({
      label: 'The genuine notification, not sent',
      method: 'POST',
      path: `/invoices/${paymentId}/notification`,
      body: { status: wanted },
    });
    if (!ok) return setDraft(null);
    const right = notificationFields(answer.body).sign ?? '';
    setDraft({ ...answer, right, edited: false, body: variants[variant]?.(answer.body) ?? answer.body });
  }

  const delivery = draft && {
    url: draft.url,
    shopId,
    headers: draft.headers,
    body: draft.body,
    label: `${draft.edited ? 'edited, ' : ''}${variant}`,
    about: { paymentId, shopOrderId },
    status: wanted,
  };
  return html`<div class="form">
      <label>Status <select value=${String(wanted)} onChange=${(event) => {
        setWanted(Number(event.currentTarget.value));
        setDraft(null);
      }}>
        ${(statuses ?? []).map((row) => html`<option value=${String(row.status)} selected=${row.status === wanted}>${row.status} ${row.meaning}</option>`)}
      </select></label>
      <label>Signature <select value=${variant} onChange=${(event) => {
        setVariant(event.currentTarget.value);
        setDraft(null);
      }}>
        ${Object.keys(variants).map((name) => html`<option value=${name} selected=${name === variant}>${name}</option>`)}
      </select></label>
      <button onClick=${prepare}>Prepare</button>
    </div>
    ${
      draft &&
      html`<label class="block">Body, to be changed at will
          <textarea rows="7" spellcheck="false" value=${draft.body} onInput=${(event) => setDraft({ ...draft, edited: true, body: event.currentTarget.value })}></textarea>
        </label>
        <${Act} label="Send it once" tone="main" path="/deliveries" body=${{ deliveries: [delivery] }} done=${(outcome) => setReply(outcome.answer?.replies?.[0] ?? null)} />
        ${reply && html`<${Reply} reply=${reply} />`}
        <h4>Its signature${draft.edited ? ' (the digest expected is that of the unchanged body)' : ''}</h4>
        <${NotificationSignature} body=${draft.body} right=${draft.right} />`
    }`;
}

/** The merchant's reply, and what follows from it. */
export function Reply({ reply }) {
  const accepted = isAcceptance(reply);
  return html`<p class="reply ${accepted ? 'good' : 'bad'}" role="status">
    The shop replied ${reply.outcome === 'replied' ? `HTTP ${reply.status}` : reply.outcome}: <code>${reply.body.slice(0, 300) || 'an empty body'}</code>.
    ${accepted ? ' That is an acceptance: nothing is sent again. Whether the shop acted on it, its order says.' : ' Only HTTP 200 with the body OK is an acceptance (Events 6).'}
  </p>`;
}
