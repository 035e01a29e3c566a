import type { CallEvent } from '../history/events.ts';
import { amountOf, ZERO } from '../history/money.ts';
import { fieldText, inputText } from '../history/view/statuses.ts';
import type { GatewayPayout, HistoryView, PayoutTrace, Sample } from '../history/view/types.ts';
import { maybeExists, releasedSeq, wasTaken } from './exchanges.ts';
import { groupedBy } from './grouped.ts';
import { NEVER, stateOf } from './orders.ts';
import { chancesAfter } from './patience.ts';
import { findings, type LawVerdict } from './verdict.ts';

/** What two texts of one account have in common, masked or not. */
function accountKey(text: string | undefined): string {
  const plain = (text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  return `${plain.slice(0, 4)}…${plain.slice(-4)}`;
}

const alike = (amount: unknown, account: string | undefined): string =>
  `${amountOf(amount)?.toString() ?? '?'} to ${accountKey(account)}`;

/**
 * Law 9: one payout wish has at most one shop_payment_id that may exist at the gateway. Wishes are the
 * driver's calls (one for each reference where the shop claims `intents`); ids belong to a wish by amount
 * and account, because the second id of a wish may never be shown.
 */
export function oneIdPerPayout(view: HistoryView): LawVerdict {
  const found = findings('law.one-id-per-payout');
  const wishes = groupedBy(view.payoutCalls, ({ input }) =>
    alike(inputText(input, 'amount'), inputText(input, 'account')),
  );
  const groups = groupedBy(view.payouts, ({ creates, amount, account }) =>
    creates.length === 0 ? undefined : alike(amount?.toString(), account),
  );
  for (const [key, payouts] of groups) {
    const calls = wishes.get(key);
    if (calls === undefined) continue;
    judgeWishes(view, key, calls, payouts, found);
  }
  return found.verdict();
}

function judgeWishes(
  view: HistoryView,
  key: string,
  calls: readonly CallEvent[],
  payouts: readonly GatewayPayout[],
  found: ReturnType<typeof findings>,
): void {
  const intents = view.settings.capabilities?.has('intents') === true;
  const references = new Set(calls.map((call) => inputText(call.input, 'reference')));
  const first = Math.min(...calls.map((call) => call.seq));
  // A wish from before the recording may go on in it with an id of its own: nothing can be counted then.
  const foreign = payouts.some(
    (payout) =>
      payout.bornSeq < first ||
      (payout.trace !== undefined &&
        payout.trace.reference !== undefined &&
        !references.has(payout.trace.reference)),
  );
  if (foreign) return;
  found.judge();
  const wishedBefore = (seq: number): number => {
    const earlier = calls.filter((call) => call.seq < seq);
    return intents ? new Set(earlier.map((call) => inputText(call.input, 'reference'))).size : earlier.length;
  };
  const inOrder = payouts.toSorted((a, b) => a.bornSeq - b.bornSeq);
  for (const [index, payout] of inOrder.entries()) {
    const open = inOrder
      .slice(0, index)
      .filter((earlier) => maybeExists(earlier) && releasedSeq(earlier, view) > payout.bornSeq);
    const wished = wishedBefore(payout.bornSeq);
    if (open.length + 1 <= wished) continue;
    const wish = payout.trace?.reference ?? inputText(calls[0]?.input, 'reference') ?? key;
    found.violate(
      wish,
      `For the payout request ${wish} (${key}) a new shop_payment_id ${payout.shopPaymentId} was used while ${open.map((each) => each.shopPaymentId).join(', ')} may still exist at the gateway.`,
      [
        calls[0],
        ...open
          .slice(0, 3)
          .flatMap((each) => each.creates.flatMap(({ request, answer }) => [request, answer])),
        payout.creates[0]?.request,
        payout.creates[0]?.answer,
      ],
    );
    return;
  }
}

const debitedOf = (sample: Sample) => amountOf(fieldText(sample.value, 'debited'));

/**
 * Law 11: what was taken from the user for a payout is given back only when the payout cannot happen any
 * more, is not taken twice, and is not kept once the merchant calls it failed.
 */
export function payoutDebitedOnce(view: HistoryView): LawVerdict {
  const found = findings('law.payout-debited-once');
  for (const trace of view.payoutTraces) {
    const taken = trace.samples.filter((sample) => debitedOf(sample)?.gt(0) === true);
    const first = taken[0];
    const name = trace.reference ?? trace.payoutId;
    const over = trace.samples.find((sample) => debitedOf(sample)?.lt(0) === true);
    if (over !== undefined) {
      found.violate(
        name,
        `More was returned for payout ${name} than was debited: debited is ${debitedOf(over)}.`,
        [first?.event, ...storyOfPayout(trace), over.event],
      );
      continue;
    }
    if (first === undefined) continue;
    found.judge();
    const amount = debitedOf(first) ?? ZERO;
    const twice = taken.find((sample) => debitedOf(sample)?.gte(amount.times(2)) === true);
    if (twice !== undefined) {
      found.violate(name, `Payout ${name} had ${amount} debited once and ${debitedOf(twice)} later.`, [
        first.event,
        ...storyOfPayout(trace),
        twice.event,
      ]);
      continue;
    }
    const back = trace.samples.find(
      (sample) => sample.event.seq > first.event.seq && debitedOf(sample)?.lte(0) === true,
    );
    if (back !== undefined && mayExist(trace, view, back.event.seq)) {
      found.violate(
        name,
        `The funds of payout ${name} were returned although the gateway had not said that the payout is absent, refused or rejected (status 6).`,
        [first.event, ...storyOfPayout(trace), back.event],
      );
      continue;
    }
    const last = trace.samples.at(-1);
    const kept =
      last !== undefined && stateOf(last) === 'failed' && debitedOf(last)?.gt(0) === true ? last : undefined;
    const failed = kept && trace.samples.find((sample) => stateOf(sample) === 'failed');
    if (kept === undefined || failed === undefined || failed === kept) continue;
    if (kept.askedRealAt - Date.parse(failed.event.realAt) < view.settings.settleMs) continue;
    if (trace.payouts.length === 0 || mayExist(trace, view, failed.event.seq)) continue;
    found.violate(name, `Payout ${name} failed, and ${debitedOf(kept)} is still debited from the customer.`, [
      first.event,
      ...storyOfPayout(trace),
      failed.event,
      kept.event,
    ]);
  }
  return found.verdict();
}

/** Whether any id of the payout may still pay out at this point. Without a record of any, nothing is claimed. */
function mayExist(trace: PayoutTrace, view: HistoryView, seq: number): boolean {
  const known = trace.payouts.filter((payout) => payout.bornSeq < seq && payout.creates.length > 0);
  if (known.length === 0 || known.length < trace.payouts.length) return false;
  return known.some((payout) => wasTaken(payout) && releasedSeq(payout, view) > seq);
}

export const storyOfPayout = (trace: PayoutTrace) =>
  trace.payouts.flatMap((payout) => [
    ...payout.creates.slice(0, 2).flatMap(({ request, answer }) => [request, answer]),
    ...payout.changes.slice(-2),
    ...payout.told.slice(-2).map((told) => told.event),
  ]);

/** Law 20: an open payout is asked about until its status is final. */
export function payoutFollowed(view: HistoryView): LawVerdict {
  const found = findings('law.payout-followed');
  for (const payout of view.payouts) {
    const end = payout.changes.find((change) => String(change.to) === '5' || String(change.to) === '6');
    if (payout.creates.length === 0 || payout.bornSeq === NEVER || end === undefined) continue;
    if (!wasTaken(payout)) continue;
    const told = payout.told.some((each) => each.status === '5' || each.status === '6');
    if (told || payout.asks.some(({ request }) => request.seq > end.seq)) {
      found.judge();
      continue;
    }
    const openMs = Date.parse(end.at) - Date.parse(payout.creates[0]?.request.at ?? end.at);
    const chances = chancesAfter(view, end, openMs).map(({ call }) => call);
    if (chances.length === 0) continue;
    const last = payout.trace?.samples.at(-1);
    if (last !== undefined && stateOf(last) === 'review') continue;
    found.judge();
    found.violate(
      payout.trace?.reference ?? payout.shopPaymentId,
      `Payout ${payout.shopPaymentId} ended with status ${end.to}, and the merchant did not ask about it although its jobs ran ${chances.length} times afterwards.`,
      [
        ...payout.creates.slice(0, 1).flatMap(({ request, answer }) => [request, answer]),
        ...payout.asks.slice(-1).flatMap(({ request, answer }) => [request, answer]),
        end,
        ...chances.slice(0, 3),
        last?.event,
      ],
    );
  }
  return found.verdict();
}
