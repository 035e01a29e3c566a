import { curlOf } from './api.js';
import { Act, Badge, Code, Copy, day, Facts, headerText, html, Id, pretty, To, time } from './parts.js';
import { go } from './place.js';
import { RequestSignature } from './signature.js';
import { useEvents } from './store.js';

/** Requests of the merchants and the gateway's answers. */
export const exchanges = {
  name: 'Exchanges',
  columns: ['Time, UTC', 'Operation', 'Object', 'Signature', 'Answer', 'ms'],
  filters: { 'wrong signature': 'sign:wrong', errors: 'is:error', faults: 'is:fault' },
  example: 'sign:wrong order:web-1',
  cells: (row) => [
    time(row.at),
    row.operation,
    html`<${Id}>${row.refund ?? row.order ?? row.payout ?? row.payment ?? ''}<//>`,
    html`<${Badge} tone=${{ right: 'good', wrong: 'bad' }[row.sign] ?? 'dim'}>${row.sign === 'unseen' ? 'not looked at' : row.sign}<//>`,
    answerBadge(row),
    row.ms ?? '…',
  ],
  Detail,
};

function answerBadge({ outcome, code, message, status, http }) {
  const [tone, says] =
    outcome === undefined
      ? ['dim', 'open']
      : outcome === 'cut'
        ? ['dim', 'did not arrive whole']
        : outcome !== 'answered'
          ? ['bad', `no whole answer: ${outcome}`]
          : code
            ? ['bad', `code ${code}${message ? `: ${message}` : ''}`]
            : http === 200
              ? ['good', status ?? 'accepted']
              : ['bad', `HTTP ${http}`];
  return html`<span title=${says}><${Badge} tone=${tone}>${says}<//></span>`;
}

/** Why it was refused, and which fields are not as the specification lists them. */
const remarksOn = ({ problems, misfits = [] }) => [
  ...problems,
  ...misfits.map(
    ({ field, says, reading }) => `${field}: ${says}${reading === null ? '' : ` (reading ${reading})`}`,
  ),
];

/** What stands for a value that the journal does not hold. */
const masks = /\*\*\*|\btok~[0-9a-f]{8}\b|<SECRET>/;

/** The notifications about the payment of an exchange. */
function Told({ paymentId }) {
  const known = useEvents(paymentId === undefined ? undefined : `invoice/${paymentId}`);
  const ids = new Set(
    (known?.events ?? []).flatMap((event) => (event.kind === 'attempt' ? [event.notification] : [])),
  );
  if (ids.size === 0) return null;
  return [...ids].map((id) => html`<${To} tab="notifications" id=${id}>notification ${id}<//> `);
}

/** A request whose connection ended before all of its body had come. */
function Cut({ event }) {
  return html`<h2>${event.operation ?? `${event.method} ${event.path}`}</h2>
    <p class="lead">This request did not arrive whole: the connection ended before all of its body had come. Nothing was carried out.</p>
    <${Facts} rows=${[['At', day(event.at)], ['Base', event.base], ['From', event.remoteAddress]]} />
    <h3>Request</h3>
    <${Code}>${`${event.method} ${event.path}\n${headerText(event.headers)}`}<//>`;
}

function Detail({ id, state }) {
  const known = useEvents(`exchange/${id}`);
  if (known === undefined) return html`<p class="soft">…</p>`;
  const request = known?.events.find((event) => event.kind === 'request');
  const answer = known?.events.find((event) => event.kind === 'answer');
  const cut = known?.events.find((event) => event.kind === 'cut-request');
  if (cut !== undefined) return html`<${Cut} event=${cut} />`;
  if (request === undefined) {
    return html`<h2>Exchange ${id}</h2><p class="soft">Its events were dropped: only the last are kept in memory. With --store, all are.</p>`;
  }
  const url = `${state.facts?.origin ?? ''}${request.path}${request.query ? `?${request.query.replace(/^\?/, '')}` : ''}`;
  const masked = masks.test(`${url}${request.body}${JSON.stringify(request.headers)}`);
  return html`<h2>${request.operation ?? `${request.method} ${request.path}`}</h2>
    <div class="buttons">
      <${Copy} text=${curlOf({ method: request.method, url, headers: request.headers, body: request.body })}>Copy as curl<//>
      <${Act} label="Send it again" path="/journal/${request.seq}/replay" disabled=${masked} done=${(
        outcome,
      ) => {
        if (outcome.answer?.exchange) go({ tab: 'exchanges', key: outcome.answer.exchange, search: '' });
      }} />
    </div>
    ${masked && html`<p class="soft">It has masked values: put the real ones into the copy, and sign it anew.</p>`}
    <${Facts} rows=${[
      ['At', day(request.at)],
      ['Shop', request.shopId],
      ['Base', request.base],
      ['From', request.remoteAddress],
      ['Invoice', answer?.paymentId && html`<${To} tab="invoices" id=${answer.paymentId} />`],
      ['Payout', answer?.payoutId && html`<${To} tab="payouts" id=${answer.payoutId} />`],
      [
        'Refund',
        answer?.shopRefundId &&
          html`<${To} tab="refunds" id="${request.shopId}/${answer.shopRefundId}">${answer.shopRefundId}<//>`,
      ],
      ['Told to the shop', answer?.paymentId && html`<${Told} paymentId=${answer.paymentId} />`],
      ['Fault', answer?.fault],
      [
        'Carried out',
        answer === undefined ? null : { true: 'yes', false: 'no', null: 'unknown' }[answer.committed],
      ],
    ]} />
    ${remarksOn(request).length === 0 ? null : html`<h3>Remarks</h3><ul>${remarksOn(request).map((remark) => html`<li>${remark}</li>`)}</ul>`}
    <h3>Signature</h3>
    <${RequestSignature} request=${request} facts=${state.facts} />
    <h3>Request</h3>
    <${Code}>${`${request.method} ${request.path}\n${headerText(request.headers)}`}<//>
    <${Code}>${pretty(request.body)}<//>
    <h3>Answer</h3>
    ${
      answer === undefined
        ? html`<p class="soft">None yet.</p>`
        : html`<${Code}>${`${answer.outcome}${answer.status === null ? '' : `, HTTP ${answer.status}`}, ${answer.latencyMs} ms\n${headerText(answer.headers)}`}<//><${Code}>${pretty(answer.body)}<//>`
    }`;
}
