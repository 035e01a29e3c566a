import { fieldText } from '../history/fields.ts';
import { amountOf, type Big, sumOf, ZERO } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type {
  CustomerTrace,
  HistoryView,
  Invoice,
  OrderTrace,
  PayoutTrace,
  Sample,
} from '../history/view/types.ts';
import {
  balanceOf,
  type CustomerBooks,
  customerBooks,
  firstUnseen,
  hidesWish,
  openingOf,
} from './customers.ts';
import { releasedSeq } from './exchanges.ts';
import { creditedOf, isWhole } from './orders.ts';
import { patienceMs } from './patience.ts';
import { judgeEach, rule } from './rules.ts';
import type { Evidence, findings, Judged } from './verdict.ts';

/**
 * Law 12: money is neither made nor lost. At the merchant: a customer's balance grows by nothing but paid
 * orders, and loses none of what the ledger says was credited. At the gateway: no part of a balance is
 * negative, and while nothing but payouts happened the total falls by what was paid out.
 */
export const payoutConservation = rule('law.payout-conservation', (view, found) => {
  const booksOf = customerBooks(view);
  const unseenSeq = firstUnseen(view);
  judgeEach(
    found,
    view.customers,
    ({ customer }) => customer,
    (trace) => {
      const look = lastLook(view, trace, booksOf(trace.customer));
      const more = look && moneyMade(view, look, unseenSeq);
      const less = more === undefined || more === 'right' ? look && moneyLost(view, look) : undefined;
      return less ?? more;
    },
  );
  judgeGateway(view, found);
});

/** Commands that take nothing from a balance. */
const OF_HOLDS: ReadonlySet<string> = new Set(['charge', 'unhold']);

/** The last look at the balance of a customer all of whose wishes are known, and whose orders the history holds whole. */
interface Look extends CustomerBooks {
  readonly trace: CustomerTrace;
  readonly last: Sample;
  readonly balance: Big;
  /** The look before the first wish. */
  readonly before: Sample | undefined;
  readonly story: readonly Evidence[];
}

function lastLook(view: HistoryView, trace: CustomerTrace, books: CustomerBooks): Look | undefined {
  const { orders, payouts, wishes } = books;
  const last = trace.samples.at(-1);
  const balance = last && balanceOf(last);
  if (last === undefined || balance === undefined || orders.length === 0) return undefined;
  if (!orders.every((order) => isWhole(order, view) && order.invoices.length > 0)) return undefined;
  if (hidesWish(view, [...orders, ...payouts], wishes)) return undefined;
  const firstWish = wishes.reduce((least, call) => Math.min(least, call.seq), NEVER);
  const before = trace.samples.findLast((sample) => sample.event.seq < firstWish);
  if (paidIn(orders, last).some(({ amount }) => amount === undefined)) return undefined;
  const story = [before, orders.slice(0, 6).map(({ samples }) => samples.at(-1)), last];
  return { ...books, trace, last, balance, before, story };
}

const paidIn = (orders: readonly OrderTrace[], { event: { seq } }: Sample): readonly Invoice[] =>
  orders.flatMap(({ invoices }) => invoices.filter((invoice) => invoice.paidSeq < seq));

/** Without an earlier look nothing is known of what there was; a customer of this run begins with nothing. */
function moneyMade(view: HistoryView, look: Look, unseenSeq: number): Judged {
  const { trace, last, balance, orders, payouts, story } = look;
  const { customer } = trace;
  const opening = openingOf(trace, look);
  if (opening === undefined || opening.event.seq >= last.event.seq || unseenSeq < last.event.seq)
    return undefined;
  const counted = paidIn(orders, last).filter((invoice) => !opening.counted.has(invoice));
  const since = sumOf(counted.flatMap(({ amount }) => amount ?? []));
  const gone = sumOf(payouts.map((payout) => standingDebit(view, payout, last)));
  if (balance.lte(opening.balance.plus(since).minus(gone))) return 'right';
  return {
    says: `The balance of customer ${customer} is ${balance}; ${opening.balance} before, paid orders of ${since} and payouts that took ${gone} make at most ${opening.balance.plus(since).minus(gone)}.`,
    events: [opening.event, payouts.slice(0, 3).map(({ samples }) => samples.at(-1)), story],
  };
}

function moneyLost(
  view: HistoryView,
  { trace, last, balance, before, orders, payouts, story }: Look,
): Judged {
  if (orders.some(({ invoices }) => invoices.some(({ refunds }) => refunds.length > 0))) return undefined;
  if (orders.some(({ commands }) => commands.some(({ name }) => !OF_HOLDS.has(name)))) return undefined;
  const run = view.jobs.findLast(({ outcome }) => outcome.seq < last.askedSeq);
  // The page with the balance may lag a moment behind the one with the order.
  const isOld = ({ seq, realAt }: Sample['event']): boolean =>
    seq < (run?.call.seq ?? 0) ||
    (seq < last.askedSeq && last.askedRealAt - Date.parse(realAt) >= view.settings.settleMs);
  const credited = orders.flatMap(({ samples }) => samples.findLast(({ event }) => isOld(event)) ?? []);
  const debits = payouts.map((payout) => mostTaken(view, payout, last));
  if (debits.some((debit) => debit === undefined)) return undefined;
  const least = ((before && balanceOf(before)) ?? ZERO)
    .plus(sumOf(credited.map(creditedOf)))
    .minus(sumOf(debits.map((debit) => debit ?? ZERO)));
  if (balance.gte(least)) return 'right';
  return {
    says: `The balance of customer ${trace.customer} is ${balance}; what was credited and not paid out makes at least ${least}.`,
    events: story,
  };
}

/**
 * What a payout took from a balance for certain: the merchant had shown it as debited some time before the look, and
 * nothing by then had said that the payout does not take place.
 */
function standingDebit(view: HistoryView, payout: PayoutTrace, last: Sample): Big {
  if (payout.payouts.length === 0) return ZERO;
  if (payout.payouts.some((each) => releasedSeq(each, view) < last.event.seq)) return ZERO;
  return settledDebit(view, payout, last) ?? ZERO;
}

/** What a payout had shown as debited for some time before a look at the balance; undefined where that changed lately. */
function settledDebit(
  view: HistoryView,
  { samples }: PayoutTrace,
  { askedSeq, askedRealAt }: Sample,
): Big | undefined {
  const shown = samples.filter(({ event }) => event.seq < askedSeq);
  const last = shown.at(-1);
  const debited = last && debitedIn(last);
  if (last === undefined || debited === undefined) return undefined;
  const other = shown.findLastIndex((sample) => debitedIn(sample)?.eq(debited) !== true);
  const since = shown[other + 1] ?? last;
  const run = view.jobs.findLast(({ outcome }) => outcome.seq < askedSeq);
  const isSettled =
    askedRealAt - Date.parse(since.event.realAt) >= patienceMs(view) ||
    (run !== undefined && run.call.seq > since.event.seq);
  return isSettled ? debited : undefined;
}

const debitedIn = ({ value }: Sample): Big | undefined => amountOf(fieldText(value, 'debited'));

/** What a payout may have taken at most: all that it ever showed, unless it failed and has given it back since. */
function mostTaken(view: HistoryView, payout: PayoutTrace, last: Sample): Big | undefined {
  const seen = payout.samples.findLast(({ event }) => event.seq < last.askedSeq);
  const settled = seen?.value.state === 'failed' ? settledDebit(view, payout, last) : undefined;
  return settled ?? mostDebited(payout);
}

function mostDebited(payout: PayoutTrace): Big | undefined {
  let most: Big | undefined;
  for (const sample of payout.samples) {
    const debited = debitedIn(sample);
    if (debited !== undefined && (most === undefined || debited.gt(most))) most = debited;
  }
  // A payout whose sum was not booked when it was last seen may have been booked since.
  return most?.gt(0) === true || payout.payouts.length === 0 ? most : undefined;
}

interface Account {
  total: Big;
  seq: number;
}

/** The gateway's own books. What they get wrong is no fault of the merchant: it makes the law inconclusive. */
function judgeGateway(view: HistoryView, found: ReturnType<typeof findings>): void {
  for (const event of view.balances) {
    for (const part of ['available', 'frozen', 'hold']) {
      const amount = amountOf(fieldText(event.entity, part));
      if (amount?.lt(0) === true && part !== 'available') {
        found.doubt(
          `The gateway's balance of shop ${event.shopId} is ${amount} ${part}: its books cannot be trusted.`,
        );
      }
    }
  }
  const moved = view.invoices.some((invoice) => invoice.changes.some((change) => String(change.to) === '4'));
  const refunded = view.refunds.some((refund) => refund.changes.length > 0);
  if (
    moved ||
    refunded ||
    view.balances.some((event) => event.cause !== 'request' && event.cause !== 'payment-system')
  )
    return;
  const first = new Map<string, Account>();
  const last = new Map<string, Account>();
  for (const event of view.balances) {
    const { entity } = event;
    const parts = ['available', 'frozen', 'hold'].map((part) => amountOf(fieldText(entity, part)));
    if (parts.some((part) => part === undefined)) return;
    const total = sumOf(parts.map((part) => part ?? ZERO));
    const key = `${event.shopId}|${fieldText(entity, 'base')}|${fieldText(entity, 'currency')}`;
    if (!first.has(key)) first.set(key, { total, seq: event.seq });
    last.set(key, { total, seq: event.seq });
  }
  for (const [key, start] of first) {
    const end = last.get(key) ?? start;
    if (end.seq === start.seq) continue;
    found.judge();
    if (explained(view, key, start, end)) continue;
    found.doubt(
      `The gateway's balance went from ${start.total} to ${end.total} without payouts of that sum.`,
    );
  }
}

/** Whether payouts that ended 5 in between make up the difference, counted with or without those at its edges. */
function explained(view: HistoryView, key: string, start: Account, end: Account): boolean {
  const fallen = start.total.minus(end.total);
  const within = (from: number, to: number): Big => {
    const sums: Big[] = [];
    for (const payout of view.payouts) {
      for (const change of payout.changes) {
        const { entity } = change;
        const account = `${change.shopId}|${fieldText(entity, 'base')}|${fieldText(entity, 'shopCurrency')}`;
        if (account !== key || String(change.to) !== '5' || change.seq <= from || change.seq > to) continue;
        sums.push(amountOf(fieldText(entity, 'shopWriteOff')) ?? ZERO);
      }
    }
    return sumOf(sums);
  };
  // The event of a balance and that of its payout stand side by side, in either order.
  const froms = [start.seq - 2, start.seq - 1, start.seq, start.seq + 1];
  return [end.seq, end.seq + 1, NEVER].some((to) => froms.some((from) => fallen.eq(within(from, to))));
}
