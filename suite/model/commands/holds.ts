import fc from 'fast-check';
import type { Model, ModelOrder } from '../model.ts';
import { type StepKind, stepKind, stepOn } from '../step.ts';
import { tell } from './invoices.ts';

const inTwoSteps = ({ orders }: Model): readonly ModelOrder[] =>
  orders.filter(({ payment }) => payment.invoice.mode === 'hold');

const undecided = (model: Model): readonly ModelOrder[] =>
  inTwoSteps(model).filter(({ status, decided }) => status === 8 && !decided);

const createTwoStepOrder = stepKind<{ amount: string }>({
  name: 'create-two-step-order',
  needs: ['hold'],
  params: fc.record({ amount: fc.constantFrom('10.50', '23.15') }),
  isPossible: ({ orders }) => orders.length < 5,
  run: async (journey, wish) =>
    void journey.add(await journey.t.order({ ...journey.customer, ...wish, mode: 'hold' })),
  says: ({ amount }) => `The shop makes a two-step order over ${amount}.`,
});

const holdFunds = stepOn<ModelOrder, 'order', { order: number }>({
  name: 'hold-funds',
  needs: ['hold'],
  params: fc.record({ order: fc.nat(4) }),
  by: 'order',
  among: (model) => inTwoSteps(model).filter(({ status }) => ![4, 6, 8].includes(status)),
  run: (journey, order) => tell(journey, order, 8),
  says: () => 'The gateway notifies that the funds are held (status 8).',
});

/** Once, or by two clicks at once; then the outcome is notified. */
const chargeHold = stepOn<ModelOrder, 'order', { order: number; clicks: number; outcome: 4 | 6 }>({
  name: 'charge-hold',
  needs: ['hold'],
  params: fc.record({
    order: fc.nat(4),
    clicks: fc.constantFrom(1, 1, 2),
    outcome: fc.constantFrom(4, 4, 6),
  }),
  by: 'order',
  among: undecided,
  run: async (journey, order, { clicks, outcome }) => {
    const { t } = journey;
    const after = await t.now();
    const { orderId } = order.payment;
    const answers = await Promise.all(Array.from({ length: clicks }, () => t.driver.charge(orderId)));
    order.decided = (await t.calls({ operation: 'invoice/charge', after })).length > 0;
    if (!order.decided || answers.every(({ kind }) => kind !== 'ok')) return;
    // The answer to the charge is not its outcome.
    await journey.look();
    await tell(journey, order, outcome);
  },
  says: ({ clicks, outcome }) =>
    `The shop charges the hold${clicks > 1 ? ` by ${clicks} clicks at once` : ''}; the gateway notifies status ${outcome}.`,
});

const unhold = stepOn<ModelOrder, 'order', { order: number; how: 'unhold' | 'cancel' }>({
  name: 'unhold',
  needs: ['hold'],
  params: fc.record({ order: fc.nat(4), how: fc.constantFrom('unhold', 'cancel') }),
  by: 'order',
  among: undecided,
  run: async ({ t }, order, { how }) => {
    const { orderId } = order.payment;
    const cancels = how === 'cancel' && t.claims('order.cancel');
    const answer = await (cancels ? t.driver.cancel(orderId) : t.driver.unhold(orderId));
    if (answer.kind !== 'ok') return;
    order.decided = true;
    await t.settle();
  },
  says: ({ how }) => `The shop gives the hold up (${how}).`,
});

/** Steps about payments in two steps. */
export const holdSteps: readonly StepKind[] = [createTwoStepOrder, holdFunds, chargeHold, unhold];
