import { describe } from './invoices.js';
import { Act, Badge, Code, day, Facts, html, pretty, Timeline, time } from './parts.js';
import { refundKey } from './store.js';

/** Refunds, with what the payment system can decide about them. */
export const refunds = {
  name: 'Refunds',
  columns: ['Created', 'Refund', 'Payment', 'Amount', 'Shop', 'Status'],
  filters: {
    all: () => true,
    waiting: (row) => row.status === 'WAITING',
    failed: (row) => row.status === 'FAILED',
  },
  rows: (state) => [...state.refunds.values()],
  keyOf: refundKey,
  textOf: (row) => `${row.shopRefundId} ${row.paymentId} ${row.amount}`.toLowerCase(),
  cells: (row) => [
    time(row.created),
    row.shopRefundId,
    row.paymentId,
    `${row.amount} ${row.currency}`,
    row.shopId,
    html`<${Badge} tone=${row.status === 'SUCCESS' ? 'good' : row.status === 'FAILED' ? 'bad' : 'dim'}>${row.status}<//>`,
  ],
  Detail,
};

function Detail({ row, state }) {
  const path = `/refunds/${encodeURIComponent(row.shopId)}/${encodeURIComponent(row.shopRefundId)}/status`;
  const events = state.events.filter(
    (event) =>
      (event.about?.shopRefundId ?? event.shopRefundId ?? event.entity?.shopRefundId) === row.shopRefundId,
  );
  return html`<h2>Refund ${row.shopRefundId}</h2>
    <p class="lead">${row.amount} <small>currency ${row.currency}</small> · ${row.status}</p>
    <${Facts} rows=${[
      ['Of payment', row.paymentId],
      ['Created', day(row.created)],
      ['Processed', day(row.processed)],
      ['Notifications go to', row.callbackUrl],
    ]} />
    <h3>The payment system decides</h3>
    <div class="buttons">
      ${(state.facts?.refundStatuses ?? []).map((status) => html`<${Act} label=${status} path=${path} body=${{ status }} disabled=${row.status !== 'WAITING' || status === 'WAITING'} />`)}
    </div>
    <h3>Timeline</h3>
    <${Timeline} events=${events} says=${describe} />
    <h3>Record</h3>
    <${Code}>${pretty(JSON.stringify(row))}<//>`;
}
