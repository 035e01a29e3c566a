import type { StateEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { Command, Exchange, HistoryView, Invoice, Sample } from '../history/view/types.ts';
import { isConfirmed } from './exchanges.ts';
import { nameOfInvoice } from './names.ts';
import { stateOf } from './orders.ts';
import { perInvoice } from './rules.ts';
import type { Breach } from './verdict.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIVE_DAYS_MS = 5 * DAY_MS;
/** How long before the deadline a merchant that releases late must at least have run its jobs. */
const LAST_CHANCE_MS = 2 * HOUR_MS;
/** For how long a merchant may wait until it repeats a charge or release that came to nothing. */
const REPEATS_WITHIN_MS = 6 * HOUR_MS;
const GIVEN_UP_MS = 3 * DAY_MS;
const RELEASING = new Set(['cancel', 'unhold', 'charge']);
const OVER = new Set(['cancelled', 'failed']);

/** Funds that are held, and that the merchant knows to be held. */
interface Hold {
  readonly invoice: Invoice;
  readonly held: StateEvent;
  /** When the merchant had learnt of it. */
  readonly knownSeq: number;
  /** When the five days are over that begin when the merchant has learnt of it, in epoch milliseconds. */
  readonly limitMs: number;
  /** When it was no longer held at the gateway, whoever ended it. */
  readonly endedSeq: number;
  /** Charges and releases that were sent meanwhile, and of which nothing came. */
  readonly inVain: readonly Exchange[];
}

/**
 * Law 22: every hold is charged or released within 5 days, also when its order is cancelled. Judged where the
 * merchant's jobs have run shortly before the end of the five days, or beyond it. What a person is to decide
 * (`review`) is no breach.
 */
export const holdDecided = perInvoice('law.hold-decided', (view) => (invoice) => {
  const hold = holdOf(invoice);
  if (hold === undefined) return undefined;
  const decision = decisionOn(hold);
  if (decision === undefined && leftToPerson(hold)) return undefined;
  const breach =
    decision === undefined
      ? (keptOpen(view, hold) ?? neverReleased(view, hold) ?? releasedInVain(view, hold))
      : decidedLate(view, hold, decision);
  if (breach !== undefined && !decidesUnseen(view, hold)) return breach;
  return decision === undefined ? undefined : 'right';
});

function holdOf(invoice: Invoice): Hold | undefined {
  const held = invoice.changes.find((change) => String(change.to) === '8');
  const known = invoice.told.find(({ status, trust, event, delivery }) => {
    if (status !== '8' || trust === 'false') return false;
    return event.kind === 'attempt'
      ? delivery?.reply?.accepted === true
      : event.outcome === 'answered' && event.fault === null;
  });
  if (held === undefined || known === undefined) return undefined;
  const learnt = known.delivery?.reply ?? known.event;
  const endedSeq = invoice.changes.find((change) => change.seq > held.seq)?.seq ?? NEVER;
  const inVain = [...invoice.charges, ...invoice.unholds]
    .filter(({ request }) => request.seq < endedSeq)
    .sort((a, b) => a.request.seq - b.request.seq);
  const limitMs = msOf(learnt.at) + FIVE_DAYS_MS;
  return { invoice, held, knownSeq: learnt.seq, limitMs, endedSeq, inVain };
}

/** The first charge or release that reached the gateway, or may have. */
const decisionOn = ({ invoice }: Hold): Exchange | undefined =>
  [...invoice.charges, ...invoice.unholds]
    .sort((a, b) => a.request.seq - b.request.seq)
    .find((exchange) => exchange.answer === undefined || exchange.answer.committed || isConfirmed(exchange));

const leftToPerson = ({ invoice }: Hold): boolean => {
  const last = invoice.order?.samples.at(-1);
  return last !== undefined && stateOf(last) === 'review';
};

const msOf = (text: string | undefined): number => Date.parse(text ?? '');

/** The runs of the merchant's jobs at a time to which its clock was set, from when it knew of the hold until it ended. */
const runsOn = (view: HistoryView, { knownSeq, endedSeq }: Hold) =>
  view.jobs
    .filter(({ call }) => call.seq > knownSeq && call.seq < endedSeq)
    .map(({ call, outcome }) => ({ call, outcome, atMs: msOf(inputText(call.input, 'at')) }));

/** A run of the jobs so shortly before the end of the five days that it had to release the hold. */
const lastChance = (view: HistoryView, hold: Hold) =>
  runsOn(view, hold).find(({ atMs }) => atMs <= hold.limitMs && atMs >= hold.limitMs - LAST_CHANCE_MS);

/** The jobs ran shortly before the end of the five days, and the hold was decided only after it. */
function decidedLate(view: HistoryView, hold: Hold, { request, answer }: Exchange): Breach | undefined {
  const { invoice, held, limitMs, inVain } = hold;
  if (!(msOf(request.at) > limitMs) || inVain.some((each) => each.request.seq < request.seq))
    return undefined;
  const chance = lastChance(view, hold);
  const samples = invoice.order?.samples ?? [];
  if (chance === undefined || samples.some((sample) => stateOf(sample) === 'review')) return undefined;
  return {
    says: `The hold ${invoice.shopOrderId} was decided only after 5 days: ${request.operation} was called at ${request.at}.`,
    events: [held, chance.call, request, answer],
  };
}

/** The five days are over, by the merchant's own clock. */
function keptOpen(view: HistoryView, hold: Hold): Breach | undefined {
  const { invoice, held, knownSeq, limitMs, endedSeq, inVain } = hold;
  const beyond = runsOn(view, hold).find(({ atMs, outcome }) => atMs > limitMs && outcome.seq < endedSeq);
  if (beyond === undefined) return undefined;
  const told = commandOn(view, hold);
  const last = invoice.order?.samples.at(-1);
  // One who was told what to do, or decides by itself, needs no chance shortly before the end.
  if (told === undefined && view.settings.capabilities?.has('hold.auto') !== true) {
    const chance = lastChance(view, hold);
    if (chance === undefined || last === undefined || last.askedSeq < chance.outcome.seq) return undefined;
  }
  const repeated = inVain.findLast(({ request }) => request.seq > knownSeq);
  if (repeated !== undefined && limitMs - msOf(repeated.request.at) < REPEATS_WITHIN_MS) return undefined;
  return {
    says: `The hold ${invoice.shopOrderId} was neither charged nor released within 5 days${vainly(repeated)}.`,
    events: [held, told?.event, repeated, beyond.call, last?.event],
  };
}

const vainly = (exchange: Exchange | undefined): string =>
  exchange === undefined
    ? ''
    : `: ${exchange.request.operation} came to nothing, and neither was called again`;

const commandOn = (view: HistoryView, { invoice, held }: Hold): Command | undefined =>
  invoice.order?.commands.find(
    ({ name, event }) =>
      RELEASING.has(name) && event.seq > held.seq && view.outcomes.get(event.call)?.status === 'ok',
  );

/** The order was cancelled, the jobs ran shortly before the end of the five days, and nobody has told the gateway. */
function neverReleased(view: HistoryView, hold: Hold): Breach | undefined {
  const { invoice, held, knownSeq, endedSeq, inVain } = hold;
  const run = lastChance(view, hold);
  if (inVain.length > 0 || run === undefined || run.outcome.seq > endedSeq) return undefined;
  for (const { name, event } of invoice.order?.commands ?? []) {
    if (!['cancel', 'unhold'].includes(name) || event.seq < knownSeq) continue;
    const outcome = view.outcomes.get(event.call);
    if (outcome?.status !== 'ok' || !OVER.has(fieldText(outcome.value, 'state') ?? '')) continue;
    if (fieldText(outcome.value, 'shop_order_id') !== invoice.shopOrderId) continue;
    if (run.call.seq < outcome.seq) continue;
    return {
      says: `The held order ${nameOfInvoice(invoice)} was cancelled, and invoice/unhold was not called: the payer's money stays blocked.`,
      events: [held, event, outcome, run.call, run.outcome],
    };
  }
  return undefined;
}

/** The merchant takes a hold for released, although its release came to nothing, and has stopped to ask for it. */
function releasedInVain(view: HistoryView, hold: Hold): Breach | undefined {
  const { invoice, held, knownSeq, endedSeq, inVain } = hold;
  const lost = inVain.findLast(({ request }) => request.seq > knownSeq);
  const shown = invoice.order?.samples.findLast(({ event }) => event.seq < endedSeq);
  if (lost === undefined || shown === undefined || !OVER.has(stateOf(shown))) return undefined;
  if (!isOf(shown, invoice) || msOf(shown.event.at) - msOf(lost.request.at) < GIVEN_UP_MS) return undefined;
  const runs = view.jobs.filter(
    ({ call, outcome }) => call.seq > lost.request.seq && outcome.seq < shown.askedSeq,
  );
  if (runs.length < 3) return undefined;
  return {
    says: `The order ${nameOfInvoice(invoice)} is "${stateOf(shown)}", ${lost.request.operation} came to nothing and was not called again for days: the payer's money stays blocked.`,
    events: [held, lost, shown.event],
  };
}

const isOf = (sample: Sample, { shopOrderId }: Invoice): boolean =>
  sample.value.shop_order_id === shopOrderId;

/** Whether a charge or a release was sent of which nobody knows what it was about. */
function decidesUnseen(view: HistoryView, { held, endedSeq }: Hold): boolean {
  const known = new Set(view.invoices.flatMap(({ charges, unholds }) => [...charges, ...unholds]));
  return view.exchanges.some(
    (exchange) =>
      ['invoice/charge', 'invoice/unhold'].includes(exchange.request.operation ?? '') &&
      exchange.request.seq > held.seq &&
      exchange.request.seq < endedSeq &&
      !known.has(exchange),
  );
}
