import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const LAW = 'law.refusal-accepted';

/** An order whose creation is refused, and sent again so often. */
function refusedOften(
  h: HistoryBuilder,
  code: number,
  times: number,
  more: Record<string, string> = {},
): void {
  const call = h.ask('createOrder', {
    reference: 'wish',
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
  });
  for (let time = 0; time <= times; time++) {
    const fields = { shop_order_id: 'so', amount: '10.50', currency: '643', payway: 'card_rub' };
    h.exchange('invoice/create', { ...fields, ...(time > 0 && more) }, { code });
  }
  h.told(call, { order_id: 'o', reference: 'wish', shop_order_id: 'so', state: 'failed' });
}

function payoutRefusedOften(h: HistoryBuilder, code: number, times: number, asks = false): void {
  const payout = h.payout({ ending: { code } });
  const { shopPaymentId } = payout;
  for (let time = 0; time < times; time++) {
    if (asks)
      h.exchange(
        'withdraw/shop_payment_status',
        { shop_payment_id: shopPaymentId },
        { code: 7 },
        { shopPaymentId },
      );
    h.withdraw(payout, { code });
  }
}

/** An order that is refused, and tried again so often under a new id, after so long each time. */
function triedAgain(h: HistoryBuilder, code: number, times: number, waitMs: number): void {
  const call = h.ask('createOrder', { reference: 'r', amount: '10.50', currency: 643, instrument_of: 'o0' });
  const order = {
    orderId: 'o',
    reference: 'r',
    shopOrderId: 'so-0',
    paymentId: 0,
    amount: '10.50',
    mode: 'single',
  } as const;
  const attempt = (shopOrderId: string): void => {
    const fields = { shop_order_id: shopOrderId, amount: '10.50', currency: '643', payway: 'card_rub' };
    h.exchange('invoice/create', { ...fields, payment_token: 'tok' }, { code });
  };
  const shown = (shopOrderId: string) =>
    h.shown({ ...order, shopOrderId }, { state: 'failed', error: { code } });
  attempt('so-0');
  h.told(call, shown('so-0'));
  for (let time = 1; time <= times; time++) {
    h.wait(waitMs);
    attempt(`so-${time}`);
    h.call('getOrder', 'o', shown(`so-${time}`));
  }
}

const DAY_MS = 24 * 60 * 60_000;

const story = (outcome: Story['outcome'], says: string, tell: Story['tell'], options = {}): Story => ({
  law: LAW,
  outcome,
  says,
  tell,
  options,
});

tellStories([
  story('fail', 'too dear, three times more', (h) => refusedOften(h, 5, 3)),
  story('pass', 'too dear, twice more', (h) => refusedOften(h, 5, 2)),
  story('not-applicable', 'a code that may pass', (h) => refusedOften(h, 9, 3)),
  story('pass', 'by another payway each time', (h) => refusedOften(h, 5, 3, { payway: 'other_rub' })),
  story('fail', 'not approved, as the reading names it', (h) => refusedOften(h, 17, 3), {
    readings: { 'error.permission': '17' },
  }),
  story('not-applicable', 'a code that no reading names', (h) => refusedOften(h, 17, 3)),
  story('pass', 'a person asks for it again each time', (h) => {
    for (let time = 0; time < 4; time++) refusedOften(h, 5, 0);
  }),
  story('fail', 'a payout that is too dear, three times more', (h) => payoutRefusedOften(h, 5, 3)),
  story('pass', 'a payout that is too dear, each time after the answer that there is none', (h) =>
    payoutRefusedOften(h, 5, 3, true),
  ),
  ...[3, 5].flatMap((code): Story[] => [
    {
      law: LAW,
      says: `a subscription that is refused with code ${code} is charged again each day`,
      outcome: 'pass',
      tell: (h) => triedAgain(h, code, 4, DAY_MS),
    },
    {
      law: 'law.refusal-not-evaded',
      says: `charged again each day after code ${code}`,
      outcome: 'pass',
      tell: (h) => triedAgain(h, code, 4, DAY_MS),
    },
    {
      law: 'law.refusal-not-evaded',
      says: `tried again each minute under new ids after code ${code}`,
      outcome: 'fail',
      tell: (h) => triedAgain(h, code, 4, 60_000),
    },
  ]),
  story('pass', 'a payout that is too dear, twice more', (h) => payoutRefusedOften(h, 5, 2)),
]);
