import { useState } from 'preact/hooks';
import { AttemptChart } from './chart.js';
import { Craft, Reply } from './craft.js';
import { Act, Badge, Code, day, Facts, headerText, html, pretty, time } from './parts.js';
import { NotificationSignature } from './signature.js';

const tones = { accepted: 'good', exhausted: 'bad', refused: 'bad' };

/** Notifications with their attempts and the merchant's replies. */
export const notifications = {
  name: 'Notifications',
  /** Older ones are found in the history. */
  older: true,
  columns: ['Last attempt', 'Type', 'About', 'Status', 'Attempts', 'State'],
  filters: {
    all: () => true,
    due: (row) => row.state === 'due' || row.state === 'in-flight',
    accepted: (row) => row.state === 'accepted',
    'not accepted': (row) => row.state !== 'accepted',
    crafted: (row) => !row.genuine,
  },
  rows: (state) => [...state.notifications.values()],
  keyOf: (row) => row.notification,
  textOf: (row) => row.text,
  cells: (row) => [
    time(row.attempts.at(-1)?.at ?? row.nextAt),
    `${row.type}${row.genuine ? '' : ' (crafted)'}`,
    row.about.shopRefundId ?? row.about.shopOrderId ?? row.about.paymentId ?? '',
    row.status ?? '',
    row.attempts.length,
    html`<${Badge} tone=${tones[row.state] ?? 'dim'}>${row.state}<//>`,
  ],
  Detail,
};

function Detail({ row, state }) {
  const [reply, setReply] = useState(/** @type {any} */ (null));
  const { paymentId, shopOrderId } = row.about;
  const invoice = state.invoices.get(paymentId);
  const path = `/notifications/${encodeURIComponent(row.notification)}`;
  const last = row.attempts.at(-1)?.reply;
  return html`<h2>Notification ${row.notification}</h2>
    <p class="lead">${row.type}, status ${row.status ?? '?'} · ${row.state}${row.label ? ` · crafted: ${row.label}` : ''}</p>
    <${Facts} rows=${[
      ['Payment', paymentId],
      ['Order', shopOrderId],
      ['Refund', row.about.shopRefundId],
      ['Address', row.url],
      ['Next attempt', day(row.nextAt)],
    ]} />
    ${
      row.genuine &&
      html`<div class="buttons">
        <${Act} label="Resend now" tone="main" path="${path}/resend" done=${(outcome) => setReply(outcome.answer?.reply ?? null)} />
        <${Act} label="Cancel what is to come" path="${path}/cancel" disabled=${row.state !== 'due'} />
      </div>`
    }
    ${reply ? html`<${Reply} reply=${reply} />` : last ? html`<${Reply} reply=${last} />` : null}
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
    ${invoice && row.type === 'invoice' && html`<h3>Send it again, changed</h3><${Craft} key=${row.notification} paymentId=${paymentId} shopOrderId=${invoice.shopOrderId} shopId=${invoice.shopId} status=${invoice.status} statuses=${state.facts?.invoiceStatuses} />`}
    <h3>Signature</h3>
    <${NotificationSignature} body=${row.body} />
    <h3>What was sent</h3>
    <${Code}>${`POST ${row.url}\n${headerText(row.headers)}`}<//>
    <${Code}>${pretty(row.body)}<//>`;
}
