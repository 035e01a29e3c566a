import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { statusText } from '../../history/fields.ts';
import { gatewayRules } from '../../ledger/index.ts';
import { type GatewayBreach, judge, judgeGateway, viewOf } from '../../obligations/index.ts';
import { notifiedStatus } from '../../simulator/protocol/notifications.ts';
import { type BuiltOrder, HistoryBuilder, SECRET } from './support/history-builder.ts';

/** One history, and the rules of the gateway's side that it breaks. */
interface Row {
  readonly says: string;
  readonly tell: (h: HistoryBuilder) => void;
  readonly breaks: readonly string[];
  readonly declared?: boolean;
}

const breachesIn = (tell: Row['tell']): readonly GatewayBreach[] => {
  const history = new HistoryBuilder();
  tell(history);
  return judgeGateway(viewOf(history.events, { secretMarks: [SECRET] }));
};

/** A fault of a tester who says that it makes the gateway break its side of the specification. */
const declare = (h: HistoryBuilder, exchange?: string): void => {
  h.add({ kind: 'fault', fault: 'f1', action: 'armed', effect: 'answer', breaksSpec: true });
  if (exchange !== undefined)
    h.add({ kind: 'fault', fault: 'f1', action: 'bit', effect: 'answer', exchange });
};

/** An answer of invoice/check about an order, with whole data, said on purpose or not. */
const checked = (
  h: HistoryBuilder,
  order: BuiltOrder,
  status: number,
  { onPurpose = false, set = {} } = {},
) => {
  const { paymentId, shopOrderId } = order;
  const exchange = h.request('invoice/check', { shop_order_id: shopOrderId });
  if (onPurpose) declare(h, exchange);
  h.answer(
    exchange,
    'invoice/check',
    { data: { ...record(order, status), ...set } },
    { paymentId, shopOrderId },
  );
};

const MOMENT = '2026-03-01T00:00:00Z';
const later = (h: HistoryBuilder): string => new Date(h.now() + 600_000).toISOString();

const record = ({ shopOrderId, paymentId, amount }: BuiltOrder, status: number) => ({
  shop_order_id: shopOrderId,
  shop_id: 5,
  status,
  payment_id: paymentId,
  ps_data: '{}',
  ps_currency: 643,
  payway: 'card_rub',
  description: '',
  created: MOMENT,
  updated: MOMENT,
  shop_currency: 643,
  shop_amount: Number(amount),
  client_price: Number(amount),
  error_code: 0,
  shop_refund: 0,
  is_unique: true,
});

const payoutRecord = (id: number, shopPaymentId: string, status: number) => ({
  data: {
    id,
    status,
    ps_currency: 643,
    shop_currency: 643,
    payee_receive: 10.5,
    shop_write_off: 10.5,
    shop_payment_id: shopPaymentId,
    error_code: 0,
  },
});

const order = (h: HistoryBuilder): BuiltOrder => h.order({ create: {} });

const ROWS: readonly Row[] = [
  {
    says: 'a plain payment',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      h.report(made, 2);
      h.report(made, 4);
      checked(h, made, 4);
    },
  },
  {
    says: 'a notification of 2 that comes after the 4: it was delayed',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      h.state(made, 2);
      h.report(made, 4);
      h.deliver(made, 2);
      h.deliver(made, 4);
    },
  },
  {
    says: 'an answer that was on its way while the invoice was paid',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      h.state(made, 2);
      const exchange = h.request('invoice/check', { shop_order_id: made.shopOrderId });
      h.report(made, 4);
      h.answer(exchange, 'invoice/check', { data: record(made, 2) }, { paymentId: made.paymentId });
    },
  },
  {
    says: 'invoice/check says 6, and a 4 is notified',
    breaks: ['gateway.final-stays', 'gateway.status-is-true'],
    tell: (h) => {
      const made = order(h);
      checked(h, made, 6);
      h.report(made, 4);
    },
  },
  {
    says: 'the same, on purpose',
    breaks: ['gateway.final-stays', 'gateway.status-is-true'],
    declared: true,
    tell: (h) => {
      const made = order(h);
      checked(h, made, 6, { onPurpose: true });
      h.report(made, 4);
    },
  },
  {
    says: 'a 4 is notified, and a 6 after it',
    breaks: ['gateway.final-stays'],
    tell: (h) => {
      const made = order(h);
      h.report(made, 4);
      h.report(made, 6);
    },
  },
  {
    says: 'a 4 is notified, and invoice/check says 2 to a later question',
    breaks: ['gateway.final-stays', 'gateway.status-is-true'],
    tell: (h) => {
      const made = order(h);
      h.state(made, 2);
      h.report(made, 4);
      checked(h, made, 2);
    },
  },
  {
    says: 'a notification of a status that the invoice never had',
    breaks: ['gateway.status-is-true'],
    tell: (h) => h.deliver(order(h), 2),
  },
  {
    says: 'a payout is rejected, and completed after that',
    breaks: ['gateway.final-stays'],
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 6);
      h.askStatus(payout, payoutRecord(payout.id, payout.shopPaymentId, 6));
      h.payoutState(payout, 5);
      h.askStatus(payout, payoutRecord(payout.id, payout.shopPaymentId, 5));
    },
  },
  {
    says: 'a refund fails, and succeeds after that',
    breaks: ['gateway.final-stays'],
    tell: (h) => {
      const made = order(h);
      h.report(made, 4);
      const refund = h.refund(made, '3.00');
      h.endRefund(made, refund, '3.00', 'FAILED');
      h.endRefund(made, refund, '3.00', 'SUCCESS');
    },
  },
  {
    says: 'a payout that exists is said to be absent',
    breaks: ['gateway.exists'],
    tell: (h) => h.askStatus(h.payout({ ending: { outcome: 'held', committed: true } }), { code: 7 }),
  },
  {
    says: 'a payout that was never made is said to be absent',
    breaks: [],
    tell: (h) => h.askStatus(h.payout({ ending: { outcome: 'held', committed: false } }), { code: 7 }),
  },
  {
    says: 'a payout is refused with a fatal code, and completed',
    breaks: ['gateway.refused-stays'],
    tell: (h) => {
      const payout = h.payout({ ending: { code: 4 } });
      h.payoutState(payout, 1, null);
      h.payoutState(payout, 5);
    },
  },
  {
    says: 'a payout is refused with an unlisted code, and completed',
    breaks: [],
    tell: (h) => {
      const payout = h.payout({ ending: { code: 57 } });
      h.payoutState(payout, 1, null);
      h.payoutState(payout, 5);
    },
  },
  {
    says: 'invoice/check answers another amount than that of the invoice',
    breaks: ['gateway.values-stay'],
    tell: (h) => {
      const made = order(h);
      h.report(made, 4);
      checked(h, made, 4, { set: { shop_amount: 9.5 } });
    },
  },
  {
    says: 'an answer without a field that its table lists',
    breaks: ['gateway.answers-as-listed'],
    tell: (h) => {
      const made = order(h);
      h.report(made, 4);
      checked(h, made, 4, { set: { payway: null } });
    },
  },
  {
    says: "a notification without the shop's signature",
    breaks: ['gateway.notifications-as-listed'],
    tell: (h) => {
      const made = order(h);
      h.state(made, 4);
      h.deliver(made, 4, { body: h.body(made, 4, {}, 'AnotherSecret01') });
    },
  },
  {
    says: 'a notification that is planned again after its OK',
    breaks: ['gateway.notifications-as-listed'],
    tell: (h) => {
      const made = order(h);
      h.state(made, 4);
      h.deliver(made, 4, { reply: { nextAt: later(h) } });
    },
  },
  {
    says: 'a copy of a notification that follows at once, whatever the reply',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      h.state(made, 4);
      h.deliver(made, 4, { reply: { nextAt: new Date(h.now()).toISOString() } });
    },
  },
  {
    says: 'a 26th attempt is planned',
    breaks: ['gateway.notifications-as-listed'],
    tell: (h) => {
      const made = order(h);
      h.state(made, 4);
      h.deliver(made, 4, {
        attempt: 25,
        reply: { status: 500, body: '', accepted: false, nextAt: later(h) },
      });
    },
  },
];

describe("the gateway's side of a history", () => {
  for (const { says, tell, breaks, declared = false } of ROWS)
    test(`${says}: ${breaks.join(', ') || 'nothing'}`, () => {
      // The short answers of the builder's creations are not what this is about.
      const found = breachesIn(tell).filter(
        ({ rule, key }) => rule !== 'gateway.answers-as-listed' || key.endsWith('/invoice/check'),
      );
      assert.deepEqual([...new Set(found.map(({ rule }) => rule))].sort(), [...breaks].sort());
      for (const { actual, proof, declared: said } of found) {
        assert.ok(actual !== '' && proof.length > 0);
        assert.equal(said, declared);
      }
    });
});

for (const status of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`status ${status} is known again by the word that notifications have for it`, () => {
    for (const hold of ['8', 'hold', 'held']) {
      const readings = { 'notification.status': 'text', 'notification.hold-status': hold };
      assert.equal(statusText(notifiedStatus(status, readings)), String(status));
    }
  });
}

test('each rule of the gateway is broken by one of these histories', () => {
  const shown = new Set(ROWS.flatMap(({ breaks }) => breaks));
  assert.deepEqual([...shown].sort(), gatewayRules.map(({ id }) => id).sort());
});

/** What a merchant does with an object about which the gateway contradicted itself, and the laws that it breaks by it. */
const AFTER_A_CONTRADICTION: readonly {
  readonly says: string;
  readonly tell: (h: HistoryBuilder) => void;
  readonly breaks: readonly string[];
}[] = [
  {
    says: 'keeps the 6 that it was shown first, although a 4 follows',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      checked(h, made, 6, { onPurpose: true });
      h.look(made, { state: 'failed' });
      h.report(made, 4);
      h.wait(60_000);
      h.look(made, { state: 'failed' });
    },
  },
  {
    says: 'takes the 4 that follows a 6',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      checked(h, made, 6, { onPurpose: true });
      h.look(made, { state: 'failed' });
      h.report(made, 4);
      h.wait(60_000);
      h.lookPaid(made);
    },
  },
  {
    says: 'puts the order to review when a 6 follows the 4',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      h.report(made, 4);
      h.lookPaid(made);
      h.report(made, 6);
      h.wait(60_000);
      h.look(made, { state: 'review' });
    },
  },
  {
    says: 'keeps FAILED of a refund, although SUCCESS follows',
    breaks: [],
    tell: (h) => {
      const made = order(h);
      h.report(made, 4);
      h.lookPaid(made);
      const refund = h.refund(made, '3.00');
      h.endRefund(made, refund, '3.00', 'FAILED');
      h.endRefund(made, refund, '3.00', 'SUCCESS');
      h.wait(60_000);
      h.lookPaid(made);
    },
  },
  {
    says: 'keeps the 6 of a payout, although 5 follows',
    breaks: [],
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 6);
      h.askStatus(payout, payoutRecord(payout.id, payout.shopPaymentId, 6));
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
      h.payoutState(payout, 5);
      h.askStatus(payout, payoutRecord(payout.id, payout.shopPaymentId, 5));
      h.wait(60_000);
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
    },
  },
  {
    says: 'credits the order twice',
    breaks: ['law.single-credit'],
    tell: (h) => {
      const made = order(h);
      checked(h, made, 6, { onPurpose: true });
      h.report(made, 4);
      h.look(made, { state: 'paid', credited: '21.00', credits: 2 });
    },
  },
  {
    says: 'credits another amount than that of the invoice',
    breaks: ['law.credited-invoice-amount'],
    tell: (h) => {
      const made = order(h);
      checked(h, made, 6, { onPurpose: true });
      h.report(made, 4);
      h.look(made, { state: 'paid', credited: '99.00', credits: 1 });
    },
  },
  {
    says: 'credits the order though only a 2 and a 6 were ever shown',
    breaks: ['law.credit-needs-final-4'],
    tell: (h) => {
      const made = order(h);
      h.report(made, 6);
      checked(h, made, 2, { onPurpose: true });
      h.lookPaid(made);
    },
  },
];

describe('a merchant whose gateway contradicts itself', () => {
  for (const { says, tell, breaks } of AFTER_A_CONTRADICTION)
    test(`${says}: ${breaks.join(', ') || 'conforms'}`, () => {
      const history = new HistoryBuilder();
      tell(history);
      const verdicts = judge(history.events, {
        tempo: { settleMs: 100, pollMs: 30_000 },
        secretMarks: [SECRET],
      });
      const failed = verdicts.filter(({ outcome }) => outcome === 'fail').map(({ law }) => law);
      assert.deepEqual(failed, breaks);
    });
});
