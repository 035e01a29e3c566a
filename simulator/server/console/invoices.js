import { Craft } from './craft.js';
import { Act, Badge, Code, day, Facts, html, meaning, pretty, Timeline, time } from './parts.js';

const settled = new Set([4, 6, 7]);

/** Invoices and holds, with what the payer and the payment system can do to them. */
export const invoices = {
  name: 'Invoices',
  columns: ['Updated', 'Order', 'Payment', 'Amount', 'Payway', 'Status'],
  filters: {
    all: () => true,
    open: (row) => !settled.has(row.status),
    holds: (row) => row.mode === 'hold',
    paid: (row) => row.status === 4,
    failed: (row) => row.status === 6,
  },
  rows: (state) => [...state.invoices.values()],
  keyOf: (row) => row.paymentId,
  textOf: (row) =>
    `${row.shopOrderId} ${row.paymentId} ${row.payway} ${row.amount} ${row.description ?? ''}`.toLowerCase(),
  cells: (row) => [
    time(row.updated),
    row.shopOrderId,
    row.paymentId,
    `${row.amount} ${row.currency}`,
    `${row.payway}${row.mode === 'hold' ? ' (hold)' : ''}`,
    html`<${Badge} tone=${row.status === 4 ? 'good' : row.status === 6 ? 'bad' : 'dim'}>${row.status}<//>`,
  ],
  Detail,
};

/** What an event says about an object, in a line. */
export function describe(event) {
  switch (event.kind) {
    case 'state':
      return `${event.object} ${event.from === null ? 'created with' : `${event.from} →`} ${event.to} (${event.cause})`;
    case 'payer':
      return `payer: ${event.action}`;
    case 'answer':
      return `${event.operation}: ${event.outcome}${event.errorCode ? `, code ${event.errorCode}` : ''}`;
    case 'attempt':
      return `notification ${event.status ?? ''}, attempt ${event.attempt}${event.genuine ? '' : ` (crafted: ${event.label})`}`;
    case 'reply':
      return `reply: ${event.outcome}${event.status === null ? '' : ` ${event.status}`} ${JSON.stringify(event.body.slice(0, 80))}${event.accepted ? ', accepted' : ''}`;
    default:
      return event.kind;
  }
}

/** The events about one payment, with the replies to its notifications. */
export function eventsOf(state, paymentId) {
  const told = new Set();
  return state.events.filter((event) => {
    if (event.kind === 'reply') return told.has(`${event.notification}/${event.attempt}`);
    const about = event.about?.paymentId ?? event.paymentId ?? event.entity?.paymentId;
    if (about !== paymentId) return false;
    if (event.kind === 'attempt') told.add(`${event.notification}/${event.attempt}`);
    return true;
  });
}

function Detail({ row, state }) {
  const base = `/invoices/${row.paymentId}`;
  const final = settled.has(row.status);
  const payPage = `${state.facts?.origin ?? ''}/pay/${row.paymentId}?session_id=${encodeURIComponent(row.session)}`;
  return html`<h2>${row.mode === 'hold' ? 'Hold' : 'Invoice'} ${row.paymentId}</h2>
    <p class="lead">${row.amount} <small>currency ${row.currency}</small> · ${row.status}: ${meaning(state.facts?.invoiceStatuses, row.status)}</p>
    <${Facts} rows=${[
      ['Order', row.shopOrderId],
      ['Description', row.description],
      ['Payway', row.payway],
      ['Payer pays', row.payerPrice],
      ['Created', day(row.created)],
      ['Held since', day(row.heldAt)],
      ['Refunded', row.refunded === '0' ? null : row.refunded],
      ['Notifications go to', row.callbackUrl],
      [
        'Payment page',
        row.mode === 'hold'
          ? 'reached with MD, PaReq and TermUrl'
          : html`<a href=${payPage} target="_blank" rel="noreferrer">open as the payer</a>`,
      ],
    ]} />
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
    <h3>Timeline</h3>
    <${Timeline} events=${eventsOf(state, row.paymentId)} says=${describe} />
    <h3>Request</h3>
    <${Code}>${pretty(JSON.stringify(row.request))}<//>`;
}
