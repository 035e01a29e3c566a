import type { Effect, RefundView } from '../../../simulator/index.ts';
import type { Payment, Verbs } from '../../engine/index.ts';
import { answer, type Caller, press } from './calling.ts';
import { jobs, kills, type Made } from './instants.ts';
import { type EventOf, type Kind, lookAtCustomer, Pending } from './kind.ts';

/** Where a refund stands, as far as it decides what can happen to it next. */
interface RefundPhase extends Made {
  readonly status: 'WAITING' | 'SUCCESS' | 'FAILED';
  readonly isTold: boolean;
  readonly isSecond: boolean;
}

interface RefundSubject extends Caller {
  readonly payment: Payment;
  readonly amount: string;
  /** How it ends where it is still open at last. */
  readonly last: 'SUCCESS' | 'FAILED';
  view: RefundView | undefined;
}

type RefundEvent = EventOf<RefundPhase, RefundSubject>;

const isMade = ({ made }: RefundPhase): boolean => made !== 'not';
const isOpen = ({ exists, status }: RefundPhase): boolean => exists && status === 'WAITING';

/** The refunds that the gateway has beside the ones it had. */
async function madeBeside(
  subject: RefundSubject,
  before: readonly RefundView[],
): Promise<RefundView | undefined> {
  const known = new Set(before.map(({ shopRefundId }) => shopRefundId));
  const views = await subject.place.t.refundViews(subject.payment);
  return views.find(({ shopRefundId }) => !known.has(shopRefundId));
}

async function create(subject: RefundSubject, effect?: Effect): Promise<boolean> {
  const { place, payment, amount } = subject;
  const { t } = place;
  const before = await t.refundViews(payment);
  const where = { operation: ['invoice/create-refund'], paymentId: payment.paymentId } as const;
  const work = () => t.askRefund(payment, amount);
  const made = () => madeBeside(subject, before);
  subject.view = (await press(subject, { where, work, made }, effect)) ?? subject.view;
  return true;
}

type Creation = readonly [name: string, says: string, effect: Effect | undefined, to: Partial<RefundPhase>];

const CREATIONS: readonly Creation[] = [
  ['create', 'the answer arrives', undefined, { made: 'heard', exists: true }],
  ['create-open', 'its answer is on its way', { kind: 'wait' }, { made: 'under way', exists: true }],
  [
    'create-lost',
    'the refund exists, and the answer is lost',
    { kind: 'close', committed: true },
    { made: 'unheard', exists: true },
  ],
  ['create-absent', 'the call does not arrive', { kind: 'close', committed: false }, { made: 'unheard' }],
  ['create-refused', 'the gateway refuses it (code 1)', { kind: 'error', code: 1 }, { made: 'refused' }],
  [
    'create-done',
    'it succeeds at once',
    { kind: 'statuses', sequence: ['SUCCESS'] },
    { made: 'heard', exists: true, status: 'SUCCESS' },
  ],
  [
    'create-failed',
    'it fails at once',
    { kind: 'statuses', sequence: ['FAILED'] },
    { made: 'heard', exists: true, status: 'FAILED' },
  ],
];

const creations = CREATIONS.map(
  ([name, says, effect, to]): RefundEvent => ({
    name,
    needs: [],
    says: `The shop refunds a paid order; ${says}.`,
    shows: effect === undefined ? 'answer' : 'fault',
    isPossible: ({ made }) => made === 'not',
    leadsTo: (phase) => ({ ...phase, ...to }),
    run: (subject) => create(subject, effect),
  }),
);

async function end(
  { place: { t }, view, pending }: RefundSubject,
  status: 'SUCCESS' | 'FAILED',
  notify: 'deliver' | 'none',
  withinMs?: number,
): Promise<boolean> {
  if (view === undefined) return false;
  const told = t.gateway.setRefundStatus(view.shopId, view.shopRefundId, { status, notify });
  await pending.begin(told, withinMs);
  return true;
}

const ends: readonly RefundEvent[] = (
  [
    ['told-success', 'The gateway notifies that the refund succeeded.', 'SUCCESS', 'deliver'],
    ['told-failed', 'The gateway notifies that the refund failed.', 'FAILED', 'deliver'],
    ['done-untold', 'The refund succeeds, and its notification is lost.', 'SUCCESS', 'none'],
    ['failed-untold', 'The refund fails, and its notification is lost.', 'FAILED', 'none'],
  ] as const
).map(([name, says, status, notify]) => ({
  name,
  needs: [],
  says,
  shows: notify === 'deliver' ? 'told' : 'moved',
  isPossible: isOpen,
  leadsTo: (phase) => ({ ...phase, status, isTold: notify === 'deliver' }),
  run: (subject) => end(subject, status, notify),
}));

async function again(
  { place: { t }, payment, pending }: RefundSubject,
  type: 'invoice' | 'refund',
): Promise<boolean> {
  const last = await t.lastNews(payment, { type });
  if (last === undefined) return false;
  await pending.begin(t.gateway.resend(last.notification));
  return true;
}

const others: readonly RefundEvent[] = [
  {
    name: 'answer',
    needs: [],
    says: 'The answer arrives that was on its way.',
    shows: 'answer',
    isPossible: ({ made }) => made === 'under way',
    leadsTo: (phase) => ({ ...phase, made: 'heard' }),
    run: answer,
  },
  {
    name: 'again',
    needs: [],
    says: 'The notification of the refund arrives once more.',
    shows: 'told',
    isPossible: ({ isTold }) => isTold,
    leadsTo: (phase) => phase,
    run: (subject) => again(subject, 'refund'),
  },
  {
    name: 'paid-again',
    needs: [],
    says: 'The notification of the payment (status 4) arrives once more.',
    shows: 'told',
    isPossible: isMade,
    leadsTo: (phase) => phase,
    run: (subject) => again(subject, 'invoice'),
  },
  {
    name: 'second',
    needs: ['refund.partial'],
    says: 'The shop refunds a second part.',
    shows: 'asked',
    isPossible: ({ made, isSecond }) => made !== 'not' && made !== 'under way' && !isSecond,
    leadsTo: (phase) => ({ ...phase, isSecond: true }),
    run: async ({ place: { t }, payment }) => (await t.askRefund(payment, '25.00')).kind === 'ok',
  },
];

const findRefund = async (subject: RefundSubject): Promise<void> => {
  subject.view ??= await madeBeside(subject, []);
};

const killsOfRefund: readonly RefundEvent[] = kills({
  calls: [
    {
      name: 'kill-create',
      does: 'refunds a paid order',
      isPossible: ({ made }) => made === 'not',
      leadsTo: (phase, exists) => ({ ...phase, made: 'unheard', exists }),
      call: ({ place: { t }, payment, amount }) => ({
        where: { operation: ['invoice/create-refund'], paymentId: payment.paymentId },
        work: () => t.askRefund(payment, amount),
      }),
    },
  ],
  question: {
    operation: ['invoice/get-refunds'],
    isPossible: isOpen,
    about: ({ payment: { paymentId } }) => ({ paymentId }),
  },
  news: {
    isPossible: isOpen,
    leadsTo: (phase) => ({ ...phase, status: 'SUCCESS', isTold: true }),
    where: ({ payment }) => ({ notification: { type: 'refund' }, paymentId: payment.paymentId }),
    tell: (subject, withinMs) => end(subject, 'SUCCESS', 'deliver', withinMs),
  },
  find: findRefund,
});

const INSISTENCE = 4;

/** Every refund ends, and what was not answered with OK is sent again, as the gateway would. */
async function endAll(subject: RefundSubject): Promise<void> {
  const { place, payment, pending, last } = subject;
  const { t } = place;
  await answer(subject);
  await pending.ended();
  for (const view of await t.refundViews(payment)) {
    if (view.status === 'WAITING') await t.moveRefund(view, last);
  }
  for (const { state, notification } of await t.gateway.notifications({ paymentId: payment.paymentId })) {
    for (let attempt = 0, isDue = state === 'due'; isDue && attempt < INSISTENCE; attempt++) {
      isDue = !t.isAccepted((await t.gateway.resend(notification)).reply);
    }
  }
}

/** How many payments are of customers whose balance is looked at: what a refund does to one it does to all. */
const WITH_CUSTOMER = 3;

/** A paid order, the first few of them each of a customer of its own where the merchant has wallets. */
async function paidOrder(t: Verbs, index: number): Promise<Payment> {
  if (!t.claims('wallet') || index >= WITH_CUSTOMER) return t.paid('100.00');
  const customer = t.unique('customer');
  const payment = await t.order({ amount: '100.00', customer });
  await t.pay(payment);
  await t.driver.getCustomer(customer);
  return payment;
}

/** Refunds of paid orders. */
export const refund: Kind<RefundPhase, RefundSubject> = {
  name: 'refund',
  begin: { made: 'not', exists: false, status: 'WAITING', isTold: false, isSecond: false },
  events: [...creations, ...ends, ...others, jobs(findRefund), ...killsOfRefund],
  rounds: [null, null, 'jobs', null, null, 'kill', null, null, null, 'jobs', null],
  make: async (place, index) => {
    const payment = await paidOrder(place.t, index);
    const amount = place.t.claims('refund.partial') ? '30.00' : payment.amount;
    const last = index % 2 === 0 ? 'SUCCESS' : 'FAILED';
    return {
      place,
      pending: new Pending(),
      held: undefined,
      isSeen: false,
      faults: [],
      payment,
      amount,
      last,
      view: undefined,
    };
  },
  namesOf: ({ payment }) => [payment.reference, payment.orderId, payment.paymentId, payment.shopOrderId],
  looks: ({ place: { t }, payment: { orderId, customer } }) => [
    { about: `order ${orderId}`, ask: () => t.driver.getOrder(orderId) },
    { about: `refunds ${orderId}`, ask: () => t.driver.listRefunds(orderId) },
    ...(customer === undefined ? [] : [lookAtCustomer(t, customer)]),
  ],
  exists: ({ view }) => view !== undefined,
  end: endAll,
};
