import { Craft } from './craft.js';
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
  To,
  time,
} from './parts.js';
import { useObject } from './store.js';

const settled = new Set([4, 6, 7]);

/** Invoices and holds, with what the payer and the payment system can do to them. */
export const invoices = {
  name: 'Invoices',
  columns: ['Updated, UTC', 'Order', 'Invoice', 'Amount', 'Payway', 'Status'],
  filters: { open: 'is:open', holds: 'is:hold', paid: 'status:4', failed: 'status:6' },
  example: 'status:successful order:web-1',
  cells: (row, key) => [
    time(row.at),
    html`<${Id}>${row.order}<//>`,
    key,
    row.amount,
    `${row.payway}${row.mode === 'hold' ? ' (hold)' : ''}`,
    html`<${Status} text=${row.status} good=${/^4/} bad=${/^[67]/} />`,
  ],
  Detail,
};

/** What an event says about an object, in a line, with links to where it is told in full. */
export function lineOf(state, event) {
  const { invoiceStatuses, payoutStatuses } = state.facts ?? {};
  const words = (status) => statusText(event.object === 'payout' ? payoutStatuses : invoiceStatuses, status);
  switch (event.kind) {
    case 'state':
      return `${event.object} ${event.from === null ? 'created with' : `${event.from} →`} ${words(event.to)} (${event.cause})`;
    case 'payer':
      return `payer: ${event.action}`;
    case 'request':
      return html`<${To} tab="exchanges" id=${event.exchange}>${event.operation ?? event.path}<//> asked for`;
    case 'answer':
      return html`<${To} tab="exchanges" id=${event.exchange}>${event.operation ?? 'request'}<//>: ${event.outcome}${event.errorCode ? `, code ${event.errorCode}` : ''}`;
    case 'attempt':
      return html`<${To} tab="notifications" id=${event.notification}>notification ${event.notification}<//> ${words(event.status)}, attempt ${event.attempt} of 25${event.genuine ? '' : ` (crafted: ${event.label})`}`;
    case 'reply':
      return `reply: ${event.outcome}${event.status === null ? '' : ` ${event.status}`} ${JSON.stringify(event.body.slice(0, 80))}${event.accepted ? ', accepted' : ', not accepted'}`;
    default:
      return event.kind;
  }
}

function Detail({ id, state }) {
  const { known, history, row } = useObject('invoice', id);
  if (row === undefined) {
    return html`<${NoSuch} kind="invoice" name=${id} isGone=${known === null && history !== undefined} />`;
  }
  const base = `/invoices/${row.paymentId}`;
  const final = settled.has(row.status) || known === null;
  const payPage = `${state.facts?.origin ?? ''}/pay/${row.paymentId}?session_id=${encodeURIComponent(row.session)}`;
  return html`<h2>${row.mode === 'hold' ? 'Hold' : 'Invoice'} ${row.paymentId}</h2>
    <p class="lead">${money(row.amount, row.currency)} · ${statusText(state.facts?.invoiceStatuses, row.status)}</p>
    <${Facts} rows=${[
      ['Order', row.shopOrderId],
      ['Description', row.description],
      ['Payway', row.payway],
      ['Payer pays', money(row.payerPrice, row.currency)],
      ['Created', day(row.created)],
      ['Held since', day(row.heldAt)],
      ['Refunded', row.refunded === '0' ? null : money(row.refunded, row.currency)],
      ['Notifications go to', row.callbackUrl],
      [
        'Payment page',
        row.mode === 'hold'
          ? 'reached with MD, PaReq and TermUrl'
          : html`<a href=${payPage} target="_blank" rel="noreferrer">open as the payer</a>`,
      ],
    ]} />
    <h3>Timeline</h3>
    <${Timeline} ...${history} says=${(event) => lineOf(state, event)} />
    <h3>The payer</h3>
    <div class="buttons">
      ${(state.facts?.payerActions ?? []).map((action) => html`<${Act} label=${action} path="${base}/payer" body=${{ action }} disabled=${final} />`)}
    </div>
    <h3>The payment system reports</h3>
    <div class="buttons">
      ${(state.facts?.invoiceStatuses ?? []).map(({ status, meaning: says }) => html`<${Act} label="${status} ${says}" path="${base}/status" body=${{ status }} disabled=${final} />`)}
    </div>
    <h3>Craft a notification</h3>
    <${Craft} paymentId=${row.paymentId} shopOrderId=${row.shopOrderId} shopId=${row.shopId} status=${row.status} statuses=${state.facts?.invoiceStatuses} key=${row.paymentId} />
    <h3>Request</h3>
    <${Code}>${pretty(JSON.stringify(row.request))}<//>`;
}
