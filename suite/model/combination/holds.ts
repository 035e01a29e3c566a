import type { Effect } from '../../../simulator/index.ts';
import { press } from './calling.ts';
import { type KilledCall, kills } from './instants.ts';
import type { Kind } from './kind.ts';
import {
  BEGIN,
  creations,
  endOrder,
  happenings,
  killedOrder,
  looksAtOrder,
  namesOfOrder,
  type OrderEvent,
  type OrderPhase,
  orderJobs,
  orderOf,
} from './orders.ts';
import type { OrderSubject } from './placing.ts';
import { move, tell } from './telling.ts';

const isHeld = ({ status, wanted }: OrderPhase): boolean => status === 8 && wanted === 'nothing';
const isCharged = ({ status, wanted }: OrderPhase): boolean => status === 8 && wanted === 'charge';
const isBeforeHold = ({ exists, status }: OrderPhase): boolean => exists && (status === 1 || status === 2);

const LOST: Effect = { kind: 'close', committed: true };
const NOT_SENT: Effect = { kind: 'close', committed: false };

/** Something is pressed for the held order, and its call to the gateway ends like this. */
async function decide(
  subject: OrderSubject,
  by: 'charge' | 'unhold',
  { effect, clicks = 1 }: { readonly effect?: Effect; readonly clicks?: number } = {},
): Promise<boolean> {
  const { place, orderId, invoice } = subject;
  if (orderId === undefined || invoice === undefined) return false;
  const { t } = place;
  const where = { operation: [`invoice/${by}`], paymentId: invoice.paymentId } as const;
  const asked = by === 'charge' ? 'chargeRequested' : 'unholdRequested';
  const made = async () => ((await t.gateway.invoice(invoice.paymentId))[asked] ? true : undefined);
  const work = () => Promise.all(Array.from({ length: clicks }, () => t.driver[by](orderId)));
  await press(subject, { where, work, made }, effect);
  return true;
}

type Decision = readonly [
  name: string,
  says: string,
  by: 'charge' | 'unhold',
  how: Parameters<typeof decide>[2],
];

const DECISIONS: readonly Decision[] = [
  ['charge', 'The shop charges the hold.', 'charge', {}],
  ['charge-twice', 'The shop charges the hold by two clicks at once.', 'charge', { clicks: 2 }],
  [
    'charge-open',
    'The shop charges the hold; the answer is on its way.',
    'charge',
    { effect: { kind: 'wait' } },
  ],
  ['charge-lost', 'The shop charges the hold; the answer is lost.', 'charge', { effect: LOST }],
  ['charge-absent', 'The shop charges the hold; the call does not arrive.', 'charge', { effect: NOT_SENT }],
  ['unhold', 'The shop releases the hold.', 'unhold', {}],
  ['unhold-lost', 'The shop releases the hold; the answer is lost.', 'unhold', { effect: LOST }],
];

const decisions = DECISIONS.map(
  ([name, says, by, how]): OrderEvent => ({
    name,
    needs: [],
    says,
    shows: how?.effect === undefined ? 'asked' : 'fault',
    isPossible: (phase) => isHeld(phase) && phase.made !== 'under way',
    leadsTo: (phase) => ({
      ...phase,
      wanted: by === 'charge' ? 'charge' : 'release',
      made: how?.effect?.kind === 'wait' ? 'under way' : phase.made,
    }),
    run: (subject) => decide(subject, by, how),
  }),
);

/** Whether the gateway was asked for the money: nothing is paid before. */
const isAskedFor = async ({ place: { t }, invoice }: OrderSubject): Promise<boolean> =>
  invoice !== undefined && (await t.gateway.invoice(invoice.paymentId)).chargeRequested;

const outcomes: readonly OrderEvent[] = [
  {
    name: 'told-8',
    needs: [],
    says: 'The gateway notifies that the funds are held (status 8).',
    shows: 'told',
    isPossible: isBeforeHold,
    leadsTo: (phase) => ({ ...phase, status: 8, isTold: true }),
    run: (subject) => tell(subject, 8),
  },
  {
    name: 'held-untold',
    needs: [],
    says: 'The funds are held, and the notification is lost.',
    shows: 'moved',
    isPossible: isBeforeHold,
    leadsTo: (phase) => ({ ...phase, status: 8 }),
    run: (subject) => move(subject, 8),
  },
  {
    name: 'told-4',
    needs: [],
    says: 'The gateway notifies that the charge was successful (status 4).',
    shows: 'told',
    isPossible: isCharged,
    leadsTo: (phase) => ({ ...phase, status: 4, isTold: true }),
    run: async (subject) => (await isAskedFor(subject)) && tell(subject, 4),
  },
  {
    name: 'told-6',
    needs: [],
    says: 'The gateway notifies that the payment was rejected (status 6).',
    shows: 'told',
    isPossible: (phase) => isBeforeHold(phase) || isCharged(phase),
    leadsTo: (phase) => ({ ...phase, status: 6, isTold: true }),
    run: (subject) => tell(subject, 6),
  },
  {
    name: 'paid-untold',
    needs: [],
    says: 'The charge succeeds, and its notification is lost.',
    shows: 'moved',
    isPossible: isCharged,
    leadsTo: (phase) => ({ ...phase, status: 4 }),
    run: async (subject) => (await isAskedFor(subject)) && move(subject, 4),
  },
];

/** A decision about a hold that a kill meets. */
const killedDecisions = (
  [
    ['charge', 'charges the hold', 'charge'],
    ['unhold', 'releases the hold', 'release'],
  ] as const
).map(
  ([by, does, wanted]): KilledCall<OrderPhase, OrderSubject> => ({
    name: `kill-${by}`,
    does,
    // The shop has been told of the funds, and nobody has called the order off.
    isPossible: (phase) => isHeld(phase) && phase.isTold && phase.made === 'heard' && !phase.isCancelled,
    leadsTo: (phase) => ({ ...phase, wanted }),
    call: ({ place: { t }, invoice, orderId = '' }) => ({
      where: { operation: [`invoice/${by}`], ...(invoice && { paymentId: invoice.paymentId }) },
      work: () => t.driver[by](orderId),
    }),
  }),
);

const killedHold = killedOrder(
  'makes a two-step order',
  (phase) => (isBeforeHold(phase) ? 8 : isCharged(phase) ? 4 : undefined),
  async (subject) => ((await isAskedFor(subject)) ? 4 : 8),
);

/** The instants at which a kill can meet an order that is paid in two steps. */
const killsOfHold = kills({ ...killedHold, calls: [...killedHold.calls, ...killedDecisions] });

const TAKEN: ReadonlySet<string> = new Set(['answer', 'click', 'again', 'late-2', 'cancel']);

/** A held order ends as its charge does; one that nobody decided on is left to the gateway. */
async function endHold(subject: OrderSubject): Promise<void> {
  if (await isAskedFor(subject)) return endOrder(subject);
  return endOrder(subject, 'as-it-is');
}

/** Orders that are paid in two steps. */
export const hold: Kind<OrderPhase, OrderSubject> = {
  name: 'hold',
  begin: BEGIN,
  events: [
    ...creations('The shop makes a two-step order'),
    ...happenings.filter(({ name }) => TAKEN.has(name)),
    ...outcomes,
    ...decisions,
    orderJobs,
    ...killsOfHold,
  ],
  rounds: [null, null, null, 'jobs', null, null, null, 'kill', null, null, 'jobs', null, null],
  chosen: [
    ['create', 'told-8', null, 'charge-lost', 'paid-untold'],
    ['create-lost', 'told-8', 'charge-lost', null, null, 'told-4'],
    ['create', 'told-8', 'cancel'],
  ],
  make: (place, index) => orderOf(place, index, { mode: 'hold' }),
  namesOf: namesOfOrder,
  looks: looksAtOrder,
  exists: ({ invoice }) => invoice !== undefined,
  end: endHold,
};
