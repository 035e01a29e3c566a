import { Badge, Code, day, Facts, headerText, html, pretty, time } from './parts.js';
import { RequestSignature } from './signature.js';

/** Requests of the merchants and the gateway's answers. */
export const exchanges = {
  name: 'Exchanges',
  /** Older ones are found in the history. */
  older: true,
  columns: ['Time', 'Operation', 'Object', 'Signature', 'Answer', 'ms'],
  filters: {
    all: () => true,
    'wrong signature': (row) => row.request.sign?.ok === false,
    errors: (row) =>
      (row.answer?.errorCode ?? 0) > 0 || (row.answer !== undefined && row.answer.outcome !== 'answered'),
    faults: (row) => Boolean(row.answer?.fault),
  },
  rows: (state) => state.exchanges,
  keyOf: (row) => row.id,
  textOf: (row) => row.text,
  cells: ({ request, answer }) => [
    time(request.at),
    request.operation ?? `${request.method} ${request.path}`,
    answer?.shopOrderId ??
      answer?.shopPaymentId ??
      String(
        request.fields?.shop_order_id ?? request.fields?.shop_payment_id ?? request.fields?.invoice_id ?? '',
      ),
    signBadge(request.sign),
    answerBadge(answer),
    answer?.latencyMs ?? '…',
  ],
  Detail,
};

function signBadge(sign) {
  if (sign === null) return html`<${Badge} tone="dim">not looked at<//>`;
  return html`<${Badge} tone=${sign.ok ? 'good' : 'bad'}>${sign.ok ? 'right' : 'wrong'}<//>`;
}

function answerBadge(answer) {
  if (answer === undefined) return html`<${Badge} tone="dim">open<//>`;
  if (answer.outcome !== 'answered') return html`<${Badge} tone="bad">${answer.outcome}<//>`;
  return answer.errorCode
    ? html`<${Badge} tone="bad">code ${answer.errorCode}<//>`
    : html`<${Badge} tone=${answer.status === 200 ? 'good' : 'bad'}>${answer.status}<//>`;
}

/** Why it was refused, and which fields are not as the specification lists them. */
const remarksOn = ({ problems, misfits = [] }) => [
  ...problems,
  ...misfits.map(
    ({ field, says, reading }) => `${field}: ${says}${reading === null ? '' : ` (reading ${reading})`}`,
  ),
];

function Detail({ row, state }) {
  const { request, answer } = row;
  return html`<h2>${request.operation ?? `${request.method} ${request.path}`}</h2>
    <${Facts} rows=${[
      ['At', day(request.at)],
      ['Shop', request.shopId],
      ['Base', request.base],
      ['From', request.remoteAddress],
      ['Payment', answer?.paymentId],
      ['Fault', answer?.fault],
      ['Carried out', answer === undefined ? null : answer.committed ? 'yes' : 'no'],
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
