import type { JudgeOptions } from '../../obligations/index.ts';
import type { BuiltOrder, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const TOKEN = 'tok~00aa11bb';
const HOUR = 3_600_000;
const options: JudgeOptions = { capabilities: ['recurrent', 'jobs'] };

const withToken = (h: HistoryBuilder, expiresInMs: number): string =>
  JSON.stringify({
    payment_token: { token: TOKEN, expires_at: new Date(h.now() + expiresInMs).toISOString() },
  });

/** An order with which an instrument is stored, and the notification that has its token. */
const stored = (
  h: HistoryBuilder,
  { status = 4, expiresInMs = 1000 * HOUR, issued = true, isAsked = true } = {},
): BuiltOrder => {
  const order = h.order({
    input: { customer: 'c', save_instrument: isAsked },
    create: { issue_payment_token: true },
  });
  const { paymentId } = order;
  const entity = { token: TOKEN, paymentId };
  if (issued) {
    h.add({
      kind: 'state',
      object: 'token',
      id: TOKEN,
      shopId: '5',
      from: null,
      to: 'active',
      cause: 'payment-system',
      entity,
    });
  }
  h.state(order, status);
  h.deliver(order, status, { body: h.body(order, status, { ps_data: withToken(h, expiresInMs) }) });
  if (status === 4) h.lookPaid(order);
  h.jobs();
  return order;
};

const next = (
  h: HistoryBuilder,
  by: BuiltOrder,
  customer = 'c',
  token: string | undefined = TOKEN,
): BuiltOrder =>
  h.order({
    input: { customer, instrument_of: by.orderId },
    create: token === undefined || token === '' ? {} : { payment_token: token },
  });

/** The shop refuses another order that the stored instrument is to pay. */
const refusedAgain = (h: HistoryBuilder, { orderId }: BuiltOrder, amount = '10.50'): void => {
  const input = { reference: 'again', customer: 'c', instrument_of: orderId, amount };
  h.call('createOrder', input, { status: 422 }, 'refused');
};

const stories: Story[] = [
  {
    law: 'law.token-alive',
    says: 'a token that lasts',
    outcome: 'pass',
    tell: (h) => void next(h, stored(h)),
  },
  {
    law: 'law.token-alive',
    says: 'a token that has expired an hour ago',
    outcome: 'fail',
    tell: (h) => {
      // The real time of these histories is a day ahead.
      const order = stored(h, { expiresInMs: HOUR });
      h.wait(26 * HOUR);
      next(h, order);
    },
  },
  {
    law: 'law.token-alive',
    says: 'the token of a payment that failed',
    outcome: 'fail',
    tell: (h) => void next(h, stored(h, { status: 6, issued: false })),
  },
  {
    law: 'law.token-alive',
    says: 'a token from before the recording',
    outcome: 'not-failed',
    tell: (h) => {
      h.order({ create: { payment_token: TOKEN } });
    },
  },
  {
    law: 'law.instrument-used',
    says: 'the token of the stored instrument',
    outcome: 'pass',
    options,
    tell: (h) => void next(h, stored(h)),
  },
  {
    law: 'law.instrument-used',
    says: 'without its token',
    outcome: 'fail',
    options,
    tell: (h) => void next(h, stored(h), 'c', ''),
  },
  {
    law: 'law.instrument-used',
    says: 'refused, as if nothing were stored',
    outcome: 'fail',
    options,
    tell: (h) => {
      refusedAgain(h, stored(h));
    },
  },
  {
    law: 'law.instrument-used',
    says: 'refused after the gateway refused an invoice, and before anything was sold again',
    outcome: 'not-failed',
    options,
    tell: (h) => {
      const order = stored(h);
      h.exchange('invoice/create', { shop_order_id: 'refused' }, { code: 1 });
      refusedAgain(h, order);
    },
  },
  {
    law: 'law.instrument-used',
    says: 'refused after something was sold again',
    outcome: 'fail',
    options,
    tell: (h) => {
      const order = stored(h);
      h.exchange('invoice/create', { shop_order_id: 'refused' }, { code: 1 });
      h.order();
      refusedAgain(h, order);
    },
  },
  {
    law: 'law.instrument-used',
    says: 'refused for another amount than the one that was paid first',
    outcome: 'not-failed',
    options,
    tell: (h) => {
      refusedAgain(h, stored(h), '5.00');
    },
  },
  {
    law: 'law.instrument-used',
    says: 'refused within the same period',
    outcome: 'pass',
    options,
    tell: (h) => {
      const order = stored(h);
      const renewal = next(h, order);
      h.report(renewal, 4);
      h.lookPaid(renewal);
      const input = { reference: 'again', customer: 'c', instrument_of: order.orderId };
      h.call('createOrder', input, { status: 409 }, 'refused');
    },
  },
  {
    law: 'law.instrument-used',
    says: 'an instrument that the payer did not ask to store',
    outcome: 'not-failed',
    options,
    tell: (h) => void next(h, stored(h, { isAsked: false }), 'c', ''),
  },
  {
    law: 'law.instrument-used',
    says: 'a two-step payment, which the payer confirms',
    outcome: 'not-failed',
    options,
    tell: (h) => {
      const order = stored(h);
      h.order({ mode: 'hold', input: { customer: 'c', instrument_of: order.orderId, mode: 'hold' } });
    },
  },
  {
    law: 'law.instrument-used',
    says: 'a token that ends within the day',
    outcome: 'not-failed',
    options,
    tell: (h) => void next(h, stored(h, { expiresInMs: 12 * HOUR }), 'c', ''),
  },
  {
    law: 'law.instrument-used',
    says: 'the instrument of an order that a person has to look at',
    outcome: 'not-failed',
    options,
    tell: (h) => {
      const order = stored(h);
      h.lookPaid(order, { state: 'review' });
      next(h, order, 'c', '');
    },
  },
  {
    law: 'law.instrument-used',
    says: 'the order of another customer',
    outcome: 'not-failed',
    options,
    tell: (h) => void next(h, stored(h), 'somebody else', ''),
  },
  {
    law: 'law.instrument-used',
    says: 'an instrument whose notification was not accepted',
    outcome: 'not-failed',
    options,
    tell: (h) => {
      const order = h.order({ input: { customer: 'c', save_instrument: true } });
      h.state(order, 4);
      const body = h.body(order, 4, { ps_data: withToken(h, HOUR) });
      h.deliver(order, 4, { body, reply: { status: 500, accepted: false } });
      h.jobs();
      next(h, order, 'c', '');
    },
  },
];

/** What names a token, and does not say that it is one. */
const unclear: readonly (readonly [says: string, tell: (h: HistoryBuilder, order: BuiltOrder) => void])[] = [
  [
    'a notification whose payment_token has no token',
    (h, order) => {
      const payment_token = { status: 'active', account: TOKEN };
      h.deliver(order, 4, { body: h.body(order, 4, { ps_data: JSON.stringify({ payment_token }) }) });
    },
  ],
  [
    'a notification that is no JSON',
    (h, order) => h.craft(order, 'no JSON', `{"payment_token":"${TOKEN}"`, { verdict: 'either' }),
  ],
  [
    'an answer whose data is a list',
    (h, { paymentId }) =>
      h.exchange('invoice/get-refunds', { invoice_id: `${paymentId}` }, { data: [TOKEN] }),
  ],
];

tellStories([
  ...stories,
  ...unclear.map(
    ([says, tell]): Story => ({
      law: 'law.token-alive',
      says: `charged with a token that only ${says} names`,
      outcome: 'not-applicable',
      tell: (h) => {
        const order = h.order({ input: { customer: 'c' } });
        h.state(order, 4);
        tell(h, order);
        next(h, order);
      },
    }),
  ),
]);
