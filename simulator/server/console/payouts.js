import { lineOf } from './invoices.js';
import {
  Act,
  Code,
  day,
  Facts,
  html,
  Id,
  money,
  pretty,
  Status,
  statusText,
  Timeline,
  time,
} from './parts.js';
import { useAnswer, useEvents } from './store.js';

/** Payouts, with what the payment system can do to them. */
export const payouts = {
  name: 'Payouts',
  columns: ['Updated, UTC', 'Shop payment', 'Payout', 'Amount', 'Payway', 'Status'],
  filters: { open: 'is:open', completed: 'status:5', rejected: 'status:6' },
  example: 'status:rejected payway:card_rub',
  cells: (row, key) => [
    time(row.at),
    html`<${Id}>${row.id}<//>`,
    key,
    row.amount,
    row.payway,
    html`<${Status} text=${row.status} good=${/^5/} bad=${/^6/} />`,
  ],
  Detail,
};

function Detail({ id, state }) {
  const known = useAnswer(`/payouts/${encodeURIComponent(id)}`);
  const history = useEvents(`payout/${id}`);
  const row = known ?? history?.events.findLast((event) => event.kind === 'state')?.entity;
  if (row === undefined) {
    return html`<h2>Payout ${id}</h2><p class="soft">${known === null && history !== undefined ? 'The gateway knows no such payout any more.' : '…'}</p>`;
  }
  const final = row.status === 5 || row.status === 6 || known === null;
  return html`<h2>Payout ${row.payoutId}</h2>
    <p class="lead">${row.amount} · ${statusText(state.facts?.payoutStatuses, row.status)}</p>
    <${Facts} rows=${[
      ['Shop payment', row.shopPaymentId],
      ['Account', row.account],
      ['Recipient gets', money(row.payeeReceive, row.currency)],
      ['Written off', money(row.shopWriteOff, row.shopCurrency)],
      ['Status asked', `${row.asked} times`],
      ['Created', day(row.created)],
    ]} />
    <h3>The payment system decides</h3>
    <div class="buttons">
      ${(state.facts?.payoutStatuses ?? []).map(({ status, meaning: says }) => html`<${Act} label="${status} ${says}" path="/payouts/${row.payoutId}/status" body=${{ status }} disabled=${final} />`)}
    </div>
    <h3>Timeline</h3>
    <${Timeline} ...${history} says=${(event) => lineOf(state, event)} />
    <h3>Record</h3>
    <${Code}>${pretty(JSON.stringify(row))}<//>`;
}
