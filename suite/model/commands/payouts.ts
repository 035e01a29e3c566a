import fc from 'fast-check';
import type { Fault } from '../../../simulator/index.ts';
import { rulesWaitMs } from '../../engine/orders.ts';
import { watch } from '../../engine/stage.ts';
import type { ModelPayout } from '../model.ts';
import { type StepKind, stepKind, stepOn } from '../step.ts';

/** What can go wrong on the way of a payout. */
const FAULTS = {
  none: undefined,
  'read-timeout-stored': { kind: 'read-timeout', committed: true },
  'read-timeout-lost': { kind: 'read-timeout', committed: false },
  'reset-stored': { kind: 'reset', committed: true },
  'two-clicks': undefined,
  'final-at-once': { kind: 'statuses', sequence: [5] },
  'rejected-at-once': { kind: 'statuses', sequence: [6] },
} as const satisfies Record<string, Fault['effect'] | undefined>;

type Trouble = keyof typeof FAULTS;

const TROUBLES: readonly Trouble[] = Object.keys(FAULTS).filter((name): name is Trouble => name in FAULTS);

/** A customer with money is paid out. */
const makePayout = stepKind<{ trouble: Trouble; amountType: 'ps_amount' | 'shop_amount' }>({
  name: 'make-payout',
  needs: ['payout'],
  params: fc.record({
    trouble: fc.constantFrom('none', ...TROUBLES),
    amountType: fc.constantFrom('shop_amount', 'shop_amount', 'ps_amount'),
  }),
  isPossible: ({ payouts }) => payouts.length < 3,
  run: async ({ t, model }, { trouble, amountType }) => {
    const customer = await t.funded();
    await t.balance(customer);
    const effect = FAULTS[trouble];
    if (effect !== undefined) await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
    const reference = t.unique('payout');
    const wish = {
      reference,
      ...(t.claims(`payout.${amountType}`) ? { amountType } : {}),
      ...(customer === undefined ? {} : { customer }),
    };
    const clicks = trouble === 'two-clicks' && t.claims('intents') ? 2 : 1;
    const [asked] = await Promise.all(Array.from({ length: clicks }, () => t.askPayout(wish)));
    await t.gateway.clearFaults();
    const answered = asked?.answer.kind === 'ok' ? asked.answer.value : undefined;
    const payout = (await t.findPayout(reference)) ?? answered;
    if (payout === undefined) return;
    const { payout_id: payoutId } = payout;
    const view = await t.payoutView(payout.shop_payment_id);
    model.payouts.push({ customer, payoutId, view });
    // The answer to the call was final: nothing needs to be asked, and no job runs.
    if (trouble !== 'final-at-once' || view?.status !== 5) return;
    await watch(
      () => t.lookAtPayout({ payoutId }),
      ({ state }) => state === 'paid',
      rulesWaitMs(t.stage),
    );
  },
  says: ({ trouble, amountType }) =>
    `The shop pays a customer out (${amountType})${trouble === 'none' ? '' : `, ${trouble.replaceAll('-', ' ')}`}.`,
});

/** The merchant learns of it by asking. */
const movePayout = stepOn<ModelPayout, 'payout', { payout: number; status: number }>({
  name: 'move-payout',
  needs: ['payout'],
  params: fc.record({ payout: fc.nat(2), status: fc.constantFrom(1, 3, 4, 9, 5, 5, 6, 6) }),
  by: 'payout',
  among: ({ payouts }) => payouts.filter(({ view }) => view !== undefined && ![5, 6].includes(view.status)),
  run: async ({ t }, { view }, { status }) => {
    if (view === undefined) return;
    await t.movePayout({ view }, status);
    await t.runJobsNow({ advancePolls: 1 });
  },
  says: ({ status }) => `The payment system moves the payout to status ${status}; a poll interval passes.`,
});

const retryPayout = stepOn<ModelPayout, 'payout', { payout: number }>({
  name: 'retry-payout',
  needs: ['payout', 'payout.retry'],
  params: fc.record({ payout: fc.nat(2) }),
  by: 'payout',
  among: ({ payouts }) => payouts.filter(({ view }) => view?.status !== 6),
  run: async ({ t }, { payoutId }) => void (await t.driver.retryPayout(payoutId)),
  says: () => 'An operator presses "try again" on the payout.',
});

/** Steps about payouts. */
export const payoutSteps: readonly StepKind[] = [makePayout, movePayout, retryPayout];
