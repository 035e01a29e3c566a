import { useState } from 'preact/hooks';
import { curlOf } from './api.js';
import { AttemptChart } from './chart.js';
import { Craft, Reply } from './craft.js';
import {
  Act,
  Badge,
  Code,
  Copy,
  day,
  Facts,
  headerText,
  html,
  Id,
  pretty,
  Status,
  statusText,
  To,
  time,
} from './parts.js';
import { NotificationSignature } from './signature.js';
import { useAnswer, useEvents } from './store.js';

/** Notifications with their attempts and the merchant's replies. */
export const notifications = {
  name: 'Notifications',
  columns: ['Last attempt, UTC', 'Type', 'About', 'Status', 'Attempts', 'State'],
  filters: {
    due: 'is:due',
    accepted: 'state:accepted',
    'not accepted': 'state:"not accepted"',
    crafted: 'is:crafted',
  },
  example: 'state:due order:web-1',
  cells: (row) => [
    time(row.at),
    `${row.type}${row.crafted ? ' (crafted)' : ''}`,
    html`<${Id}>${row.refund ?? row.order ?? row.payment ?? ''}<//>`,
    html`<span title=${row.status}>${row.status ?? ''}</span>`,
    row.crafted ? '1' : `${row.attempts} of 25`,
    html`<${Status} text=${row.state} good=${/^accepted/} bad=${/^not/} />`,
  ],
  Detail,
};

/** One notification, from its events and from what the gateway still plans with it. */
function noticeOf(id, events, planned) {
  const attempts = events.filter((event) => event.kind === 'attempt');
  const replies = events.filter((event) => event.kind === 'reply');
  const last = attempts.at(-1);
  const reply = replies.at(-1);
  const nextAt = planned === undefined ? (reply?.nextAt ?? null) : planned.nextAt;
  const state =
    planned?.state ??
    (reply === undefined ? 'in-flight' : reply.accepted ? 'accepted' : nextAt ? 'due' : 'not accepted');
  return {
    ...last,
    notification: id,
    state,
    nextAt,
    last: reply,
    attempts: attempts.map(({ attempt, at }) => ({
      attempt,
      at,
      reply: replies.findLast((each) => each.attempt === attempt) ?? null,
    })),
  };
}

function Detail({ id, state }) {
  const [reply, setReply] = useState(/** @type {any} */ (null));
  const known = useEvents(`notification/${id}`);
  const first = known?.events.find((event) => event.kind === 'attempt');
  const paymentId = first?.about.paymentId;
  const planned = useAnswer(paymentId === undefined ? undefined : `/notifications?paymentId=${paymentId}`);
  const invoice = useAnswer(paymentId === undefined ? undefined : `/invoices/${paymentId}`);
  if (known === undefined) return html`<p class="soft">…</p>`;
  if (first === undefined) {
    return html`<h2>Notification ${id}</h2><p class="soft">Its events were dropped: only the last are kept in memory. With --store, all are.</p>`;
  }
  const row = noticeOf(
    id,
    known.events,
    planned?.items.find((each) => each.notification === id),
  );
  const path = `/notifications/${encodeURIComponent(id)}`;
  return html`<h2>Notification ${id}</h2>
    <p class="lead">${row.type}, status ${statusText(state.facts?.invoiceStatuses, row.status ?? '?')} · ${row.state}${row.label ? ` · crafted: ${row.label}` : ''}</p>
    <${Facts} rows=${[
      ['Invoice', html`<${To} tab="invoices" id=${paymentId} />`],
      ['Order', row.about.shopOrderId],
      ['Refund', row.about.shopRefundId],
      ['Address', row.url],
      ['Next attempt', day(row.nextAt)],
    ]} />
    <div class="buttons">
      ${row.genuine && html`<${Act} label="Resend now" tone="main" path="${path}/resend" done=${(outcome) => setReply(outcome.answer?.reply ?? null)} />`}
      ${row.genuine && html`<${Act} label="Cancel what is to come" path="${path}/cancel" disabled=${row.state !== 'due'} />`}
      ${row.state === 'due' && html`<${Act} label="Move the clock to the next attempt" path="/clock/advance" body=${{ to: row.nextAt }} />`}
      <${Copy} text=${curlOf(row)}>Copy as curl<//>
    </div>
    ${reply ? html`<${Reply} reply=${reply} />` : row.last ? html`<${Reply} reply=${row.last} />` : null}
    <h3>Attempts</h3>
    <${AttemptChart} notice=${row} plan=${state.facts?.attemptsAtMs} />
    <table>
      <thead><tr><th>#</th><th>At</th><th>Reply</th><th>ms</th></tr></thead>
      <tbody>
        ${row.attempts.map(
          (attempt) => html`<tr><td>${attempt.attempt}</td><td>${day(attempt.at)}</td>
          <td>${attempt.reply === null ? 'on its way' : html`<${Badge} tone=${attempt.reply.accepted ? 'good' : 'bad'}>${attempt.reply.outcome} ${attempt.reply.status ?? ''}<//> <code>${(attempt.reply.body ?? '').slice(0, 120)}</code>`}</td>
          <td>${attempt.reply?.latencyMs ?? ''}</td></tr>`,
        )}
      </tbody>
    </table>
    ${invoice && row.type === 'invoice' && html`<h3>Send it again, changed</h3><${Craft} key=${id} paymentId=${paymentId} shopOrderId=${invoice.shopOrderId} shopId=${invoice.shopId} status=${invoice.status} statuses=${state.facts?.invoiceStatuses} />`}
    <h3>Signature</h3>
    <${NotificationSignature} body=${row.body} />
    <h3>What was sent</h3>
    <${Code}>${`POST ${row.url}\n${headerText(row.headers)}`}<//>
    <${Code}>${pretty(row.body)}<//>`;
}
