import type {
  GatewayPayout,
  HistoryView,
  Invoice,
  OrderTrace,
  PayoutTrace,
  Refund,
  Sample,
} from '../history/view/types.ts';
import { nameOf, nameOfInvoice, nameOfPayout, nameOfTrace } from './names.ts';
import { isWhole } from './orders.ts';
import { type Findings, findings, type Judged, type LawVerdict } from './verdict.ts';

/** A law as a pure function of a history. */
export type Law = (view: HistoryView) => LawVerdict;

/** A law whose judgement is this. */
export const rule =
  (law: string, judge: (view: HistoryView, found: Findings) => void): Law =>
  (view) => {
    const found = findings(law);
    judge(view, found);
    return found.verdict();
  };

/** What a law says of one object; of a list of what was judged each breach is named. */
type JudgeOne<T> = (object: T) => Judged | readonly Judged[];

/** Judges each object by itself, and names what is wrong with it. */
export function judgeEach<T>(
  found: Findings,
  objects: Iterable<T>,
  nameOfOne: (object: T) => string,
  judgeOne: JudgeOne<T>,
): void {
  for (const object of objects) {
    const said = judgeOne(object);
    if (said === undefined) continue;
    found.judge();
    for (const each of [said].flat())
      if (each !== undefined && each !== 'right') found.violate(nameOfOne(object), each.says, each.events);
  }
}

/** Makes laws that judge each object of a kind by itself. What all of them need is found once for each history. */
const lawsOf =
  <T>(objectsIn: (view: HistoryView) => Iterable<T>, nameOfOne: (object: T) => string) =>
  (law: string, judgeIn: (view: HistoryView, found: Findings) => JudgeOne<T>): Law =>
    rule(law, (view, found) => judgeEach(found, objectsIn(view), nameOfOne, judgeIn(view, found)));

export const perOrder = lawsOf<OrderTrace>(({ orders }) => orders, nameOf);

/** The orders of which the history holds all. */
export const perWholeOrder = lawsOf<OrderTrace>(
  (view) => view.orders.filter((order) => isWhole(order, view)),
  nameOf,
);
export const perInvoice = lawsOf<Invoice>(({ invoices }) => invoices, nameOfInvoice);
export const perRefund = lawsOf<Refund>(
  ({ refunds }) => refunds,
  ({ shopRefundId }) => shopRefundId,
);
export const perPayout = lawsOf<GatewayPayout>(({ payouts }) => payouts, nameOfPayout);
export const perPayoutTrace = lawsOf<PayoutTrace>(({ payoutTraces }) => payoutTraces, nameOfTrace);

/** Judges the invoices of each whole order by the last look at it; of one order one breach counts. */
export const perLastLook = (
  law: string,
  judgeIn: (
    view: HistoryView,
    found: Findings,
  ) => (invoice: Invoice, last: Sample, order: OrderTrace) => Judged,
): Law =>
  perWholeOrder(law, (view, found) => {
    const judgeOne = judgeIn(view, found);
    return (order) => {
      let said: Judged;
      // The history holds a look at every whole order: without one nobody knows which call made it.
      for (const last of order.samples.slice(-1))
        for (const invoice of order.invoices) {
          const judged = judgeOne(invoice, last, order);
          if (judged !== undefined && judged !== 'right') return judged;
          said ??= judged;
        }
      return said;
    };
  });
