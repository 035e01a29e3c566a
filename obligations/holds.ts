import type { HistoryEvent } from '../history/events.ts';
import { inputText } from '../history/view/statuses.ts';
import type { Exchange, HistoryView, Invoice } from '../history/view/types.ts';
import { isConfirmed } from './exchanges.ts';
import { NEVER, nameOf, stateOf } from './orders.ts';
import { findings, type LawVerdict } from './verdict.ts';

const nameOfInvoice = (invoice: Invoice): string =>
  invoice.order === undefined ? invoice.shopOrderId : nameOf(invoice.order);

/**
 * Law 13: a hold is charged or released, once, and not before it is held. Charging again is right after the
 * gateway said again that it is held; calls that the gateway refused count for nothing but their time.
 */
export function oneChargePerHold(view: HistoryView): LawVerdict {
  const found = findings('law.one-charge-per-hold');
  for (const invoice of view.invoices) {
    if (invoice.charges.length + invoice.unholds.length === 0 || invoice.bornSeq === NEVER) continue;
    found.judge();
    const early = invoice.charges.find(({ request }) => request.seq < invoice.heldSeq);
    if (early !== undefined) {
      found.violate(
        nameOfInvoice(invoice),
        `invoice/charge of ${invoice.shopOrderId} was called while the invoice was not held (status 8)${invoice.mode === 'single' ? '; it was created with invoice/create' : ''}.`,
        [invoice.creates[0]?.request, ...invoice.changes.slice(0, 2), early.request, early.answer],
      );
      continue;
    }
    const late = invoice.charges.find(({ request }) =>
      invoice.unholds.some((unhold) => isConfirmed(unhold) && (unhold.answer?.seq ?? NEVER) < request.seq),
    );
    if (late !== undefined && !heldAgain(invoice, lastConfirmed(invoice.unholds), late)) {
      const unhold = lastConfirmed(invoice.unholds);
      found.violate(
        nameOfInvoice(invoice),
        `invoice/charge of ${invoice.shopOrderId} was called after invoice/unhold had been confirmed.`,
        [unhold?.request, unhold?.answer, late.request, late.answer],
      );
      continue;
    }
    const twice = confirmedTwice(invoice);
    if (twice === undefined) continue;
    found.violate(
      nameOfInvoice(invoice),
      `The hold ${invoice.shopOrderId} was decided twice: ${twice.map(({ request }) => request.operation).join(', then ')}, both confirmed.`,
      twice.flatMap(({ request, answer }): (HistoryEvent | undefined)[] => [request, answer]),
    );
  }
  return found.verdict();
}

const lastConfirmed = (exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.findLast(isConfirmed);

/** Whether the merchant was told between two calls that the invoice is (still) held. */
function heldAgain(invoice: Invoice, first: Exchange | undefined, second: Exchange): boolean {
  const from = first?.request.seq ?? 0;
  return invoice.told.some(
    (told) =>
      told.status === '8' &&
      told.trust !== 'false' &&
      told.seq > from &&
      told.seq < second.request.seq &&
      told.event !== first?.answer,
  );
}

function confirmedTwice(invoice: Invoice): [Exchange, Exchange] | undefined {
  const decided = [...invoice.charges, ...invoice.unholds]
    .filter((exchange) => isConfirmed(exchange) && exchange.answer?.committed !== false)
    .sort((a, b) => a.request.seq - b.request.seq);
  for (const [index, second] of decided.entries()) {
    const first = decided[index - 1];
    if (first !== undefined && !heldAgain(invoice, first, second)) return [first, second];
  }
  return undefined;
}

const FIVE_DAYS_MS = 5 * 24 * 3_600_000;
const RELEASING = new Set(['cancel', 'unhold', 'charge']);

/**
 * Law 22: every hold is charged or released within 5 days. Judged only where the merchant's own clock was
 * moved beyond them, and where somebody told the merchant to decide or it claims to decide by itself.
 */
export function holdDecided(view: HistoryView): LawVerdict {
  const found = findings('law.hold-decided');
  for (const invoice of view.invoices) {
    const held = invoice.changes.find((change) => String(change.to) === '8');
    if (
      held === undefined ||
      !invoice.told.some((told) => told.status === '8' && accepted(told.delivery?.reply))
    )
      continue;
    if (invoice.charges.length + invoice.unholds.length > 0) {
      found.judge();
      continue;
    }
    // What the payer, the payment system or the suite ended by itself is not the merchant's to decide.
    const ended = invoice.changes.find((change) => change.seq > held.seq)?.seq ?? NEVER;
    const limit = Date.parse(held.at) + FIVE_DAYS_MS;
    const beyond = view.jobs.find(
      ({ call }) => call.seq < ended && Date.parse(inputText(call.input, 'at') ?? '') > limit,
    );
    if (beyond === undefined) continue;
    const told = invoice.order?.commands.find(
      ({ name, event }) =>
        RELEASING.has(name) && event.seq > held.seq && view.outcomes.get(event.call)?.status === 'ok',
    );
    if (told === undefined && view.settings.capabilities?.has('hold.auto') !== true) continue;
    const last = invoice.order?.samples.at(-1);
    if (last !== undefined && stateOf(last) === 'review') continue;
    found.judge();
    found.violate(
      nameOfInvoice(invoice),
      `The hold ${invoice.shopOrderId} was neither charged nor released within 5 days.`,
      [held, told?.event, beyond.call, last?.event],
    );
  }
  return found.verdict();
}

const accepted = (reply: { accepted: boolean } | undefined): boolean => reply?.accepted === true;
