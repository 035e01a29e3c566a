import { createRandom } from '../../simulator/core/index.ts';
import { type Gateway, Refused, send, signedBody } from './gateway.ts';

/** A value that was acknowledged, and the one that it may have become without a word. */
export interface Known<T> {
  value: T;
  maybe: T;
}

/** What a gateway has acknowledged, and what it was asked and had no time to answer. */
export interface Acknowledged {
  /** Payment id to its status, and how many changes of it were told to the merchant. */
  readonly invoices: Map<number, Known<number> & { attempts: number }>;
  /** Until somebody decides about a payout (undefined), the gateway may move it by itself. */
  readonly payouts: Map<number, Known<number | undefined>>;
  /** How shop 5 is notified. */
  readonly notifications: Known<string>;
  /** Id of an armed fault to whether it is there. */
  readonly faults: Map<string, Known<boolean>>;
  /** How many answers came, of all kinds. */
  count: number;
}

export const nothing = (): Acknowledged => ({
  invoices: new Map(),
  payouts: new Map(),
  notifications: { value: 'json', maybe: 'json' },
  faults: new Map(),
  count: 0,
});

const INVOICE_SIGNED = ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'];
const PAYOUT_SIGNED = [
  'account',
  'amount',
  'amount_type',
  'payway',
  'shop_currency',
  'shop_id',
  'shop_payment_id',
];

interface Work {
  readonly gateway: Gateway;
  readonly known: Acknowledged;
  readonly random: () => number;
  /** Makes the ids of this life its own. */
  readonly life: string;
  /** Is called with the number of each answer, at once. */
  readonly onAnswer: (count: number) => void;
}

/**
 * Works on a gateway from several sides until it is gone.
 *
 * @throws Refused when it says no to something that it must do
 */
export async function work(
  gateway: Gateway,
  known: Acknowledged,
  life: string,
  { seed, onAnswer }: { readonly seed: number; readonly onAnswer: (count: number) => void },
): Promise<void> {
  const given: Work = { gateway, known, random: createRandom(seed), life, onAnswer };
  const lanes = [pay, pay, pay, payOut, payOut, settings].map((make, lane) => untilGone(make(given, lane)));
  await Promise.all(lanes);
}

async function untilGone(step: () => Promise<void>): Promise<void> {
  try {
    for (;;) await step();
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

/** Asks, and notes that it was answered before anybody else can run. */
async function acknowledged<T>(
  { known, onAnswer }: Work,
  asked: Promise<T>,
  note: (answer: T) => void,
): Promise<void> {
  note(await asked);
  known.count += 1;
  onAnswer(known.count);
}

/** Makes a change of a value, which is known when it was answered. */
function change<T>(work: Work, known: Known<T>, to: T, asked: () => Promise<unknown>): Promise<void> {
  known.maybe = to;
  return acknowledged(work, asked(), () => {
    known.value = to;
  });
}

function pay(work: Work, lane: number): () => Promise<void> {
  const { gateway, known, random, life } = work;
  let count = 0;
  return async () => {
    const fields = { amount: '100.00', currency: 643, payway: 'card_rub', description: 'A book' };
    const body = signedBody(INVOICE_SIGNED, { shop_order_id: `order-${life}-${lane}-${++count}`, ...fields });
    const created = send<{ data: { id: number } }>(`${gateway.baseUrl}/invoice/create`, body);
    const invoice = { value: 1, maybe: 1, attempts: 0 };
    let id = 0;
    await acknowledged(work, created, ({ data }) => {
      id = data.id;
      known.invoices.set(id, invoice);
    });
    for (const status of random() < 0.5 ? [4] : [2, 6]) {
      const told = JSON.stringify({ status, notify: 'deliver' });
      await change(work, invoice, status, () => send(`${gateway.controlUrl}/invoices/${id}/status`, told));
      invoice.attempts += 1;
    }
  };
}

function payOut(work: Work, lane: number): () => Promise<void> {
  const { gateway, known, random, life } = work;
  let count = 0;
  return async () => {
    const fields = { shop_currency: 643, payway: 'card_rub', amount: '12.34', account: '79001234567' };
    const body = signedBody(PAYOUT_SIGNED, {
      ...fields,
      amount_type: 'shop_amount',
      shop_payment_id: `payout-${life}-${lane}-${++count}`,
    });
    const payout: Known<number | undefined> = { value: undefined, maybe: undefined };
    let id = 0;
    const created = send<{ data: { id: number } }>(`${gateway.baseUrl}/withdraw/create`, body);
    await acknowledged(work, created, ({ data }) => {
      id = data.id;
      known.payouts.set(id, payout);
    });
    const status = random() < 0.6 ? 5 : 6;
    await change<number | undefined>(work, payout, status, () =>
      send(`${gateway.controlUrl}/payouts/${id}/status`, JSON.stringify({ status })),
    );
  };
}

/** Changes what only the control plane knows. */
function settings(work: Work): () => Promise<void> {
  const { gateway, known, random } = work;
  const fault = JSON.stringify({
    where: { shopOrderId: 'of nobody' },
    effect: { kind: 'error', code: 30 },
    times: null,
  });
  return async () => {
    const to = known.notifications.value === 'json' ? 'form' : 'json';
    await change(work, known.notifications, to, () =>
      send(`${gateway.controlUrl}/shops/5`, JSON.stringify({ notifications: to }), 'PATCH'),
    );
    let id = '';
    const there = { value: true, maybe: true };
    const armed = send<{ ids: string[] }>(`${gateway.controlUrl}/faults`, fault);
    await acknowledged(work, armed, ({ ids }) => {
      id = ids[0] ?? '';
      known.faults.set(id, there);
    });
    if (random() < 0.1) return;
    await change(work, there, false, () => send(`${gateway.controlUrl}/faults/${id}`, undefined, 'DELETE'));
  };
}
