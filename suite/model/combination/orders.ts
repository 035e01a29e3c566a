import type { Effect } from '../../../simulator/index.ts';
import { jobs, type Killed, kills, type Made } from './instants.ts';
import type { EventOf, Kind, Look, Place } from './kind.ts';
import { answerArrives, CREATE, findOrder, type OrderSubject, orderSubject, place } from './placing.ts';
import { move, payerReturns, tell, tellAgain, tellLate, tellTwice, tellUntilHeard } from './telling.ts';

/** Where an order stands, as far as it decides what can happen to it next. */
export interface OrderPhase extends Made {
  /** What the gateway has told. */
  readonly status: 1 | 2 | 4 | 6 | 8;
  readonly isTold: boolean;
  readonly isCancelled: boolean;
  /** What was asked of funds that are held. */
  readonly wanted: 'nothing' | 'charge' | 'release';
}

export type OrderEvent = EventOf<OrderPhase, OrderSubject>;

const LOST: Effect = { kind: 'close', committed: true };
const NOT_SENT: Effect = { kind: 'close', committed: false };
const REFUSED: Effect = { kind: 'error', code: 1 };

const isMade = ({ made }: OrderPhase): boolean => made !== 'not';
const isOpen = ({ exists, status }: OrderPhase): boolean => exists && status !== 4 && status !== 6;
/** The shop can be asked to do something with it: it has told what it calls it, or can be asked for that. */
const isInHand = ({ made }: OrderPhase): boolean => made !== 'not' && made !== 'under way';

/** The ways in which a call that creates an invoice ends. */
export const creations = (words: string): readonly OrderEvent[] => {
  const rows: readonly [name: string, says: string, effect: Effect | undefined, to: Partial<OrderPhase>][] = [
    ['create', 'the answer arrives', undefined, { made: 'heard', exists: true }],
    ['create-open', 'its answer is on its way', { kind: 'wait' }, { made: 'under way', exists: true }],
    ['create-lost', 'the invoice exists, and the answer is lost', LOST, { made: 'unheard', exists: true }],
    ['create-absent', 'the call does not reach the gateway', NOT_SENT, { made: 'unheard' }],
    ['create-refused', 'the gateway refuses it (code 1)', REFUSED, { made: 'refused' }],
  ];
  return rows.map(([name, says, effect, to]) => ({
    name,
    needs: [],
    says: `${words}; ${says}.`,
    shows: effect === undefined ? 'answer' : 'fault',
    isPossible: ({ made }) => made === 'not',
    leadsTo: (phase) => ({ ...phase, ...to }),
    run: (subject) => place(subject, effect),
  }));
};

/** What can happen to any order that is under way. */
export const happenings: readonly OrderEvent[] = [
  {
    name: 'answer',
    needs: [],
    says: 'The answer arrives that was on its way.',
    shows: 'answer',
    isPossible: ({ made }) => made === 'under way',
    leadsTo: (phase) => ({ ...phase, made: 'heard' }),
    run: answerArrives,
  },
  {
    name: 'click',
    needs: ['intents'],
    says: 'The same is asked for by a second click.',
    shows: 'asked',
    isPossible: isMade,
    leadsTo: (phase) => phase,
    run: async (subject) => {
      await subject.pending.begin(subject.wish(subject), 200);
      return true;
    },
  },
  {
    name: 'told-2',
    needs: [],
    says: 'The gateway notifies that the payer is awaited (status 2).',
    shows: 'told',
    isPossible: (phase) => isOpen(phase) && phase.status === 1,
    leadsTo: (phase) => ({ ...phase, status: 2, isTold: true }),
    run: (subject) => tell(subject, 2),
  },
  {
    name: 'told-6',
    needs: [],
    says: 'The gateway notifies that the payment was rejected (status 6).',
    shows: 'told',
    isPossible: isOpen,
    leadsTo: (phase) => ({ ...phase, status: 6, isTold: true }),
    run: (subject) => tell(subject, 6),
  },
  {
    name: 'told-4',
    needs: [],
    says: 'The gateway notifies that the payment was successful (status 4).',
    shows: 'told',
    isPossible: isOpen,
    leadsTo: (phase) => ({ ...phase, status: 4, isTold: true }),
    run: (subject) => tell(subject, 4),
  },
  {
    name: 'told-4-twice',
    needs: [],
    says: 'The gateway notifies that the payment was successful, by two requests at the same moment.',
    shows: 'told',
    isPossible: isOpen,
    leadsTo: (phase) => ({ ...phase, status: 4 }),
    run: (subject) => tellTwice(subject, 4),
  },
  {
    name: 'paid-untold',
    needs: [],
    says: 'The payment succeeds, and its notification is lost.',
    shows: 'moved',
    isPossible: isOpen,
    leadsTo: (phase) => ({ ...phase, status: 4 }),
    run: (subject) => move(subject, 4),
  },
  {
    name: 'again',
    needs: [],
    says: 'The last notification arrives once more.',
    shows: 'told',
    isPossible: ({ isTold }) => isTold,
    leadsTo: (phase) => phase,
    run: (subject) => tellAgain(subject, subject.invoice),
  },
  {
    name: 'late-2',
    needs: [],
    says: 'A notification of status 2 arrives that was long on its way.',
    shows: 'told',
    isPossible: ({ exists, status }) => exists && (status === 4 || status === 6),
    leadsTo: (phase) => phase,
    run: (subject) => tellLate(subject, 2),
  },
  {
    name: 'return',
    needs: [],
    says: "The payer's browser comes back to the shop.",
    shows: 'asked',
    isPossible: ({ exists, made }) => exists && made === 'heard',
    leadsTo: (phase) => phase,
    run: payerReturns,
  },
  {
    name: 'cancel',
    needs: ['order.cancel'],
    says: 'The order is cancelled.',
    shows: 'asked',
    isPossible: (phase) => isInHand(phase) && !phase.isCancelled,
    leadsTo: (phase) => ({ ...phase, isCancelled: true }),
    run: async ({ place: { t }, orderId }) =>
      orderId !== undefined && (await t.driver.cancel(orderId)).kind === 'ok',
  },
];

/** The background jobs, which run for all orders of a cohort at the same time. */
export const orderJobs: OrderEvent = jobs(async (subject) => {
  if (subject.invoice === undefined) await findOrder(subject);
});

/** The status of the notification that can come next. */
type NextStatus = (phase: OrderPhase) => 4 | 8 | undefined;

/** What a kill can meet of an order: the call that creates its invoice, and the notification that comes next. */
export const killedOrder = (
  does: string,
  next: NextStatus,
  status: (subject: OrderSubject) => Promise<number>,
): Killed<OrderPhase, OrderSubject> => ({
  calls: [
    {
      name: 'kill-create',
      does,
      isPossible: ({ made }) => made === 'not',
      leadsTo: (phase, exists) => ({ ...phase, made: 'unheard', exists }),
      call: (subject) => ({ where: { operation: CREATE }, work: () => subject.wish(subject) }),
    },
  ],
  question: {
    operation: ['invoice/check'],
    // One whose invoice is known need not be asked about so soon.
    isPossible: (phase) => isOpen(phase) && phase.made === 'unheard',
    about: ({ invoice }) => invoice && { paymentId: invoice.paymentId },
  },
  news: {
    isPossible: (phase) => next(phase) !== undefined,
    leadsTo: (phase) => ({ ...phase, status: next(phase) ?? phase.status, isTold: true }),
    where: ({ invoice }) => invoice && { notification: { type: 'invoice' }, paymentId: invoice.paymentId },
    tell: async (subject, withinMs) => tell(subject, await status(subject), withinMs),
  },
  find: findOrder,
});

/** The instants at which a kill can meet an order that is paid in one step. */
export const killsInOneStep = (does: string): readonly OrderEvent[] =>
  kills(
    killedOrder(
      does,
      (phase) => (isOpen(phase) ? 4 : undefined),
      async () => 4,
    ),
  );

export const BEGIN: OrderPhase = {
  made: 'not',
  exists: false,
  status: 1,
  isTold: false,
  isCancelled: false,
  wanted: 'nothing',
};

/** The ids under which the history knows an order and its attempt. */
export const namesOfOrder = ({ reference, orderId, invoice }: OrderSubject) => [
  reference,
  orderId,
  invoice?.paymentId,
  invoice?.shopOrderId,
];

/** The order, as soon as it is known under which id. */
export const looksAtOrder = ({ place, orderId }: OrderSubject): readonly Look[] =>
  orderId === undefined ? [] : [{ about: `order ${orderId}`, ask: () => place.t.driver.getOrder(orderId) }];

/** Every answer arrives, an open payment succeeds or stays as it is, and what was not answered with OK is sent again. */
export async function endOrder(
  subject: OrderSubject,
  open: 'is-paid' | 'as-it-is' = 'is-paid',
): Promise<void> {
  await answerArrives(subject);
  await subject.pending.ended();
  await findOrder(subject);
  const { place, invoice, first } = subject;
  if (invoice === undefined) return;
  const { status } = await place.t.gateway.invoice(invoice.paymentId);
  if (open === 'is-paid' && status !== 4 && status !== 6) await tell(subject, 4);
  await subject.pending.ended();
  for (const each of first === undefined ? [invoice] : [first, invoice]) await tellUntilHeard(subject, each);
}

/** Orders of one customer: enough that what becomes of one could show in another. */
const PER_CUSTOMER = 3;

/** Customers by turns, where the merchant has wallets. */
export const customerOf = ({ t, shared: known }: Place, index: number): Promise<string | undefined> => {
  const name = `customer ${Math.floor(index / PER_CUSTOMER)}`;
  const customer = known.get(name) ?? Promise.resolve(t.unique('customer'));
  known.set(name, customer);
  return customer;
};

/** An order of which nothing exists yet, with a customer and a currency by turns. */
export async function orderOf(
  place: Place,
  index: number,
  { mode }: { readonly mode?: 'hold' } = {},
): Promise<OrderSubject> {
  const { t } = place;
  const { currencies } = t.slot.config.profile;
  const reference = t.unique('order');
  // A wallet is in the first currency.
  const currency = t.claims('wallet') ? currencies[0] : currencies[index % currencies.length];
  const customer = t.claims('wallet') ? await customerOf(place, index) : undefined;
  const wish = { reference, customer, mode, ...(currency === undefined ? {} : { currency }) };
  return orderSubject(place, { reference, wish: () => t.ask(wish) });
}

/** Whatever became of the call, an order that is called off may be paid all the same, also long after. */
export const cancelledThenPaid = [
  ['create', 'cancel', 'told-4'],
  ['create', 'told-2', 'cancel', null, null, 'told-4'],
  ['create-lost', 'cancel', 'told-4'],
  ['create-lost', 'told-2', 'cancel', null, null, 'told-4'],
];

/** Orders that are paid in one step. */
export const single: Kind<OrderPhase, OrderSubject> = {
  name: 'single',
  begin: BEGIN,
  events: [
    ...creations('The shop makes an order'),
    ...happenings,
    orderJobs,
    ...killsInOneStep('makes an order'),
  ],
  rounds: [null, null, null, 'jobs', null, null, 'kill', null, null, null, 'jobs', null, null],
  chosen: cancelledThenPaid,
  make: orderOf,
  namesOf: namesOfOrder,
  looks: looksAtOrder,
  exists: ({ invoice }) => invoice !== undefined,
  end: endOrder,
};
