import { describe } from './invoices.js';
import { Act, Badge, Code, day, Facts, html, meaning, pretty, Timeline, time } from './parts.js';

/** Payouts, with what the payment system can do to them. */
export const payouts = {
  name: 'Payouts',
  columns: ['Updated', 'Shop payment', 'Payout', 'Amount', 'Payway', 'Status'],
  filters: {
    all: () => true,
    open: (row) => row.status !== 5 && row.status !== 6,
    completed: (row) => row.status === 5,
    rejected: (row) => row.status === 6,
  },
  rows: (state) => [...state.payouts.values()],
  keyOf: (row) => row.payoutId,
  textOf: (row) => `${row.shopPaymentId} ${row.payoutId} ${row.payway} ${row.account}`.toLowerCase(),
  cells: (row) => [
    time(row.updated),
    row.shopPaymentId,
    row.payoutId,
    `${row.amount} (${row.amountType})`,
    row.payway,
    html`<${Badge} tone=${row.status === 5 ? 'good' : row.status === 6 ? 'bad' : 'dim'}>${row.status}<//>`,
  ],
  Detail,
};

function Detail({ row, state }) {
  const final = row.status === 5 || row.status === 6;
  const events = state.events.filter((event) => (event.payoutId ?? event.entity?.payoutId) === row.payoutId);
  return html`<h2>Payout ${row.payoutId}</h2>
    <p class="lead">${row.amount} · ${row.status}: ${meaning(state.facts?.payoutStatuses, row.status)}</p>
    <${Facts} rows=${[
      ['Shop payment', row.shopPaymentId],
      ['Account', row.account],
      ['Recipient gets', `${row.payeeReceive} (currency ${row.currency})`],
      ['Written off', `${row.shopWriteOff} (currency ${row.shopCurrency})`],
      ['Status asked', `${row.asked} times`],
      ['Created', day(row.created)],
    ]} />
    <h3>The payment system decides</h3>
    <div class="buttons">
      ${(state.facts?.payoutStatuses ?? []).map(({ status, meaning: says }) => html`<${Act} label="${status} ${says}" path="/payouts/${row.payoutId}/status" body=${{ status }} disabled=${final} />`)}
    </div>
    <h3>Timeline</h3>
    <${Timeline} events=${events} says=${describe} />
    <h3>Record</h3>
    <${Code}>${pretty(JSON.stringify(row))}<//>`;
}
