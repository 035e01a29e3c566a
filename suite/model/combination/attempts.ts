import { isOver } from '../../drivers/index.ts';
import type { Kind } from './kind.ts';
import {
  BEGIN,
  cancelledThenPaid,
  creations,
  customerOf,
  endOrder,
  happenings,
  killsInOneStep,
  looksAtOrder,
  namesOfOrder,
  type OrderEvent,
  type OrderPhase,
  orderJobs,
} from './orders.ts';
import { type OrderSubject, orderSubject } from './placing.ts';
import { tellAgain } from './telling.ts';

const without = (...names: readonly string[]): readonly OrderEvent[] =>
  happenings.filter(({ name }) => !names.includes(name));

const firstAgain: OrderEvent = {
  name: 'first-again',
  needs: [],
  says: 'The rejection of the first attempt arrives once more.',
  shows: 'told',
  isPossible: () => true,
  leadsTo: (phase) => phase,
  run: (subject) => tellAgain(subject, subject.first),
};

/** Orders that are tried again after their first attempt was rejected. */
export const retry: Kind<OrderPhase, OrderSubject> = {
  name: 'retry',
  begin: BEGIN,
  events: [
    ...creations('The shop tries the order again'),
    ...without('told-4-twice', 'return'),
    firstAgain,
    orderJobs,
    ...killsInOneStep('tries the order again'),
  ],
  rounds: [null, null, null, 'jobs', null, null, 'kill', null, null, null, 'jobs', null],
  chosen: [...cancelledThenPaid, ['create-lost', 'told-4']],
  make: async (place) => {
    const { t } = place;
    const first = await t.order();
    await t.report(first, 6);
    // A shop may also leave the order open for another attempt.
    await t.becomes(first, isOver);
    const { reference, orderId, invoice } = first;
    return orderSubject(place, { reference, orderId, first: invoice, wish: () => t.driver.retry(orderId) });
  },
  namesOf: (subject) => [...namesOfOrder(subject), subject.first?.paymentId],
  looks: looksAtOrder,
  exists: ({ invoice }) => invoice !== undefined,
  end: endOrder,
};

/** Orders that a stored instrument pays. */
export const renewal: Kind<OrderPhase, OrderSubject> = {
  name: 'renewal',
  begin: BEGIN,
  events: [
    ...creations('The shop charges a stored instrument'),
    ...without('told-4-twice', 'return'),
    orderJobs,
    ...killsInOneStep('charges a stored instrument'),
  ],
  rounds: [null, null, null, 'jobs', null, null, 'kill', null, null, null, 'jobs', null],
  chosen: [...cancelledThenPaid, ['create-lost', 'told-4']],
  make: async (place, index) => {
    const { t } = place;
    const customer = (await customerOf(place, index)) ?? t.unique('customer');
    const stored = await t.order({ customer, saveInstrument: true });
    await t.pay(stored);
    const reference = t.unique('renewal');
    const wish = { reference, customer, instrumentOf: stored };
    return orderSubject(place, { reference, wish: () => t.ask(wish) });
  },
  namesOf: namesOfOrder,
  looks: looksAtOrder,
  exists: ({ invoice }) => invoice !== undefined,
  end: endOrder,
};
