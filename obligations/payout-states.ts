import type { AnswerEvent } from '../history/events.ts';
import { fieldText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { GatewayPayout, HistoryView, PayoutTrace, Sample } from '../history/view/types.ts';
import { isFatal, mayPayOut, wasRead } from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { nameOfTrace } from './names.ts';
import { stateOf } from './orders.ts';
import { mustShow } from './patience.ts';
import { alike, isOpenPayout, mayShowFormerEnd, storyOfPayout } from './payouts.ts';
import { perPayoutTrace } from './rules.ts';
import type { Breach } from './verdict.ts';

/**
 * Whether the history holds all of a payout: the call that asked for it, and the creation of every
 * shop_payment_id that it was seen with.
 */
function isWholePayout(trace: PayoutTrace, view: HistoryView): boolean {
  const { created, payouts, shopPaymentIds } = trace;
  if (created === undefined || !view.seesGateway || payouts.length < shopPaymentIds.size) return false;
  return payouts.every(
    ({ bornSeq, creates }) => bornSeq > created.seq && bornSeq < NEVER && creates.length > 0,
  );
}

/** From when on a right merchant may have taken it for paid: status 5, as it was told or as it is at the gateway. */
function completedSeq({ told, changes }: GatewayPayout): number {
  const words = told.filter(({ status }) => status === '5').map(({ seq }) => seq);
  const ends = changes.filter(({ to }) => String(to) === '5').map(({ seq }) => seq);
  return Math.min(NEVER, ...words, ...ends);
}

/**
 * Law 33: a payout is shown as paid only after status 5, and as failed only after status 6, a refusal, or the
 * answer that it does not exist (Payout statuses; Errors 2, 3 and 5). Any other answer, and none, leaves it open.
 */
export const payoutEndsAsTold = perPayoutTrace('law.payout-ends-as-told', (view) => {
  const strays = groupedBy(
    view.payouts.filter(({ trace }) => trace === undefined),
    ({ amount, account }) => alike(amount?.toString(), account),
  );
  return (trace) => {
    if (!isWholePayout(trace, view)) return undefined;
    // What a second attempt is called may never be shown: another payout of this sum to this account may be it.
    const [known] = trace.payouts;
    const others = known && strays.get(alike(known.amount?.toString(), known.account));
    return [shownPaid(trace, [...trace.payouts, ...(others ?? [])]), shownFailed(view, trace)];
  };
});

function shownPaid(trace: PayoutTrace, mayBeIt: readonly GatewayPayout[]): Breach | undefined {
  const completed = mayBeIt.reduce((least, payout) => Math.min(least, completedSeq(payout)), NEVER);
  const early = trace.samples.find((sample) => stateOf(sample) === 'paid' && sample.event.seq < completed);
  if (early === undefined) return undefined;
  return {
    says: `Payout ${nameOfTrace(trace)} is shown as paid, and the gateway has not said status 5.`,
    events: [trace.created, storyOfPayout(trace), early],
  };
}

function shownFailed(view: HistoryView, trace: PayoutTrace): Breach | undefined {
  for (const sample of trace.samples) {
    if (stateOf(sample) !== 'failed') continue;
    const { seq } = sample.event;
    const open = trace.payouts.find((payout) => mayPayOut(payout, view, seq));
    if (open === undefined || mayShowFormerEnd(view, trace, open, sample)) continue;
    const paid = completedSeq(open) < seq ? 'which is completed (status 5)' : 'which may still be paid out';
    return {
      says: `Payout ${nameOfTrace(trace)} is shown as failed, and the gateway has it as ${open.shopPaymentId}, ${paid}: it said neither status 6 nor that there is no such payout.`,
      events: [trace.created, storyOfPayout(trace), sample],
    };
  }
  return undefined;
}

interface End {
  readonly answer: AnswerEvent;
  readonly says: string;
}

/** The answers that ended a payout for whoever read them: a final status, or a fatal code of its creation. */
function endsOf(view: HistoryView, { told, creates }: GatewayPayout): readonly End[] {
  const ends: End[] = [];
  for (const { event, status } of told) {
    if ((status !== '5' && status !== '6') || event.kind !== 'answer' || !wasRead(view, event)) continue;
    ends.push({ answer: event, says: `ended with status ${status}` });
  }
  for (const exchange of creates) {
    const { answer } = exchange;
    if (answer == null || !isFatal(exchange) || !wasRead(view, answer)) continue;
    ends.push({ answer, says: `was refused with the fatal code ${answer.errorCode}` });
  }
  return ends;
}

/**
 * Law 34: what the merchant was told of the end of a payout shows at the payout: status 5 or 6, also in the answer
 * of withdraw/create, or a fatal code (Errors 2 and 3).
 */
export const finalPayoutKnown = perPayoutTrace('law.final-payout-known', (view) => (trace) => {
  const open = trace.samples.filter(isOpenPayout);
  const over = trace.payouts
    .map((payout) => ({ payout, ends: endsOf(view, payout) }))
    .filter(({ ends }) => ends.length > 0);
  for (const { payout, ends } of over) {
    const late = unshownEnd(view, trace, payout, ends, open);
    if (late === undefined) continue;
    const { end, sample } = late;
    return {
      says: `Payout ${nameOfTrace(trace)} is still "${stateOf(sample)}", and the merchant had been told that ${payout.shopPaymentId} ${end.says}.`,
      events: [trace.created, storyOfPayout(trace), end.answer, sample],
    };
  }
  return over.length > 0 ? 'right' : undefined;
});

function unshownEnd(
  view: HistoryView,
  trace: PayoutTrace,
  payout: GatewayPayout,
  ends: readonly End[],
  open: readonly Sample[],
): { readonly end: End; readonly sample: Sample } | undefined {
  for (const sample of open) {
    if (fieldText(sample.value, 'shop_payment_id') !== payout.shopPaymentId) continue;
    const end = ends.find(
      ({ answer }) => mustShow(view, answer, sample) && !isTriedAgain(trace, payout, answer, sample),
    );
    if (end !== undefined) return { end, sample };
  }
  return undefined;
}

/** Whether a person asked for another attempt, or the merchant makes one, which is open by right. */
const isTriedAgain = (trace: PayoutTrace, payout: GatewayPayout, end: AnswerEvent, sample: Sample): boolean =>
  trace.commands.some(({ event }) => event.seq > end.seq && event.seq < sample.event.seq) ||
  payout.creates.some(({ request }) => request.seq > end.seq && request.seq < sample.event.seq);
