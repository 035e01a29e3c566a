import { lineOf } from './invoices.js';
import {
  Act,
  Code,
  day,
  Facts,
  html,
  Id,
  money,
  NoSuch,
  pretty,
  Status,
  statusText,
  Timeline,
  time,
} from './parts.js';
import { useObject } from './store.js';

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
  const { known, history, row } = useObject('payout', id);
  if (row === undefined) {
    return html`<${NoSuch} kind="payout" name=${id} isGone=${known === null && history !== undefined} />`;
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
