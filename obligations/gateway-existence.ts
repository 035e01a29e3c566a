import { NEVER } from '../history/places.ts';
import type { Exchange, GatewayPayout, HistoryView, Invoice } from '../history/view/types.ts';
import { isConfirmed, isFatal, isRefused } from './exchanges.ts';
import { breach, type GatewayBreach } from './gateway-breach.ts';
import type { Declared } from './gateway-statements.ts';

/** When an object was made, as far as the history shows: by a change of state, or by what the merchant was shown. */
function madeSeq({ changes, told, creates }: Invoice | GatewayPayout): number {
  const born = changes.find(({ from }) => from === null)?.seq ?? NEVER;
  const said = told.find(({ trust }) => trust === 'sound')?.seq ?? NEVER;
  const confirmed = creates.find(isConfirmed)?.answer?.seq ?? NEVER;
  return Math.min(born, said, confirmed);
}

/** What exists is never said to be absent (Errors 5). */
export function* exists(view: HistoryView, { isDeclared }: Declared): Generator<GatewayBreach> {
  const { readings } = view.settings;
  const absentPayout = Number(readings['error.absent-payout'] ?? 7);
  const absentInvoice = Number(readings['error.absent-invoice'] ?? 7);
  const asksOf = new Map<Invoice, Exchange[]>();
  for (const exchange of view.exchanges) {
    const { operation, fields } = exchange.request;
    if (operation !== 'invoice/check' || exchange.answer?.errorCode !== absentInvoice) continue;
    const [invoice] = view.invoicesOf(String(fields?.shop_order_id ?? ''));
    if (invoice !== undefined) asksOf.set(invoice, [...(asksOf.get(invoice) ?? []), exchange]);
  }
  const spoken = [
    ...[...asksOf].map(([subject, asks]) => ({
      subject,
      asks,
      key: subject.shopOrderId,
      code: absentInvoice,
    })),
    ...view.payouts.map((subject) => ({
      subject,
      asks: subject.asks,
      key: subject.shopPaymentId,
      code: absentPayout,
    })),
  ];
  for (const { subject, asks, key, code } of spoken) {
    const since = madeSeq(subject);
    const denial = asks.find(
      (exchange) =>
        isRefused(exchange) && exchange.answer?.errorCode === code && exchange.request.seq > since,
    );
    if (denial?.answer === undefined) continue;
    yield breach(
      'gateway.exists',
      { key, disputes: subject, declared: isDeclared(denial.answer) },
      `${key} exists at the gateway, and ${denial.request.operation} was answered that it does not (code ${code}).`,
      [subject.changes.slice(0, 1), denial],
    );
  }
}

/** What was refused with a fatal code is never made after all (Errors 2). */
export function* refusedStays(view: HistoryView, { isDeclared }: Declared): Generator<GatewayBreach> {
  const spoken = [
    ...view.invoices.map((subject) => ({ subject, key: subject.shopOrderId })),
    ...view.payouts.map((subject) => ({ subject, key: subject.shopPaymentId })),
    ...view.refunds.map((subject) => ({ subject, key: subject.shopRefundId })),
  ];
  for (const { subject, key } of spoken) {
    const { creates, changes, told } = subject;
    const refused = creates.find(isFatal);
    if (refused?.answer === undefined) continue;
    const { request, answer } = refused;
    // The same id that exists already, or is asked for once more, is another matter.
    if (creates.some((each) => each !== refused) || (changes[0]?.seq ?? NEVER) < request.seq) continue;
    // A refund that is refused may be made as FAILED.
    const [change] = changes.filter(({ to }) => String(to) !== 'FAILED');
    const said = told.find(
      ({ trust, status, seq }) => trust === 'sound' && status !== 'FAILED' && seq > answer.seq,
    );
    if (change === undefined && said === undefined) continue;
    yield breach(
      'gateway.refused-stays',
      {
        key,
        disputes: subject,
        declared: isDeclared(answer) || (said !== undefined && isDeclared(said.event)),
      },
      `${request.operation} for ${key} was refused with the fatal code ${answer.errorCode}, and it exists all the same.`,
      [refused, change, said],
    );
  }
}
