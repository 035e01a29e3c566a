import { fieldText, inputText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView, Invoice, OrderTrace } from '../history/view/types.ts';
import { groupedBy } from './grouped.ts';
import { nameOfInvoice } from './names.ts';
import { rule } from './rules.ts';

import { tokenOf } from './tokens.ts';
import type { findings } from './verdict.ts';

/**
 * Law 18: a renewal is charged once, and a token is used only for the payer it was issued to, and only when
 * it came from the gateway. One renewal is one reference, where the shop claims `intents`.
 */
export const renewalChargedOnce = rule('law.renewal-charged-once', (view, found) => {
  const issuers = issuersOf(view);
  for (const invoice of view.invoices) {
    const use = invoice.creates.find((exchange) => tokenOf(exchange) !== undefined);
    const token = use && tokenOf(use);
    if (use === undefined || token === undefined) continue;
    found.judge();
    const name = nameOfInvoice(invoice);
    const seen = view.tokenSightings.get(token);
    if (
      seen?.falseEvent !== undefined &&
      seen.falseEvent.seq < use.request.seq &&
      seen.soundSeq > use.request.seq
    ) {
      found.violate(
        name,
        `Invoice ${invoice.shopOrderId} was charged with a token that came only from a notification that must not be accepted.`,
        [seen.falseEvent, use],
      );
      continue;
    }
    const issuer = issuers.get(token);
    const wrong = issuer && otherPayer(view, issuer, invoice.order);
    if (wrong !== undefined) {
      found.violate(
        name,
        `Invoice ${invoice.shopOrderId} of customer ${wrong.mine} was charged with the token of customer ${wrong.theirs}.`,
        [issuer?.creates[0]?.request, invoice.order?.created, use],
      );
    }
  }
  if (view.settings.capabilities?.has('intents') === true) judgePeriods(view, found);
});

/** Which invoice issued each token. */
function issuersOf(view: HistoryView): Map<string, Invoice> {
  const byPaymentId = new Map<string, Invoice>();
  for (const order of view.everyOrder) {
    for (const invoice of order.invoices) {
      if (invoice.paymentId !== undefined) byPaymentId.set(invoice.paymentId, invoice);
    }
  }
  const issuers = new Map<string, Invoice>();
  for (const event of view.tokens) {
    const token = fieldText(event.entity, 'token') ?? event.id;
    const invoice = byPaymentId.get(fieldText(event.entity, 'paymentId') ?? '');
    if (invoice !== undefined && !issuers.has(token)) issuers.set(token, invoice);
  }
  return issuers;
}

/** The two customers, when the token was issued to another than the one who is to pay. */
function otherPayer(
  view: HistoryView,
  issuer: Invoice,
  order: OrderTrace | undefined,
): { mine: string; theirs: string } | undefined {
  const theirs = customerOf(issuer.order);
  const wanted = inputText(order?.created?.input, 'instrument_of');
  const named = wanted === undefined ? undefined : view.everyOrder.find((each) => each.orderId === wanted);
  // Whoever names another customer's order has not become that customer.
  const mine = customerOf(order) ?? customerOf(named);
  return mine === undefined || theirs === undefined || mine === theirs ? undefined : { mine, theirs };
}

const customerOf = (order: OrderTrace | undefined): string | undefined =>
  inputText(order?.created?.input, 'customer');

/** One reference, two orders that were both paid by token: the period was charged twice. */
function judgePeriods(view: HistoryView, found: ReturnType<typeof findings>): void {
  const renewals = view.orders
    .filter(({ commands }) => commands.every(({ name }) => name !== 'retry'))
    .flatMap(({ invoices, reference }) => invoices.map((invoice) => ({ invoice, reference })));
  const paid = groupedBy(
    renewals.filter(
      ({ invoice: { paidSeq, creates } }) =>
        paidSeq < NEVER && creates.some((each) => tokenOf(each) !== undefined),
    ),
    ({ reference }) => reference,
  );
  for (const [reference, charged] of paid) {
    if (charged.length < 2) continue;
    const invoices = charged.map(({ invoice }) => invoice);
    found.violate(
      reference,
      `The renewal ${reference} was charged ${invoices.length} times: ${invoices.map((invoice) => invoice.shopOrderId).join(', ')}.`,
      invoices.flatMap((invoice) => [invoice.creates[0]?.request, ...invoice.changes.slice(-1)]),
    );
  }
}
