import type { CallEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import { amountOf, type Big, ZERO } from '../history/money.ts';
import type { GatewayPayout, HistoryView, PayoutTrace, Sample } from '../history/view/types.ts';
import {
  FATAL_CODES,
  freedSeqs,
  freeingAnswers,
  isFreed,
  maybeExists,
  mayPayOut,
  releasedSeq,
} from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { nameOfTrace } from './names.ts';
import { stateOf } from './orders.ts';
import { hasRunEnded, hasRunOften, mustShow } from './patience.ts';
import { perPayoutTrace, rule } from './rules.ts';
import type { Breach } from './verdict.ts';

/** What two texts of one account have in common, masked or not. */
function accountKey(text: string | undefined): string {
  const plain = (text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  return `${plain.slice(0, 4)}…${plain.slice(-4)}`;
}

/** By what two requests of one payout are recognised where no id says it. */
export const alike = (amount: unknown, account: string | undefined): string =>
  `${amountOf(amount)?.toString() ?? '?'} to ${accountKey(account)}`;

/**
 * Law 9: one payout wish has at most one shop_payment_id that may exist at the gateway. Wishes are the
 * driver's calls (one for each reference where the shop claims `intents`); ids belong to a wish by amount
 * and account, because the second id of a wish may never be shown.
 */
export const oneIdPerPayout = rule('law.one-id-per-payout', (view, found) => {
  const wishes = groupedBy(view.payoutCalls, ({ input }) =>
    alike(inputText(input, 'amount'), inputText(input, 'account')),
  );
  const groups = groupedBy(view.payouts, ({ creates, amount, account }) =>
    creates.length === 0 ? undefined : alike(amount?.toString(), account),
  );
  for (const [key, payouts] of groups) {
    const calls = wishes.get(key);
    if (calls === undefined || mayGoOn(calls, payouts)) continue;
    found.judge();
    const second = secondId(view, calls, payouts);
    if (second === undefined) continue;
    const { payout, open } = second;
    const wish = payout.trace?.reference ?? inputText(calls[0]?.input, 'reference') ?? key;
    found.violate(
      wish,
      `For the payout request ${wish} (${key}) a new shop_payment_id ${payout.shopPaymentId} was used while ${open.map((each) => each.shopPaymentId).join(', ')} may still exist at the gateway.`,
      [calls[0], open.slice(0, 3).map(({ creates }) => creates), payout.creates[0]],
    );
  }
});

/** A wish from before the recording may go on in it with an id of its own: nothing can be counted then. */
function mayGoOn(calls: readonly CallEvent[], payouts: readonly GatewayPayout[]): boolean {
  const references = new Set(calls.map((call) => inputText(call.input, 'reference')));
  const first = Math.min(...calls.map((call) => call.seq));
  return payouts.some(
    ({ bornSeq, trace }) =>
      bornSeq < first || (trace?.reference !== undefined && !references.has(trace.reference)),
  );
}

/** The first id that is one more than was wished for, and those that may still exist. */
function secondId(view: HistoryView, calls: readonly CallEvent[], payouts: readonly GatewayPayout[]) {
  const intents = view.settings.capabilities?.has('intents') === true;
  const wishedBefore = (seq: number): number => {
    const earlier = calls.filter((call) => call.seq < seq);
    return intents ? new Set(earlier.map((call) => inputText(call.input, 'reference'))).size : earlier.length;
  };
  const inOrder = payouts.toSorted((a, b) => a.bornSeq - b.bornSeq);
  for (const [index, payout] of inOrder.entries()) {
    const open = inOrder
      .slice(0, index)
      .filter((earlier) => maybeExists(earlier) && mayBlock(view, earlier, payout.bornSeq));
    if (open.length + 1 > wishedBefore(payout.bornSeq)) return { payout, open };
  }
  return undefined;
}

/**
 * Whether an id may still pay out when another is sent. A code of its creation that is not fatal frees nobody to
 * make another one by himself, where the gateway has the payout: at most it is given up.
 */
function mayBlock(view: HistoryView, earlier: GatewayPayout, seq: number): boolean {
  if (!isFreed(earlier, view, seq)) return true;
  const freed = releasedSeq(earlier, view);
  const code = earlier.creates.find(({ answer }) => answer?.seq === freed)?.answer?.errorCode ?? 0;
  const isFatal = code === 0 || FATAL_CODES.has(code);
  const isThere = earlier.changes.some((change) => change.seq < seq && String(change.to) !== '6');
  if (isFatal || !isThere || freedAfter(earlier, view, freed, seq)) return false;
  return earlier.trace?.commands.some(({ event }) => event.seq > freed && event.seq < seq) !== true;
}

/** Whether something else freed it between two points. */
const freedAfter = (payout: GatewayPayout, view: HistoryView, fromSeq: number, seq: number): boolean =>
  freedSeqs(payout, view).some((freed) => freed > fromSeq && freed < seq);

const debitedOf = (sample: Sample) => amountOf(fieldText(sample.value, 'debited'));

const OPEN: ReadonlySet<string> = new Set(['new', 'pending']);

/** Whether a sample shows a payout whose end is still awaited. */
export const isOpenPayout = (sample: Sample): boolean => OPEN.has(stateOf(sample));

/**
 * Law 11: what was taken from the user for a payout is given back only when the payout cannot happen any
 * more, is not taken twice, and is not kept once the merchant calls it failed. A paid payout has taken something.
 */
export const payoutDebitedOnce = perPayoutTrace('law.payout-debited-once', (view) => {
  const balances = new Set(view.customers.map(({ customer }) => customer));
  return (trace) =>
    overReturned(trace) ??
    takenTwice(trace) ??
    returnedEarly(view, trace) ??
    kept(view, trace) ??
    neverTaken(view, trace, balances) ??
    (trace.samples.some(isTaken) ? 'right' : undefined);
});

const isTaken = (sample: Sample): boolean => debitedOf(sample)?.gt(0) === true;

function overReturned(trace: PayoutTrace): Breach | undefined {
  const over = trace.samples.find((sample) => debitedOf(sample)?.lt(0) === true);
  if (over === undefined) return undefined;
  return {
    says: `More was returned for payout ${nameOfTrace(trace)} than was debited: debited is ${debitedOf(over)}.`,
    events: [trace.samples.find(isTaken)?.event, ...storyOfPayout(trace), over.event],
  };
}

const isMultiple = (sum: Big | undefined, of: Big): boolean => sum?.gt(of) === true && sum.mod(of).eq(0);

function takenTwice(trace: PayoutTrace): Breach | undefined {
  const first = trace.samples.find(isTaken);
  if (first === undefined) return undefined;
  const amount = debitedOf(first) ?? ZERO;
  // A fee may come on top, whatever its sum.
  const twice = trace.samples.find((sample) => isMultiple(debitedOf(sample), amount));
  if (twice === undefined) return undefined;
  return {
    says: `Payout ${nameOfTrace(trace)} had ${amount} debited once and ${debitedOf(twice)} later.`,
    events: [first.event, ...storyOfPayout(trace), twice.event],
  };
}

/**
 * Whether a sample may still show how an earlier attempt ended, and not this one: a page may lag behind what the
 * command that began this attempt has answered.
 */
export function mayShowFormerEnd(
  view: HistoryView,
  trace: PayoutTrace,
  { bornSeq, creates }: GatewayPayout,
  sample: Sample,
): boolean {
  const [create] = creates;
  if (create === undefined || !trace.payouts.some((other) => releasedSeq(other, view) < bornSeq))
    return false;
  return !mustShow(view, create.answer ?? create.request, sample);
}

/** The funds came back between two looks although an attempt may still be paid out. */
function returnedEarly(view: HistoryView, trace: PayoutTrace): Breach | undefined {
  let taken: Sample | undefined;
  for (const sample of trace.samples) {
    if (isTaken(sample)) taken = sample;
    else if (taken !== undefined && debitedOf(sample) !== undefined) {
      if (isStanding(view, trace, taken, sample)) {
        return {
          says: `The funds of payout ${nameOfTrace(trace)} were returned although the gateway had not said that the payout is absent, refused or rejected (status 6).`,
          events: [taken.event, ...storyOfPayout(trace), sample.event],
        };
      }
    }
  }
  return undefined;
}

/** A payout that is over keeps nothing: from when the merchant was told so, or has shown it as failed. */
function kept(view: HistoryView, trace: PayoutTrace): Breach | undefined {
  const failed = trace.samples.filter((sample) => stateOf(sample) === 'failed');
  const [first] = failed;
  if (first === undefined || trace.payouts.length === 0) return undefined;
  const keeping = failed.find((sample, index) => {
    if (!isTaken(sample) || mayExist(trace, view, sample.event.seq)) return false;
    const sent = lastCreate(trace, sample.askedSeq);
    const since = failed.find(({ event }) => event.seq > sent);
    if (since !== undefined && since !== sample && mustReturn(view, since, sample)) return true;
    // Seen twice, so that no page in between is taken for what stays.
    const before = failed[index - 1];
    const told = lastFreed(view, trace, sample.askedSeq);
    if (told <= sent) return false;
    const isSeenTwice = before !== undefined && isTaken(before) && hasRunEnded(view, told, before.askedSeq);
    return isSeenTwice || hasRunOften(view, told, sample.askedSeq);
  });
  if (keeping === undefined) return undefined;
  return {
    says: `Payout ${nameOfTrace(trace)} failed, and ${debitedOf(keeping)} is still debited from the customer.`,
    events: [trace.samples.find(isTaken)?.event, ...storyOfPayout(trace), first.event, keeping.event],
  };
}

/** A payout that is paid has cost a customer who has a balance something, also where it is booked only at the end. */
function neverTaken(
  view: HistoryView,
  trace: PayoutTrace,
  customers: ReadonlySet<string>,
): Breach | undefined {
  const last = trace.samples.at(-1);
  const paid = trace.samples.find((sample) => stateOf(sample) === 'paid');
  if (last === undefined || paid === undefined || stateOf(last) !== 'paid') return undefined;
  if (debitedOf(last)?.eq(0) !== true || !mustShow(view, paid.event, last)) return undefined;
  if (!customers.has(inputText(trace.created?.input, 'customer') ?? '')) return undefined;
  return {
    says: `Payout ${nameOfTrace(trace)} is paid, and nothing was debited from the customer for it.`,
    events: [trace.created, ...storyOfPayout(trace), paid.event, last.event],
  };
}

const mustReturn = (view: HistoryView, since: Sample, sample: Sample): boolean =>
  sample.askedRealAt - Date.parse(since.event.realAt) >= view.settings.settleMs ||
  mustShow(view, since.event, sample);

/** When the merchant was last told, before a point, that an attempt of this payout does not take place; 0 if never. */
const lastFreed = (view: HistoryView, { payouts }: PayoutTrace, seq: number): number =>
  Math.max(0, ...payouts.flatMap((payout) => freeingAnswers(payout, view)).filter((freed) => freed < seq));

/** When the last attempt before a point was sent: what failed before it may have been debited again. */
const lastCreate = (trace: PayoutTrace, beforeSeq: number): number =>
  trace.payouts.reduce(
    (last, { creates }) =>
      creates.reduce(
        (most, { request }) => (request.seq < beforeSeq ? Math.max(most, request.seq) : most),
        last,
      ),
    0,
  );

/** The ids of the payout until this point; none where one of them was created unseen, so that nothing is claimed. */
function knownBefore(trace: PayoutTrace, seq: number): readonly GatewayPayout[] {
  const born = trace.payouts.filter(({ bornSeq }) => bornSeq < seq);
  return born.every(({ creates }) => creates.length > 0) ? born : [];
}

/** Whether any id of the payout may still pay out at this point. */
const mayExist = (trace: PayoutTrace, view: HistoryView, seq: number): boolean =>
  knownBefore(trace, seq).some((payout) => mayPayOut(payout, view, seq));

/** Whether an attempt for which something had been taken may still pay out when the funds are back. */
const isStanding = (view: HistoryView, trace: PayoutTrace, taken: Sample, back: Sample): boolean =>
  knownBefore(trace, back.event.seq).some(
    (payout) =>
      payout.bornSeq < taken.event.seq &&
      mayPayOut(payout, view, back.event.seq) &&
      !mayShowFormerEnd(view, trace, payout, back),
  );

export const storyOfPayout = (trace: PayoutTrace) =>
  trace.payouts.flatMap((payout) => [
    ...payout.creates.slice(0, 2),
    ...payout.changes.slice(-2),
    ...payout.told.slice(-2).map((told) => told.event),
  ]);
