import { fieldText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { Exchange, HistoryView, Invoice, Told } from '../history/view/types.ts';
import { isTaken, isUnanswered } from './exchanges.ts';
import { knownEnd } from './liveness.ts';
import { diedBetween, patienceMs } from './patience.ts';
import { perInvoice } from './rules.ts';
import type { Breach } from './verdict.ts';

/**
 * Law 13: a hold is charged or released, once, and not before it is held. Charging again is right after the
 * gateway said again that it is held; calls that the gateway refused count for nothing but their time.
 */
export const oneChargePerHold = perInvoice('law.one-charge-per-hold', (view) => (invoice) => {
  if (invoice.charges.length + invoice.unholds.length === 0 || invoice.bornSeq === NEVER) return undefined;
  return chargedEarly(invoice) ?? decidedAgain(view, invoice) ?? chargedAfterEnd(view, invoice) ?? 'right';
});

function chargedEarly({
  shopOrderId,
  mode,
  charges,
  creates,
  changes,
  heldSeq,
}: Invoice): Breach | undefined {
  const early = charges.find(({ request }) => request.seq < heldSeq);
  if (early === undefined) return undefined;
  const how = mode === 'single' ? '; it was created with invoice/create' : '';
  return {
    says: `invoice/charge of ${shopOrderId} was called while the invoice was not held (status 8)${how}.`,
    events: [creates[0]?.request, ...changes.slice(0, 2), early],
  };
}

function decidedAgain(view: HistoryView, invoice: Invoice): Breach | undefined {
  const decisions = [...invoice.charges, ...invoice.unholds].sort((a, b) => a.request.seq - b.request.seq);
  let first: Exchange | undefined;
  for (const second of decisions) {
    if (first !== undefined && contradicts(view, invoice, first, second))
      return inWords(view, invoice, first, second);
    if (isTaken(view, second) || second.answer?.committed === true) first = second;
  }
  return undefined;
}

/** Statuses by which the merchant was told that a decision did not stand, by what it asks for then. */
const MAY_FOLLOW: Readonly<Record<string, ReadonlySet<string>>> = {
  'invoice/charge': new Set(['8']),
  'invoice/unhold': new Set(['3', '5', '6', '8']),
};

function contradicts(view: HistoryView, invoice: Invoice, first: Exchange, second: Exchange): boolean {
  const again = second.request.operation ?? '';
  const excuses = invoice.told.filter(
    (told) =>
      told.trust !== 'false' &&
      told.seq > first.request.seq &&
      told.seq < second.request.seq &&
      told.event !== first.answer &&
      MAY_FOLLOW[again]?.has(told.status) === true,
  );
  if (first.request.operation !== again) return excuses.every((told) => isRepeat(invoice, told, first));
  // What had no answer may be asked for again; so may a release, which cannot take anything twice.
  if (!isTaken(view, first) || diedBetween(view, first.request.seq, second.request.seq)) return false;
  return excuses.length === 0 && (again === 'invoice/charge' || isTaken(view, second));
}

/**
 * Law 59: a charge that nobody answered is asked about before it is sent again. The gateway refuses a second charge
 * of one hold, so that nothing is taken twice: it should not be, and fails nobody.
 */
export const chargeAskedBeforeRepeat = perInvoice('law.charge-asked-before-repeat', (view) => (invoice) => {
  const { charges, shopOrderId } = invoice;
  const unknown = charges.filter(
    (each) => isUnanswered(each) && !diedBetween(view, each.request.seq, each.answer?.seq ?? NEVER),
  );
  for (const first of unknown) {
    const again = charges.find(({ request }) => request.seq > first.request.seq);
    if (again === undefined || asksBetween(view, invoice, first, again)) continue;
    return {
      says: `invoice/charge of ${shopOrderId} was not answered, and was sent again before invoice/check was asked.`,
      events: [first, again],
    };
  }
  return unknown.length > 0 ? 'right' : undefined;
});

/** Whether the merchant asked about the invoice between two calls, or was told of it. */
function asksBetween(view: HistoryView, invoice: Invoice, first: Exchange, again: Exchange): boolean {
  const isBetween = (seq: number): boolean => seq > first.request.seq && seq < again.request.seq;
  return (
    invoice.told.some(({ seq }) => isBetween(seq)) ||
    view.exchanges.some(
      ({ request }) =>
        isBetween(request.seq) &&
        request.operation === 'invoice/check' &&
        fieldText(request.fields, 'shop_order_id') === invoice.shopOrderId,
    )
  );
}

const saysHeld = ({ status }: Told): boolean => status === '8';

/** Whether it is a notification that had been delivered before the hold was decided, come again. */
const isRepeat = ({ deliveries }: Invoice, { delivery }: Told, first: Exchange): boolean =>
  delivery !== undefined &&
  deliveries.some(
    ({ attempt }) =>
      attempt.notification === delivery.attempt.notification && attempt.seq < first.request.seq,
  );

function inWords(view: HistoryView, { shopOrderId }: Invoice, first: Exchange, second: Exchange): Breach {
  const [one, other] = [first.request.operation, second.request.operation];
  const became = isTaken(view, first) ? 'had been confirmed' : 'had been asked for, and reached the gateway';
  return {
    says: `The hold ${shopOrderId} was decided twice: ${other} was called after ${one} ${became}.`,
    events: [first, second],
  };
}

/** A charge of a hold whose end the merchant knew before anybody, or any notification, asked for the charge. */
function chargedAfterEnd(view: HistoryView, invoice: Invoice): Breach | undefined {
  const end = knownEnd(view, invoice);
  if (end === undefined) return undefined;
  const late = invoice.charges.find(({ request }) => {
    if (request.seq < end.seq) return false;
    const between = (seq: number): boolean => seq > end.seq && seq < request.seq;
    return (
      Date.parse(request.realAt) - end.realAt > patienceMs(view) ||
      invoice.order?.commands.some(({ name, event }) => name === 'charge' && between(event.seq)) === true ||
      invoice.told.some((told) => saysHeld(told) && between(told.seq))
    );
  });
  if (late === undefined) return undefined;
  return {
    says: `invoice/charge of ${invoice.shopOrderId} was called after the merchant had learnt that it ended with status ${end.status}.`,
    events: [end.told, late],
  };
}
