import { fieldText } from '../history/fields.ts';
import type {
  Command,
  GatewayPayout,
  HistoryView,
  Invoice,
  OrderTrace,
  Sample,
} from '../history/view/types.ts';
import { nameOf, nameOfTrace } from './names.ts';
import { creditedOf, creditsOf, isOpen, PAID_STATES, stateOf } from './orders.ts';
import { isOpenPayout } from './payouts.ts';
import { judgeEach, rule } from './rules.ts';
import type { Breach, Judged } from './verdict.ts';

const GIVEN_UP = new Set(['failed', 'cancelled']);

/** An object that showed a final state, and another one after it. */
interface Back {
  readonly final: Sample;
  readonly open: Sample;
}

/** What is final of a kind of objects, and what may follow on it. */
interface Finals {
  readonly what: string;
  /** The member that names what it has at the gateway. */
  readonly id: string;
  readonly paid: ReadonlySet<string>;
  /** The status that these states mirror. */
  readonly success: string;
  /** The commands after which one that failed is open by right. */
  readonly again: readonly string[];
}

const ORDER: Finals = {
  what: 'Order',
  id: 'shop_order_id',
  paid: PAID_STATES,
  success: '4',
  again: ['retry', 'amend'],
};
const PAYOUT: Finals = {
  what: 'Payout',
  id: 'shop_payment_id',
  paid: new Set(['paid']),
  success: '5',
  again: ['retryPayout'],
};

type Objects = readonly (Invoice | GatewayPayout)[];

/** Finds out whether a sample mirrors a final status. */
const mirrors =
  ({ paid, success, again }: Finals, objects: Objects, commands: readonly Command[]) =>
  (sample: Sample): boolean => {
    const state = stateOf(sample);
    if (paid.has(state)) return knew(objects, success, sample);
    return state === 'failed' && !tried(commands, again) && knew(objects, '6', sample);
  };

/**
 * Law 5: a state that mirrors a final status never returns to a non-final one. State pages may lag behind,
 * and several replicas may differ: only what still stands once the merchant has settled, or once its jobs
 * have run to their end, counts.
 */
export const finalStaysFinal = rule('law.final-stays-final', (view, found) => {
  judgeEach(found, view.orders, nameOf, (order) => {
    const { samples, invoices, commands } = order;
    const mirrored = mirrors(ORDER, invoices, commands);
    const said = reopened(view, samples, ORDER, mirrored, isOpen);
    const back = backIn(said) ?? bookedAndNotPaid(order, mirrored) ?? givenUp(view, order);
    return back === undefined ? said && 'right' : inWords(ORDER, nameOf(order), invoices, back);
  });
  judgeEach(found, view.payoutTraces, nameOfTrace, (trace) => {
    const { samples, payouts, commands } = trace;
    const said = reopened(view, samples, PAYOUT, mirrors(PAYOUT, payouts, commands), isOpenPayout);
    const back = backIn(said);
    return back === undefined ? said && 'right' : inWords(PAYOUT, nameOfTrace(trace), payouts, back);
  });
  judgeEach(found, view.orders, nameOf, (order) => {
    const last = order.refundSamples.at(-1);
    const done = new Map(
      order.refundSamples.flatMap(({ event, refunds }) =>
        refunds
          .filter((refund) => fieldText(refund, 'state') === 'done')
          .map((refund) => [fieldText(refund, 'refund_id') ?? '', event] as const),
      ),
    );
    if (done.size === 0 || last === undefined) return undefined;
    return last.refunds.map((refund): Judged => {
      const id = fieldText(refund, 'refund_id') ?? '';
      const earlier = done.get(id);
      if (earlier === undefined || fieldText(refund, 'state') !== 'pending') return undefined;
      if (last.askedRealAt - Date.parse(earlier.realAt) < view.settings.settleMs) return undefined;
      return {
        says: `Refund ${id} of order ${nameOf(order)} was "done" and went back to "pending".`,
        events: [earlier, last.event],
      };
    });
  });
});

const backIn = (said: Back | 'right' | undefined): Back | undefined => (said === 'right' ? undefined : said);

const inWords = ({ what }: Finals, name: string, objects: Objects, { final, open }: Back): Breach => ({
  says: `${what} ${name} was "${stateOf(final)}", which mirrors a final status, and went back to "${stateOf(open)}".`,
  events: [objects.map(({ told }) => told.slice(-4).map(({ event }) => event)), final, open],
});

/**
 * A sample that shows an order as not paid, with what was booked for it still there: that is no older state, which a
 * replica may show, but a new one.
 */
function bookedAndNotPaid(order: OrderTrace, mirrored: (sample: Sample) => boolean): Back | undefined {
  if (tried(order.commands, ['retry', 'amend', 'cancel'])) return undefined;
  const index = order.samples.findIndex((sample) => PAID_STATES.has(stateOf(sample)) && mirrored(sample));
  const final = order.samples[index];
  if (final === undefined || creditsOf(final) < 1) return undefined;
  const open = order.samples
    .slice(index + 1)
    .find(
      (sample) =>
        creditsOf(sample) === creditsOf(final) &&
        creditedOf(sample).eq(creditedOf(final)) &&
        (isOpen(sample) || stateOf(sample) === 'failed'),
    );
  return open === undefined ? undefined : { final, open };
}

/** An order that was paid, and is given up while its money is neither refunded nor taken back by the gateway. */
function givenUp(view: HistoryView, order: OrderTrace): Back | undefined {
  const isKept = order.invoices.some(({ changes }) => String(changes.at(-1)?.to ?? '') === '4');
  if (!isKept || order.invoices.some(({ refunds }) => refunds.length > 0)) return undefined;
  const mirrored = (sample: Sample): boolean =>
    PAID_STATES.has(stateOf(sample)) && knew(order.invoices, '4', sample);
  const isGivenUp = (sample: Sample): boolean => GIVEN_UP.has(stateOf(sample));
  return backIn(reopened(view, order.samples, ORDER, mirrored, isGivenUp));
}

const tried = (commands: readonly Command[], names: readonly string[]): boolean =>
  commands.some((command) => names.includes(command.name));

/** Whether the final status was the gateway's before the sample, so that the state mirrors it and no mistake. */
function knew(objects: Objects, status: string, sample: Sample): boolean {
  const { seq } = sample.event;
  return objects.some(
    (object) =>
      object.changes.some((change) => change.seq < seq && String(change.to) === status) ||
      object.told.some((told) => told.seq < seq && told.status === status && told.trust === 'sound'),
  );
}

/** The last sample, where it is of a kind that none may be that follows on a final one; `right` where it is not. */
function reopened(
  view: HistoryView,
  samples: readonly Sample[],
  { id }: Finals,
  isFinal: (sample: Sample) => boolean,
  isBack: (sample: Sample) => boolean,
): Back | 'right' | undefined {
  const last = samples.at(-1);
  const attempt = fieldText(last?.value, id);
  const final = samples.find((sample) => fieldText(sample.value, id) === attempt && isFinal(sample));
  if (last === undefined || final === undefined) return undefined;
  if (final === last || !isBack(last)) return 'right';
  const settled =
    last.askedRealAt - Date.parse(final.event.realAt) >= view.settings.settleMs ||
    view.jobs.some(({ call, outcome }) => call.seq > final.event.seq && outcome.seq < last.askedSeq);
  return settled ? { final, open: last } : 'right';
}
