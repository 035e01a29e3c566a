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
  Timeline,
  To,
  time,
} from './parts.js';
import { useAnswer, useEvents } from './store.js';

/** Refunds, with what the payment system can decide about them. */
export const refunds = {
  name: 'Refunds',
  columns: ['Created, UTC', 'Refund', 'Invoice', 'Amount', 'Shop', 'Status'],
  filters: { waiting: 'status:waiting', failed: 'status:failed' },
  example: 'payment:858018825 status:failed',
  cells: (row) => [
    time(row.at),
    html`<${Id}>${row.refund}<//>`,
    row.payment,
    row.amount,
    row.shop,
    html`<${Status} text=${row.status} good=${/^SUCCESS/} bad=${/^FAILED/} />`,
  ],
  Detail,
};

function Detail({ id, state }) {
  const [shopId = '', ...rest] = id.split('/');
  const shopRefundId = rest.join('/');
  const query = new URLSearchParams({ shopId, shopRefundId });
  const known = useAnswer(`/refunds?${query}`);
  const history = useEvents(`refund/${shopRefundId}`);
  const row = known?.items[0];
  if (row === undefined) {
    return html`<${NoSuch} kind="refund" name=${shopRefundId} isGone=${known !== undefined && known !== null} />`;
  }
  const path = `/refunds/${encodeURIComponent(row.shopId)}/${encodeURIComponent(row.shopRefundId)}/status`;
  return html`<h2>Refund ${row.shopRefundId}</h2>
    <p class="lead">${money(row.amount, row.currency)} · ${row.status}</p>
    <${Facts} rows=${[
      ['Of invoice', html`<${To} tab="invoices" id=${row.paymentId} />`],
      ['Created', day(row.created)],
      ['Processed', day(row.processed)],
      ['Notifications go to', row.callbackUrl],
    ]} />
    <h3>The payment system decides</h3>
    <div class="buttons">
      ${(state.facts?.refundStatuses ?? []).map((status) => html`<${Act} label=${status} path=${path} body=${{ status }} disabled=${row.status !== 'WAITING' || status === 'WAITING'} />`)}
    </div>
    <h3>Timeline</h3>
    <${Timeline} ...${history} says=${(event) => lineOf(state, event)} />
    <h3>Record</h3>
    <${Code}>${pretty(JSON.stringify(row))}<//>`;
}
