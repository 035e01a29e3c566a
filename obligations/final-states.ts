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
import { rule } from './rules.ts';
import type { Findings } from './verdict.ts';

const GIVEN_UP = new Set(['failed', 'cancelled']);

/** An object that showed a final state, and another one after it. */
interface Back {
  readonly final: Sample;
  readonly open: Sample;
}

/**
 * Law 5: a state that mirrors a final status never returns to a non-final one. State pages may lag behind,
 * and several replicas may differ: only what still stands once the merchant has settled, or once its jobs
 * have run to their end, counts.
 */
export const finalStaysFinal = rule('law.final-stays-final', (view, found) => {
  for (const order of view.orders) {
    const mirrored = (sample: Sample): boolean => {
      const state = stateOf(sample);
      if (PAID_STATES.has(state)) return knew(order.invoices, '4', sample);
      return (
        state === 'failed' && !tried(order.commands, ['retry', 'amend']) && knew(order.invoices, '6', sample)
      );
    };
    const back =
      reopened(view, order.samples, 'shop_order_id', mirrored, isOpen, found.judge) ??
      bookedAndNotPaid(order, mirrored) ??
      givenUp(view, order);
    if (back === undefined) continue;
    tell(found, 'Order', nameOf(order), order.invoices, back);
  }
  for (const trace of view.payoutTraces) {
    const mirrored = (sample: Sample): boolean => {
      const state = stateOf(sample);
      if (state === 'paid') return knew(trace.payouts, '5', sample);
      return (
        state === 'failed' && !tried(trace.commands, ['retryPayout']) && knew(trace.payouts, '6', sample)
      );
    };
    const back = reopened(view, trace.samples, 'shop_payment_id', mirrored, isOpenPayout, found.judge);
    if (back === undefined) continue;
    tell(found, 'Payout', nameOfTrace(trace), trace.payouts, back);
  }
  for (const order of view.orders) {
    const done = new Map<string, Sample['event']>();
    for (const { event, refunds } of order.refundSamples) {
      for (const refund of refunds) {
        const id = fieldText(refund, 'refund_id') ?? '';
        const state = fieldText(refund, 'state');
        if (state === 'done') done.set(id, event);
      }
    }
    const last = order.refundSamples.at(-1);
    if (done.size === 0 || last === undefined) continue;
    found.judge();
    for (const refund of last.refunds) {
      const id = fieldText(refund, 'refund_id') ?? '';
      const earlier = done.get(id);
      if (earlier === undefined || fieldText(refund, 'state') !== 'pending') continue;
      if (last.askedRealAt - Date.parse(earlier.realAt) < view.settings.settleMs) continue;
      found.violate(
        nameOf(order),
        `Refund ${id} of order ${nameOf(order)} was "done" and went back to "pending".`,
        [earlier, last.event],
      );
    }
  }
});

function tell(
  found: Findings,
  what: string,
  name: string,
  objects: readonly (Invoice | GatewayPayout)[],
  { final, open }: Back,
): void {
  found.violate(
    name,
    `${what} ${name} was "${stateOf(final)}", which mirrors a final status, and went back to "${stateOf(open)}".`,
    [...objects.flatMap(({ told }) => told.slice(-4).map(({ event }) => event)), final.event, open.event],
  );
}

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
  return reopened(
    view,
    order.samples,
    'shop_order_id',
    mirrored,
    (sample) => GIVEN_UP.has(stateOf(sample)),
    () => undefined,
  );
}

const tried = (commands: readonly Command[], names: readonly string[]): boolean =>
  commands.some((command) => names.includes(command.name));

/** Whether the final status was the gateway's before the sample, so that the state mirrors it and no mistake. */
function knew(objects: readonly (Invoice | GatewayPayout)[], status: string, sample: Sample): boolean {
  const { seq } = sample.event;
  return objects.some(
    (object) =>
      object.changes.some((change) => change.seq < seq && String(change.to) === status) ||
      object.told.some((told) => told.seq < seq && told.status === status && told.trust === 'sound'),
  );
}

function reopened(
  view: HistoryView,
  samples: readonly Sample[],
  idField: string,
  mirrors: (sample: Sample) => boolean,
  isBack: (sample: Sample) => boolean,
  judge: () => void,
): Back | undefined {
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  const id = fieldText(last.value, idField);
  const final = samples.find((sample) => fieldText(sample.value, idField) === id && mirrors(sample));
  if (final === undefined) return undefined;
  judge();
  if (final === last || !isBack(last)) return undefined;
  const settled =
    last.askedRealAt - Date.parse(final.event.realAt) >= view.settings.settleMs ||
    view.jobs.some(({ call, outcome }) => call.seq > final.event.seq && outcome.seq < last.askedSeq);
  return settled ? { final, open: last } : undefined;
}
