import { fieldText, inputText } from '../history/fields.ts';
import { amountOf, type Big, ZERO } from '../history/money.ts';
import { NEVER } from '../history/places.ts';
import type { CustomerTrace, GatewayPayout, HistoryView } from '../history/view/types.ts';
import { type CustomerBooks, customerBooks, firstUnseen, hidesWish, openingOf } from './customers.ts';
import { releasedSeq } from './exchanges.ts';
import { isWhole } from './orders.ts';
import { rule } from './rules.ts';

/**
 * Law 28: what the gateway accepted to pay out for a customer never comes to more than the balance before and
 * what was paid in for it since. A payout counts until it is known not to pay out. Judged where every wish of
 * the customer is known, with a look at the balance before the first of them.
 */
export const payoutsWithinBalance = rule('law.payouts-within-balance', (view, found) => {
  const booksOf = customerBooks(view);
  const unseenSeq = firstUnseen(view);
  for (const customer of view.customers) {
    const { customer: name } = customer;
    const moves = movesOf(view, customer, booksOf(name));
    if (moves === undefined) continue;
    found.judge();
    const over = overdrawn(moves.filter(({ seq }) => seq < unseenSeq));
    if (over === undefined) continue;
    const { payout, taken, had } = over;
    found.violate(
      name,
      `Customer ${name} had ${had}, and the gateway accepted payouts of ${taken}, the last one under ${payout.shopPaymentId}.`,
      [
        moves[0]?.event,
        ...over.open.slice(-3).flatMap((each) => storyOf(each)),
        ...storyOf(payout),
        customer.samples.at(-1)?.event,
      ],
    );
  }
});

interface Move {
  readonly seq: number;
  /** What the customer may spend more than before. */
  readonly had: Big;
  /** What is on its way out more than before; negative once it is known not to pay out. */
  readonly taken: Big;
  readonly payout?: GatewayPayout;
  readonly event?: CustomerTrace['samples'][number]['event'];
}

/** All that moved a customer's money, in order; undefined where it is not all known. */
function movesOf(
  view: HistoryView,
  customer: CustomerTrace,
  books: CustomerBooks,
): readonly Move[] | undefined {
  const { orders, payouts, wishes } = books;
  const opening = openingOf(customer, books);
  const accepted = payouts.flatMap((trace) => trace.payouts).filter(stands);
  if (opening === undefined || accepted.length === 0) return undefined;
  // One balance in several currencies cannot be added up.
  if (new Set(wishes.map(({ input }) => inputText(input, 'currency'))).size !== 1) return undefined;
  if (!orders.every((order) => isWhole(order, view) && order.invoices.length > 0)) return undefined;
  // An order that the merchant never showed may have been paid unseen.
  const paidIn = wishes.filter(({ name }) => name === 'createOrder');
  if (hidesWish(view, orders, paidIn)) return undefined;
  const { event, balance, counted } = opening;
  const moves: Move[] = [{ seq: event.seq, had: balance, taken: ZERO, event }];
  for (const invoice of orders.flatMap((order) => order.invoices)) {
    const { amount, paidSeq } = invoice;
    if (paidSeq === NEVER || counted.has(invoice)) continue;
    if (amount === undefined) return undefined;
    moves.push({ seq: paidSeq, had: amount, taken: ZERO });
  }
  for (const payout of accepted) {
    const amount = leastTaken(payout);
    if (amount === undefined) return undefined;
    const released = releasedSeq(payout, view);
    moves.push({ seq: payout.bornSeq, had: ZERO, taken: amount, payout });
    if (released < NEVER) moves.push({ seq: released, had: ZERO, taken: amount.times(-1), payout });
  }
  return moves.sort((a, b) => a.seq - b.seq);
}

/** The amount of a payout may be in the currency of its payway: what the shop is charged is in its own. */
function leastTaken({ amount, changes }: GatewayPayout): Big | undefined {
  const charged = amountOf(fieldText(changes[0]?.entity, 'shopWriteOff'));
  return amount !== undefined && charged?.lt(amount) === true ? charged : amount;
}

/** Whether the gateway accepted it: what it refused, or never got, took nothing. */
const stands = (payout: GatewayPayout): boolean =>
  payout.creates.length > 0 && (payout.changes.length > 0 || payout.told.length > 0);

interface Overdraft {
  readonly payout: GatewayPayout;
  readonly taken: Big;
  readonly had: Big;
  readonly open: readonly GatewayPayout[];
}

/** The first payout with which more is on its way out than the customer had. */
function overdrawn(moves: readonly Move[]): Overdraft | undefined {
  const open = new Set<GatewayPayout>();
  let had = ZERO;
  let taken = ZERO;
  for (const move of moves) {
    had = had.plus(move.had);
    taken = taken.plus(move.taken);
    const { payout } = move;
    if (payout === undefined) continue;
    if (move.taken.lt(0)) open.delete(payout);
    else if (taken.gt(had)) return { payout, taken, had, open: [...open] };
    else open.add(payout);
  }
  return undefined;
}

const storyOf = ({ creates, changes }: GatewayPayout) => [...creates.slice(0, 1), ...changes.slice(0, 1)];
