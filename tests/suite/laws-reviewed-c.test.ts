import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Story, tellStories, verdictsOf } from './support/laws.ts';

const HOUR_MS = 3_600_000;

const status = (code: number) => ({ data: { id: 1, status: code } });

/** Conforming shops that a review found failed, as histories, each with the fault that is nearest to it. */
const stories: Story[] = [
  ...[{ code: 8 }, status(3)].map(
    (answered): Story => ({
      law: 'law.payout-followed',
      says: `asked for two hours after a code that is called non-fatal, answered ${JSON.stringify(answered)}`,
      outcome: 'not-failed',
      options: { readings: { 'error.non-fatal-codes': '8' } },
      tell: (h) => {
        const payout = h.payout({ ending: { code: 8 } });
        h.payoutState(payout, 1, null);
        if ('data' in answered) h.payoutState(payout, 3);
        for (let round = 0; round < 7; round++) {
          h.wait(HOUR_MS / 3, 50);
          h.jobs(h.now());
          h.askStatus(payout, answered);
        }
        for (let round = 0; round < 5; round++) {
          h.wait(12 * HOUR_MS, 50);
          h.jobs(h.now());
          h.jobs();
        }
        h.lookPayout(payout);
      },
    }),
  ),
  {
    law: 'law.payout-followed',
    says: 'not asked about in the two hours after a code that is called non-fatal',
    outcome: 'fail',
    options: { readings: { 'error.non-fatal-codes': '8' } },
    tell: (h) => {
      const payout = h.payout({ ending: { code: 8 } });
      h.payoutState(payout, 1, null);
      for (let run = 1; run <= 3; run++) h.jobs(h.now() + run * (HOUR_MS / 2 + 60_000));
      h.lookPayout(payout);
    },
  },
  ...[true, false].map(
    (isShownOpen): Story => ({
      law: 'law.payout-followed',
      says: `a code is the last answer, and the payout is ${isShownOpen ? 'shown as open' : 'not looked at: it may be left to a person'}`,
      outcome: isShownOpen ? 'fail' : 'not-failed',
      options: { readings: { 'error.non-fatal-codes': '8' } },
      tell: (h) => {
        const payout = h.payout({ ending: { code: 8 } });
        h.payoutState(payout, 1, null);
        h.askStatus(payout, { code: 57 });
        for (let run = 1; run <= 3; run++) h.jobs(h.now() + run * (HOUR_MS / 2 + 60_000));
        if (isShownOpen) h.lookPayout(payout);
      },
    }),
  ),
  ...[true, false].map(
    (isShownOpen): Story => ({
      law: 'law.payout-followed',
      says: `asked about for a day, and ${isShownOpen ? 'shown as open afterwards' : 'not looked at afterwards: it may be left to a person'}`,
      outcome: isShownOpen ? 'fail' : 'not-failed',
      tell: (h) => {
        const payout = h.payout();
        h.payoutState(payout, 1, null);
        for (let round = 0; round < 4; round++) {
          h.wait(6 * HOUR_MS, 50);
          h.jobs();
          h.askStatus(payout, status(1));
        }
        h.wait(6 * HOUR_MS, 50);
        h.payoutState(payout, 6);
        for (let run = 0; run < 4; run++) h.jobs();
        if (isShownOpen) h.lookPayout(payout);
      },
    }),
  ),
  {
    law: 'law.refund-ends',
    says: 'FAILED by invoice/get-refunds, then SUCCESS by notification: the first one is kept',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.report(order, 4);
      h.lookPaid(order);
      const refund = h.refund(order, '10.50');
      h.exchange(
        'invoice/get-refunds',
        { invoice_id: String(order.paymentId) },
        {
          data: [{ shop_refund_id: refund, status: 'FAILED', amount: '10.50', invoice_id: order.paymentId }],
        },
        { paymentId: order.paymentId },
      );
      const list = [{ refund_id: refund, amount: '10.50', state: 'failed' }];
      h.call('listRefunds', order.orderId, list);
      h.endRefund(order, refund, '10.50', 'SUCCESS');
      for (let run = 0; run < 2; run++) h.jobs();
      h.wait(200_000);
      h.jobs();
      h.lookPaid(order);
      h.call('listRefunds', order.orderId, list);
    },
  },
  {
    law: 'law.payment-recorded',
    says: '6 by a made-up answer, then 4: the first one is kept',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.check(order, 6, { fault: 'f1' });
      h.look(order, { state: 'failed' });
      h.report(order, 4);
      h.wait(1000);
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: 'law.final-stays-final',
    says: '6 by a made-up answer, then the truth: the shop goes back',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.check(order, 6, { fault: 'f1' });
      h.look(order, { state: 'failed' });
      h.check(order, 1);
      h.wait(1000);
      h.look(order, { state: 'pending' });
    },
  },
  {
    law: 'law.final-payout-known',
    says: '5 by a made-up answer, then the truth: the shop goes back',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout();
      const { shopPaymentId, id } = payout;
      h.exchange(
        'withdraw/shop_payment_status',
        { shop_payment_id: shopPaymentId },
        { data: { id, status: 5 } },
        { shopPaymentId, fault: 'f1' },
      );
      h.lookPayout(payout, { state: 'paid' });
      h.askStatus(payout, { data: { id, status: 3 } });
      h.wait(1000);
      for (let run = 0; run < 2; run++) h.jobs();
      h.lookPayout(payout, { state: 'pending' });
    },
  },
  {
    law: 'law.request-fields',
    says: 'a token is asked for with every order',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order({ input: { customer: 'c' }, create: { issue_payment_token: 'true' } });
      h.look(order);
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a forged 6 is a nudge, and invoice/check is refused: failed',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.look(order);
      h.craft(order, 'wrong sign', h.body(order, 6, {}, 'otherSecretKey1'), { status: 6 });
      h.exchange(
        'invoice/check',
        { shop_order_id: order.shopOrderId },
        { code: 57 },
        { fault: 'f1', paymentId: order.paymentId },
      );
      h.look(order, { state: 'failed' });
    },
  },
  {
    law: 'law.forgery-changes-nothing',
    says: 'a forged 6, and nothing was asked: failed',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.look(order);
      h.craft(order, 'wrong sign', h.body(order, 6, {}, 'otherSecretKey1'), { status: 6 });
      h.look(order, { state: 'failed' });
    },
  },
  ...(
    [
      ['21.50', 'a fee that is as high as the sum and more', 'not-failed'],
      ['21.00', 'the sum twice', 'fail'],
    ] as const
  ).map(
    ([debited, says, outcome]): Story => ({
      law: 'law.payout-debited-once',
      says: `${says} is debited`,
      outcome,
      tell: (h) => {
        const payout = h.payout();
        h.payoutState(payout, 5);
        h.askStatus(payout, status(5));
        h.lookPayout(payout, { state: 'paid', debited });
      },
    }),
  ),
];

tellStories(stories);

test('a refund that failed in the answer to its creation, and was never notified, may stay open', () => {
  const verdicts = verdictsOf((h) => {
    const order = h.order({ amount: '30.00' });
    h.report(order, 4);
    h.lookPaid(order);
    const call = h.ask('createRefund', [order.orderId, { amount: '30.00' }]);
    h.exchange(
      'invoice/create-refund',
      { shop_refund_id: 'a', invoice_id: String(order.paymentId), amount: '30.00' },
      { data: { shop_refund_id: 'a', status: 'FAILED' } },
      { paymentId: order.paymentId },
    );
    h.told(call, { refund_id: 'r', amount: '30.00', state: 'pending' });
    for (let run = 0; run < 3; run++) h.jobs();
    h.wait(200_000);
    h.call('listRefunds', order.orderId, [{ refund_id: 'r', amount: '30.00', state: 'pending' }]);
  });
  assert.notEqual(verdicts.get('law.refund-ends')?.outcome, 'fail');
  assert.equal(verdicts.get('law.refund-end-found')?.outcome, 'fail');
});
