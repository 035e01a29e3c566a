import type { Effect, PayoutView } from '../../../simulator/index.ts';
import { answer, type Caller, press } from './calling.ts';
import { jobs, kills, type Made } from './instants.ts';
import { type EventOf, type Kind, lookAtCustomer, Pending } from './kind.ts';

/** Where a payout stands, as far as it decides what can happen to it next. */
interface PayoutPhase extends Made {
  readonly status: 1 | 3 | 5 | 6;
}

interface PayoutSubject extends Caller {
  readonly reference: string;
  readonly customer: string | undefined;
  readonly wish: () => Promise<unknown>;
  /** How it ends where it is still open at last. */
  readonly last: 5 | 6;
  payoutId: string | undefined;
  view: PayoutView | undefined;
}

type PayoutEvent = EventOf<PayoutPhase, PayoutSubject>;

const isMade = ({ made }: PayoutPhase): boolean => made !== 'not';
const isOpen = ({ exists, status }: PayoutPhase): boolean => exists && status !== 5 && status !== 6;

/** Finds the payout at the merchant and at the gateway by the reference. */
async function findPayout(subject: PayoutSubject): Promise<void> {
  const { t } = subject.place;
  const payout = await t.findPayout(subject.reference);
  if (payout === undefined) return;
  subject.isSeen = true;
  subject.payoutId = payout.payout_id;
  subject.view = (await t.payoutView(payout.shop_payment_id)) ?? subject.view;
}

/** The shop is asked for a payout, and this becomes of its call: one at a time, so that each has its own fault. */
function create(subject: PayoutSubject, effect?: Effect): Promise<boolean> {
  const { t, turn } = subject.place;
  const newest = async () => (await t.gateway.payouts({ limit: 1 }))[0];
  return turn(async () => {
    const before = (await newest())?.payoutId;
    const made = async () => {
      const payout = await newest();
      return payout?.payoutId === before ? undefined : payout;
    };
    const where = { operation: ['withdraw/create'] } as const;
    subject.view = (await press(subject, { where, work: subject.wish, made }, effect)) ?? subject.view;
    if (subject.held === undefined) await findPayout(subject);
    return true;
  });
}

type Creation = readonly [name: string, says: string, effect: Effect | undefined, to: Partial<PayoutPhase>];

const CREATIONS: readonly Creation[] = [
  ['create', 'the answer arrives', undefined, { made: 'heard', exists: true }],
  ['create-open', 'its answer is on its way', { kind: 'wait' }, { made: 'under way', exists: true }],
  [
    'create-timeout',
    'the payout exists, and no answer comes (read timeout)',
    { kind: 'read-timeout', committed: true },
    { made: 'unheard', exists: true },
  ],
  [
    'create-lost',
    'the payout exists, and the connection is closed before the answer',
    { kind: 'close', committed: true },
    { made: 'unheard', exists: true },
  ],
  [
    'create-absent',
    'there is no payout, and the connection is closed before the answer',
    { kind: 'close', committed: false },
    { made: 'unheard' },
  ],
  ['create-refused', 'the gateway refuses it (code 1)', { kind: 'error', code: 1 }, { made: 'refused' }],
  [
    'create-paid',
    'it is completed at once (status 5)',
    { kind: 'statuses', sequence: [5] },
    { made: 'heard', exists: true, status: 5 },
  ],
  [
    'create-rejected',
    'it is rejected at once (status 6)',
    { kind: 'statuses', sequence: [6] },
    { made: 'heard', exists: true, status: 6 },
  ],
];

const creations = CREATIONS.map(
  ([name, says, effect, to]): PayoutEvent => ({
    name,
    needs: [],
    says: `The shop makes a payout; ${says}.`,
    shows: effect === undefined ? 'answer' : 'fault',
    isPossible: ({ made }) => made === 'not',
    leadsTo: (phase) => ({ ...phase, ...to }),
    run: (subject) => create(subject, effect),
  }),
);

const WORDS = { 3: 'sends it on', 5: 'completes it', 6: 'rejects it' } as const;

const moves = ([3, 5, 6] as const).map(
  (status): PayoutEvent => ({
    name: `status-${status}`,
    needs: [],
    says: `The payment system ${WORDS[status]} (status ${status}).`,
    shows: 'moved',
    isPossible: (phase) => isOpen(phase) && phase.status !== status,
    leadsTo: (phase) => ({ ...phase, status }),
    run: async ({ place: { t }, view }) => {
      if (view === undefined) return false;
      await t.movePayout({ view }, status, { unless: 'it only sets the scene' });
      return true;
    },
  }),
);

const others: readonly PayoutEvent[] = [
  {
    name: 'answer',
    needs: [],
    says: 'The answer arrives that was on its way.',
    shows: 'answer',
    isPossible: ({ made }) => made === 'under way',
    leadsTo: (phase) => ({ ...phase, made: 'heard' }),
    run: async (subject) => {
      const arrived = await answer(subject);
      if (arrived) await findPayout(subject);
      return arrived;
    },
  },
  {
    name: 'click',
    needs: ['intents'],
    says: 'The same is asked for by a second click.',
    shows: 'asked',
    isPossible: isMade,
    leadsTo: (phase) => phase,
    run: async ({ pending, wish }) => {
      await pending.begin(wish(), 200);
      return true;
    },
  },
  {
    name: 'retry',
    needs: ['payout.retry'],
    says: 'An operator has it tried again.',
    shows: 'asked',
    isPossible: ({ made }) => made !== 'not' && made !== 'under way',
    leadsTo: (phase) => (isOpen(phase) || phase.status === 5 ? phase : { ...phase, status: 1 }),
    run: async (subject) => {
      const { place, payoutId } = subject;
      if (payoutId === undefined || (await place.t.driver.retryPayout(payoutId)).kind !== 'ok') return false;
      await findPayout(subject);
      return true;
    },
  },
  {
    name: 'ask-fails',
    needs: ['jobs'],
    says: 'The next question about it has no answer: the connection is closed.',
    shows: 'fault',
    isPossible: ({ exists }) => exists,
    leadsTo: (phase) => phase,
    run: async ({ place: { t }, view, faults }) => {
      if (view === undefined) return false;
      const unless = 'nobody asks about it';
      const fault = await t.nextCall(
        ['withdraw/status', 'withdraw/shop_payment_status'],
        { kind: 'close', committed: false },
        { payoutId: view.payoutId, unless },
      );
      faults.push(fault);
      return true;
    },
  },
];

const killsOfPayout: readonly PayoutEvent[] = kills({
  calls: [
    {
      name: 'kill-create',
      does: 'makes a payout',
      isPossible: ({ made }) => made === 'not',
      leadsTo: (phase, exists) => ({ ...phase, made: 'unheard', exists }),
      call: ({ wish }) => ({ where: { operation: ['withdraw/create'] }, work: wish }),
    },
  ],
  question: {
    operation: ['withdraw/status', 'withdraw/shop_payment_status'],
    isPossible: isOpen,
    about: ({ view }) => view && { payoutId: view.payoutId },
  },
  find: findPayout,
});

/** Payouts of one customer: enough that what becomes of one could show in another. */
const PER_CUSTOMER = 4;

/** Payouts to customers. */
export const payout: Kind<PayoutPhase, PayoutSubject> = {
  name: 'payout',
  begin: { made: 'not', exists: false, status: 1 },
  events: [...creations, ...moves, ...others, jobs(findPayout), ...killsOfPayout],
  rounds: [null, null, 'jobs', null, null, 'kill', null, null, 'jobs', null, 'jobs', null],
  make: async (place, index) => {
    const { t, shared: known } = place;
    const name = `payer ${Math.floor(index / PER_CUSTOMER)}`;
    const funded = known.get(name) ?? t.funded();
    known.set(name, funded);
    const customer = await funded;
    const reference = t.unique('payout');
    const wish = { reference, ...(customer === undefined ? {} : { customer }) };
    return {
      place,
      pending: new Pending(),
      held: undefined,
      isSeen: false,
      faults: [],
      reference,
      customer,
      wish: () => t.askPayout(wish),
      last: index % 2 === 0 ? 5 : 6,
      payoutId: undefined,
      view: undefined,
    };
  },
  namesOf: ({ reference, payoutId, view }) => [reference, payoutId, view?.payoutId, view?.shopPaymentId],
  looks: ({ place: { t }, payoutId, customer }) => [
    ...(payoutId === undefined
      ? []
      : [{ about: `payout ${payoutId}`, ask: () => t.driver.getPayout(payoutId) }]),
    ...(customer === undefined ? [] : [lookAtCustomer(t, customer)]),
  ],
  exists: ({ view }) => view !== undefined,
  end: async (subject) => {
    await answer(subject);
    await subject.pending.ended();
    await findPayout(subject);
    const { view, place } = subject;
    if (view === undefined) return;
    const [now] = await place.t.gateway.payouts({ payoutId: view.payoutId });
    if (now === undefined || now.status === 5 || now.status === 6) return;
    await place.t.movePayout({ view }, subject.last, { unless: 'the rules say what must be known of it' });
  },
};
