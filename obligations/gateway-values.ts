import type { AnswerEvent, AttemptEvent } from '../history/events.ts';
import { isSlim } from '../history/slim.ts';
import { bodyOf, contradicts, contradictsRefund } from '../history/view/trust.ts';
import type { Exchange, HistoryView, Refund, Told } from '../history/view/types.ts';
import { RESPONSE_DATA } from '../simulator/protocol/responses.ts';
import { textOf, type WireObject } from '../simulator/protocol/wire.ts';
import { breach, type GatewayBreach } from './gateway-breach.ts';
import type { Declared } from './gateway-statements.ts';
import { recordIn, recordsIn } from './records.ts';

/** Whether the gateway itself says so: its own notification, or an answer. */
const isOwn = ({ event }: Told): boolean => event.kind === 'answer' || event.genuine;

const valuesIn = (event: AnswerEvent | AttemptEvent): WireObject | undefined =>
  event.kind === 'attempt' ? bodyOf(event) : recordIn(event.body);

/** The shop, the ids, the amount and the currency of an invoice or a refund are the same wherever they are said. */
export function* valuesStay(view: HistoryView, { isDeclared }: Declared): Generator<GatewayBreach> {
  for (const invoice of view.invoices) {
    const other = invoice.told.find((told) => {
      if (!isOwn(told) || isSlim(told.event)) return false;
      const values = valuesIn(told.event);
      return values !== undefined && contradicts(values, invoice, view.settings);
    });
    if (other === undefined) continue;
    yield breach(
      'gateway.values-stay',
      { key: invoice.shopOrderId, disputes: invoice, declared: isDeclared(other.event) },
      `The gateway said other values of invoice ${invoice.shopOrderId} than those with which it was made.`,
      [invoice.creates[0], other],
    );
  }
  for (const refund of view.refunds) {
    const other = refund.told.find((told) => isOwn(told) && !isSlim(told.event) && differs(refund, told));
    if (other === undefined) continue;
    yield breach(
      'gateway.values-stay',
      { key: refund.shopRefundId, disputes: refund, declared: isDeclared(other.event) },
      `The gateway said other values of refund ${refund.shopRefundId} than those with which it was made.`,
      [refund.creates[0], other],
    );
  }
}

function differs(refund: Refund, { event }: Told): boolean {
  const { shopId, shopRefundId, invoice, amount, currency } = refund;
  const stored = { shopId, paymentId: invoice?.paymentId, amount, currency: currency ?? invoice?.currency };
  const records = event.kind === 'attempt' ? [bodyOf(event)] : recordsIn(event.body);
  return records.some(
    (record) =>
      record !== undefined &&
      textOf(record.shop_refund_id) === shopRefundId &&
      contradictsRefund(record, stored),
  );
}

/** An answer that says that something was done has the data that the specification lists for its operation. */
export function* answersAsListed(view: HistoryView, { isDeclared }: Declared): Generator<GatewayBreach> {
  for (const exchange of view.exchanges) {
    const wrong = fieldOffTable(exchange);
    if (wrong === undefined) continue;
    yield breach(
      'gateway.answers-as-listed',
      { key: exchange.request.path, declared: isDeclared(wrong.answer) },
      `The answer of ${exchange.request.operation} is not as the specification lists it: ${wrong.says}.`,
      [exchange],
    );
  }
}

function fieldOffTable({ request, answer }: Exchange) {
  const { operation } = request;
  if (operation === null || answer?.outcome !== 'answered' || answer.result !== true || isSlim(answer))
    return undefined;
  const parsed = RESPONSE_DATA[operation].safeParse(dataOf(answer));
  const [issue] = parsed.success ? [] : parsed.error.issues;
  if (issue === undefined) return undefined;
  return { answer, says: `data${issue.path.map((step) => `.${String(step)}`).join('')}: ${issue.message}` };
}

function dataOf({ body }: AnswerEvent): unknown {
  try {
    return JSON.parse(body ?? '').data;
  } catch {
    return undefined;
  }
}
