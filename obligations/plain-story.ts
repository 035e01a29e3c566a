import type { HistoryView, Invoice, OrderTrace, Sample } from '../history/view/types.ts';
import { creditsOf, stateOf } from './orders.ts';
import { diedBetween } from './patience.ts';

/** How soon after its creation, in gateway time, a payment comes before any deadline that a merchant may set. */
const PROMPT_MS = 5 * 60_000;

/** The statuses through which a plain payment goes, in this order. */
const PLAIN = ['1', '2', '4'];

/**
 * Finds out whether an order waits for a person although nothing about it was out of the ordinary: one call made it, one
 * create was answered, and one status 4 followed soon, told in order by the gateway's own word. After anything else
 * (a kill, the payer's return, a second click, a status after the final one) a merchant may leave it to a person.
 */
export function doubtsWithoutCause(
  view: HistoryView,
): (order: OrderTrace, invoice: Invoice, last: Sample) => boolean {
  const pages = view.events.filter((event) => event.kind === 'call' && event.name === 'page');
  return (order, invoice, last) => {
    const { created, reference } = order;
    if (stateOf(last) !== 'review' || creditsOf(last) > 0 || created === undefined) return false;
    if (view.settings.readings['invoice.shop-amount'] === 'after-fee') return false;
    const { seq } = last.event;
    const isAlone =
      order.invoices.length === 1 &&
      order.commands.length + invoice.refunds.length === 0 &&
      view.orderCalls.every(
        ({ call, input }) => call === created.call || Reflect.get(Object(input), 'reference') !== reference,
      );
    return (
      isAlone &&
      isPlain(invoice) &&
      !diedBetween(view, created.seq, seq) &&
      !pages.some((page) => page.seq > created.seq && page.seq < seq)
    );
  };
}

/** Whether an invoice in one step was created, answered and paid soon, and nobody said anything else of it. */
function isPlain({ changes, creates, deliveries, told, mode }: Invoice): boolean {
  const [create] = creates;
  const paid = changes.at(-1);
  if (mode !== 'single' || create?.answer == null || creates.length !== 1 || create.answer.fault !== null)
    return false;
  if (paid === undefined || String(paid.to) !== '4') return false;
  if (Date.parse(paid.at) - Date.parse(create.request.at) > PROMPT_MS) return false;
  return (
    changes.every(({ to }) => PLAIN.includes(String(to))) &&
    deliveries.every(({ attempt, trust }) => trust === 'sound' && attempt.verdict !== 'either') &&
    told.every(({ event }) => event.kind === 'attempt' || event.fault === null) &&
    told.every(({ status }, index) => isNext(told[index - 1]?.status ?? '1', status))
  );
}

/** Whether a plain payment may go from one of these statuses to the other, or repeat it. */
const isNext = (before: string, after: string): boolean =>
  PLAIN.includes(after) && PLAIN.indexOf(after) >= PLAIN.indexOf(before);
