import fc from 'fast-check';
import type { DeliveryReply } from '../../../simulator/index.ts';
import { GatewayClientError } from '../../gateway-client/index.ts';
import type { Journey } from '../journey.ts';
import { type Model, type ModelOrder, openOrders } from '../model.ts';
import { type StepKind, stepKind, stepOn } from '../step.ts';

const MOST_ORDERS = 5;
const IN_FLIGHT_MS = 20_000;

const isRoom = ({ orders }: Model): boolean => orders.length < MOST_ORDERS;
const amounts = (...choice: string[]) => fc.record({ amount: fc.constantFrom(...choice) });

/** Sends a notification again, after the attempt that may still be on its way. */
async function resend({ t }: Journey, notification: string): Promise<DeliveryReply> {
  const until = performance.now() + IN_FLIGHT_MS;
  for (;;) {
    try {
      return (await t.gateway.resend(notification)).reply;
    } catch (error) {
      const isBusy = error instanceof GatewayClientError && error.status === 409;
      if (!isBusy || performance.now() >= until) throw error;
      await t.pause(50);
    }
  }
}

/** Has a notification answered with OK: sent again, as the gateway would, until it is, a few times. */
export async function insist(
  journey: Journey,
  notification: string,
  first?: DeliveryReply | null,
): Promise<void> {
  const again = () => resend(journey, notification);
  const reply = await journey.t.acceptedReply(first ?? (await again()), again);
  journey.note(`  The merchant replies ${journey.t.describeReply(reply)}.`);
}

/** Every status that a payment has had at the gateway. */
async function statusesOf({ t }: Journey, { payment }: ModelOrder): Promise<readonly number[]> {
  const id = String(payment.paymentId);
  const events = await t.history();
  return events.flatMap((event) =>
    event.kind === 'state' && event.object === 'invoice' && event.id === id ? [Number(event.to)] : [],
  );
}

/** The gateway moves the payment and tells of it. */
export async function tell(journey: Journey, { payment }: ModelOrder, status: number): Promise<void> {
  const { gateway } = journey.t;
  const { reply, notification } = await gateway.setInvoiceStatus(payment.paymentId, {
    status,
    notify: 'deliver',
  });
  if (notification !== null) await insist(journey, notification.notification, reply);
}

/** The gateway notifies that these are paid, by requests that arrive at the same moment. */
async function tellTogether({ t }: Journey, orders: readonly ModelOrder[]): Promise<void> {
  for (const { payment } of new Set(orders)) await t.setTruth(payment, 4);
  const craft = { label: 'genuine, in parallel', genuine: true };
  await t.sendTogether(orders.map(({ payment }) => ({ payment, craft })));
}

const createOrder = stepKind<{ amount: string }>({
  name: 'create-order',
  needs: ['invoice'],
  params: amounts('10.50', '23.15', '10.00'),
  isPossible: isRoom,
  run: async (journey, wish) => void journey.add(await journey.t.order({ ...journey.customer, ...wish })),
  says: ({ amount }) => `The shop makes an order over ${amount}.`,
});

/** Where refunds begin. */
const payOrder = stepKind<{ amount: string }>({
  name: 'pay-order',
  needs: ['invoice'],
  params: amounts('10.50', '23.15', '10.00'),
  isPossible: isRoom,
  run: async (journey, wish) => {
    const order = journey.add(await journey.t.order({ ...journey.customer, ...wish }));
    // The payer is awaited first: of that a delayed notification may tell later.
    await journey.t.setTruth(order.payment, 2);
    await tell(journey, order, 4);
  },
  says: ({ amount }) => `The shop makes an order over ${amount}, and its payment succeeds.`,
});

const WORDS: Readonly<Record<number, string>> = {
  2: 'awaits the payer',
  3: 'could not be created by the payment system',
  4: 'was successful',
  5: 'could not be notified by the payment system',
  6: 'was rejected',
};

const reportStatus = stepOn<ModelOrder, 'order', { order: number; status: number }>({
  name: 'report-status',
  needs: ['invoice'],
  params: fc.record({ order: fc.nat(4), status: fc.constantFrom(4, 4, 4, 2, 3, 5, 6) }),
  by: 'order',
  among: openOrders,
  run: (journey, order, { status }) => tell(journey, order, status),
  says: ({ status }) =>
    `The gateway notifies that the payment ${WORDS[status] ?? 'moved'} (status ${status}).`,
});

/** The last notification, or an older one that was on its way. */
const repeatNotification = stepOn<ModelOrder, 'order', { order: number; which: number }>({
  name: 'repeat-notification',
  needs: ['invoice'],
  params: fc.record({ order: fc.nat(4), which: fc.nat(3) }),
  by: 'order',
  among: ({ orders }) => orders.filter(({ told }) => told),
  run: async (journey, { payment: { paymentId } }, { which }) => {
    const items = await journey.t.gateway.notifications({ paymentId, type: 'invoice' });
    const item = items[items.length - 1 - (which % items.length)];
    if (item === undefined) return;
    journey.note(`  It is of status ${item.status}.`);
    await insist(journey, item.notification);
  },
  says: () => 'An earlier notification arrives once more.',
});

const lateStatus = stepOn<ModelOrder, 'order', { order: number; status: number }>({
  name: 'late-status',
  needs: ['invoice'],
  params: fc.record({ order: fc.nat(4), status: fc.constantFrom(2, 1, 5, 3) }),
  by: 'order',
  among: ({ orders }) => orders.filter(isKnownPaid),
  run: async (journey, order, { status }) => {
    const { t } = journey;
    // A delayed notification tells what was true once: an invoice begins with status 1.
    const late = (await statusesOf(journey, order)).includes(status) ? status : 1;
    const reply = await t.send(order.payment, { label: `of status ${late}, late`, status: late });
    journey.note(`  It is of status ${late}; the merchant replies ${t.describeReply(reply)}.`);
    await t.settle();
  },
  says: () => 'A notification of a status from before the payment arrives late.',
});

const parallelDelivery = stepOn<ModelOrder, 'order', { order: number; copies: number }>({
  name: 'parallel-delivery',
  needs: ['invoice'],
  params: fc.record({ order: fc.nat(4), copies: fc.integer({ min: 2, max: 6 }) }),
  by: 'order',
  among: openOrders,
  run: (journey, order, { copies }) =>
    tellTogether(
      journey,
      Array.from({ length: copies }, () => order),
    ),
  says: ({ copies }) => `The gateway notifies status 4 by ${copies} requests at the same moment.`,
});

const payTogether = stepKind<{ orders: number }>({
  name: 'pay-together',
  needs: ['invoice', 'wallet'],
  params: fc.record({ orders: fc.integer({ min: 2, max: 4 }) }),
  isPossible: ({ orders }) => orders.length <= MOST_ORDERS,
  run: async (journey, { orders }) => {
    for (const payment of await journey.t.orders(orders, journey.customer)) journey.add(payment);
    await tellTogether(journey, openOrders(journey.model));
  },
  says: ({ orders }) =>
    `The shop makes ${orders} orders of one customer; all that is open is paid, and the notifications arrive at the same moment.`,
});

const earlyNotification = stepKind<{ amount: string }>({
  name: 'early-notification',
  needs: ['invoice'],
  params: amounts('10.50', '23.15'),
  isPossible: isRoom,
  run: async (journey, wish) => {
    const { gateway, order } = journey.t;
    await gateway.arm([
      { where: { operation: 'invoice/create' }, effect: { kind: 'notify-first', status: 4 } },
    ]);
    const { payment } = journey.add(await order({ ...journey.customer, ...wish }));
    const [first] = await gateway.notifications({ paymentId: payment.paymentId, type: 'invoice' });
    if (first !== undefined && first.state !== 'accepted') await insist(journey, first.notification);
  },
  says: () => 'The shop makes an order; its payment is notified before the create call is answered.',
});

const loseNotification = stepOn<ModelOrder, 'order', { order: number }>({
  name: 'lose-notification',
  needs: ['invoice'],
  params: fc.record({ order: fc.nat(4) }),
  by: 'order',
  among: openOrders,
  run: ({ t }, { payment }) => t.setTruth(payment, 4),
  says: () => 'The payment succeeds, and its notification is lost.',
});

/** The shop never hears the gateway's answer; then its jobs run. */
const createUnheard = stepKind<{ effect: 'read-timeout' | 'close' | 'malformed'; committed: boolean }>({
  name: 'create-unheard',
  needs: ['invoice'],
  params: fc.record({
    effect: fc.constantFrom('read-timeout', 'close', 'malformed'),
    committed: fc.boolean(),
  }),
  isPossible: isRoom,
  run: async (journey, { effect, committed }) => {
    const { t } = journey;
    await t.gateway.arm([{ where: { operation: 'invoice/create' }, effect: { kind: effect, committed } }]);
    const asked = await t.ask(journey.customer);
    await t.gateway.clearFaults();
    const found = await t.driver.findOrders(asked.reference);
    await t.settle();
    const [value] = found.kind === 'ok' ? found.value : [];
    if (value === undefined) return;
    const payment = await t.paymentOf({ ...asked, answer: { kind: 'ok', value } });
    if (payment !== undefined) journey.add(payment);
  },
  says: ({ effect, committed }) =>
    `The shop makes an order; the answer does not arrive (${effect}), the invoice ${committed ? 'exists' : 'does not exist'}.`,
});

/** Whether an order was paid, and the merchant shows that it knows. */
export const isKnownPaid = ({ status, shown }: ModelOrder): boolean =>
  status === 4 && shown !== undefined && ['paid', 'partially_refunded', 'refunded'].includes(shown.state);

/** Steps about payments in one step. */
export const invoiceSteps: readonly StepKind[] = [
  createOrder,
  payOrder,
  reportStatus,
  repeatNotification,
  lateStatus,
  parallelDelivery,
  payTogether,
  earlyNotification,
  loseNotification,
  createUnheard,
];
