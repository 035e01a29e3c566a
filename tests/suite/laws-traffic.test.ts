import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laws } from '../../ledger/laws.ts';
import { LAWS } from '../../obligations/index.ts';
import type { BuiltOrder, HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories, verdictsOf } from './support/laws.ts';

const wrong = {
  ok: false,
  expectedText: 'a:b<SECRET>',
  sent: 'f',
  place: 'body',
  recipe: { id: 'insertion-order', says: 'joined in insertion order' },
};
const refusal = { reply: { status: 500, accepted: false, body: 'oops' } };

/** Four refusals, half a second apart, of one notification. */
function refusedOften(h: HistoryBuilder, order: BuiltOrder, more: Record<string, unknown> = {}): void {
  h.state(order, 4);
  for (let attempt = 1; attempt <= 4; attempt++) {
    h.deliver(order, 4, { notification: 'n', attempt, ...refusal, ...more });
    h.wait(600);
  }
}

/** The news of a payment are refused again and again, after the order has been shown as paid. */
function refusedThoughBooked(h: HistoryBuilder, reply: { status: number; body: string }): void {
  const order = h.order();
  h.state(order, 4);
  h.lookPaid(order);
  refusedOften(h, order, { reply: { ...reply, accepted: false } });
}

const silence = { reply: { outcome: 'refused', status: null, accepted: false, body: '' } };

const asked = (h: HistoryBuilder, fields: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  h.answer(h.request('invoice/check', { shop_order_id: 'so', ...fields }, more), 'invoice/check', {
    code: 7,
  });

const create = (
  h: HistoryBuilder,
  id: string,
  amount: string,
  ending: object = { data: {} },
  more: Record<string, unknown> = {},
) =>
  h.exchange(
    'invoice/create',
    { shop_order_id: id, amount, currency: '643', payway: 'card_rub', ...more },
    ending as never,
  );

/** A paid order of the customer anna that brought her token. */
function tokenOfAnna(h: HistoryBuilder): BuiltOrder {
  const first = h.order({ input: { customer: 'anna' } });
  h.report(first, 4);
  h.add({
    kind: 'state',
    object: 'token',
    id: 'tok~11111111',
    shopId: '5',
    from: null,
    to: 'active',
    cause: 'request',
    entity: { token: 'tok~11111111', paymentId: first.paymentId },
  });
  return first;
}

const stories: Story[] = [
  {
    law: 'law.one-order-per-id',
    says: 'an identical create after a timeout, the amount spelled otherwise',
    outcome: 'pass',
    tell: (h) => {
      create(h, 'a', '10.50', { outcome: 'held', committed: true });
      create(h, 'a', '10.5', { code: 6 });
    },
  },
  {
    law: 'law.one-order-per-id',
    says: 'repeated after a timeout, and paid after that',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      create(h, order.shopOrderId, '10.50', { code: 6 });
      h.report(order, 4);
      h.lookPaid(order);
    },
  },
  {
    law: 'law.one-order-per-id',
    says: 'an order that the shop shows under two ids of its own',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.look({ ...order, orderId: `${order.orderId}-short` });
    },
  },
  {
    law: 'law.one-order-per-id',
    says: 'the same id for another amount',
    outcome: 'fail',
    tell: (h) => {
      create(h, 'a', '10.50');
      create(h, 'a', '11.00', { code: 6 });
    },
  },
  {
    law: 'law.one-order-per-id',
    says: 'the same id for another payer',
    outcome: 'fail',
    tell: (h) => {
      create(h, 'a', '10.50', { data: {} }, { payer_id: 'anna' });
      create(h, 'a', '10.50', { code: 6 }, { payer_id: 'boris' });
    },
  },
  {
    law: 'law.one-order-per-id',
    says: 'a refused create made nothing',
    outcome: 'not-failed',
    tell: (h) => {
      create(h, 'a', '0.01', { code: 10 });
      create(h, 'a', '10.50');
    },
  },
  {
    law: 'law.one-order-per-id',
    says: 'one id in both bases',
    outcome: 'pass',
    tell: (h) => {
      create(h, 'a', '10.50');
      h.request('invoice/create', { shop_order_id: 'a', amount: '1.00', currency: '643' }, { base: 'test' });
    },
  },
  { law: 'law.signed-and-secret', says: 'signed', outcome: 'pass', tell: (h) => asked(h, {}) },
  {
    law: 'law.signed-and-secret',
    says: 'signed by a wrong recipe',
    outcome: 'fail',
    tell: (h) => asked(h, {}, { sign: wrong }),
  },
  {
    law: 'law.signed-and-secret',
    says: 'the secret is sent along, and masked in the recording',
    outcome: 'fail',
    tell: (h) => asked(h, { key: '<SECRET>' }),
  },
  {
    law: 'law.signed-and-secret',
    says: 'the secret stands in a reply',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.deliver(order, 2, { reply: { body: 'signed: 1:2LawTestSecret01', accepted: false } });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'given up after code 3',
    outcome: 'pass',
    tell: (h) => {
      create(h, 'a', '10.50', { code: 3 });
      h.exchange('invoice/check', { shop_order_id: 'a' }, { code: 7 });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'tried again after code 3',
    outcome: 'fail',
    tell: (h) => {
      create(h, 'a', '10.50', { code: 3 });
      create(h, 'a', '10.50', { code: 3 });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'the payer chose another payway after code 2, and the refused id was free',
    outcome: 'pass',
    tell: (h) => {
      create(h, 'a', '10.50', { code: 2 });
      create(h, 'a', '10.50', { data: {} }, { payway: 'wallet_rub' });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'tried again after code 5, whose column says "not shown"',
    outcome: 'not-failed',
    tell: (h) => {
      create(h, 'a', '10.50', { code: 5 });
      create(h, 'a', '10.50', { code: 5 });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'a payout tried again after code 4',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 4 }, value: { debited: '0' } });
      h.withdraw(payout, { code: 4 });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'a payout that is wished for again after code 4, or whose second click was still waiting',
    outcome: 'pass',
    tell: (h) => {
      const refused = { value: { state: 'failed', debited: '0' } };
      const payout = h.payout({ ending: { code: 4 }, ...refused });
      const again = h.ask('createPayout', { reference: payout.reference, amount: payout.amount });
      h.withdraw(payout, { code: 4 });
      h.told(again, h.shownPayout(payout, refused.value));
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'a second click that had its answer before the refusal excuses nothing',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: { outcome: 'reset', committed: false } });
      const { reference, amount } = payout;
      h.call('createPayout', { reference, amount }, h.shownPayout(payout));
      h.withdraw(payout, { code: 4 });
      h.withdraw(payout, { code: 4 });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'tried again after code 3, which was sent when the shop had given up waiting',
    outcome: 'not-failed',
    tell: (h) => {
      const fields = { shop_order_id: 'a', amount: '10.50', currency: '643', payway: 'card_rub' };
      h.exchange('invoice/create', fields, { code: 3 }, { ended: 'client-closed' });
      create(h, 'a', '10.50', { code: 3 });
    },
  },
  {
    law: 'law.fatal-ends-operation',
    says: 'killed before it could read the answer',
    outcome: 'pass',
    tell: (h) => {
      create(h, 'a', '10.50', { code: 3 });
      h.add({ kind: 'merchant', action: 'kill' });
      h.add({ kind: 'merchant', action: 'start' });
      create(h, 'a', '10.50', { code: 3 });
    },
  },
  {
    law: 'law.renewal-charged-once',
    says: 'the token of the same customer',
    outcome: 'pass',
    tell: (h) => {
      const first = tokenOfAnna(h);
      h.order({
        input: { customer: 'anna', instrument_of: first.orderId },
        create: { payment_token: 'tok~11111111' },
      });
    },
  },
  {
    law: 'law.renewal-charged-once',
    says: 'the token of another customer',
    outcome: 'fail',
    tell: (h) => {
      tokenOfAnna(h);
      h.order({ input: { customer: 'boris' }, create: { payment_token: 'tok~11111111' } });
    },
  },
  {
    law: 'law.renewal-charged-once',
    says: "the token of another customer, whose order the payer's wish names",
    outcome: 'fail',
    tell: (h) => {
      const first = tokenOfAnna(h);
      h.order({
        input: { customer: 'boris', instrument_of: first.orderId },
        create: { payment_token: 'tok~11111111' },
      });
    },
  },
  {
    law: 'law.renewal-charged-once',
    says: 'a token that only a forgery brought',
    outcome: 'fail',
    tell: (h) => {
      const first = h.order();
      h.craft(first, 'wrong sign, with a token', h.body(first, 4, { ps_data: 'tok~22222222', sign: 'f' }));
      h.order({ create: { payment_token: 'tok~22222222' } });
    },
  },
  {
    law: 'law.renewal-charged-once',
    says: 'two periods, each charged once',
    outcome: 'pass',
    options: { capabilities: ['recurrent', 'intents'] },
    tell: (h) => {
      for (const reference of ['period-1', 'period-2']) {
        const order = h.order({ reference, create: { payment_token: 'tok~11111111' } });
        h.report(order, 4);
        h.lookPaid(order);
      }
    },
  },
  {
    law: 'law.renewal-charged-once',
    says: 'one period, charged by two invoices',
    outcome: 'fail',
    options: { capabilities: ['recurrent', 'intents'] },
    tell: (h) => {
      for (let count = 0; count < 2; count++) {
        const order = h.order({ reference: 'period-1', create: { payment_token: 'tok~11111111' } });
        h.report(order, 4);
        h.lookPaid(order);
      }
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'accepted at last',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      h.deliver(order, 4, { notification: 'n', attempt: 1, ...refusal });
      h.deliver(order, 4, { notification: 'n', attempt: 2 });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'never accepted in 25 attempts',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      for (let attempt = 1; attempt <= 25; attempt++)
        h.deliver(order, 4, { notification: 'n', attempt, ...refusal });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'nobody was there in 25 attempts',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      for (let attempt = 1; attempt <= 25; attempt++)
        h.deliver(order, 4, { notification: 'n', attempt, ...silence });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'an order that the merchant does not know is refused for ever',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = {
        orderId: 'o',
        reference: 'r',
        shopOrderId: 's',
        paymentId: 7,
        amount: '10.50',
        mode: 'single' as const,
      };
      for (let attempt = 1; attempt <= 25; attempt++)
        h.deliver(order, 4, { notification: 'n', attempt, ...refusal });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'refused again and again by a merchant that is well',
    outcome: 'fail',
    tell: (h) => refusedOften(h, h.order()),
  },
  {
    law: 'law.notices-accepted',
    says: 'a message that a tester made and a merchant must accept is refused again and again',
    outcome: 'fail',
    tell: (h) => refusedOften(h, h.order(), { genuine: false, verdict: 'accept' }),
  },
  {
    law: 'law.notices-accepted',
    says: 'a crafted one that may be refused',
    outcome: 'not-applicable',
    tell: (h) => refusedOften(h, h.order(), { verdict: 'either' }),
  },
  {
    law: 'law.notices-accepted',
    says: 'refused for a while, because the order is locked',
    outcome: 'not-applicable',
    tell: (h) => refusedOften(h, h.order(), { reply: { status: 409, body: 'locked', accepted: false } }),
  },
  {
    law: 'law.notices-accepted',
    says: 'said to be locked, again and again, where the order shows the payment as booked',
    outcome: 'fail',
    tell: (h) => refusedThoughBooked(h, { status: 409, body: 'already processed' }),
  },
  {
    law: 'law.notices-accepted',
    says: 'too many for a moment, where the order shows the payment as booked',
    outcome: 'not-applicable',
    tell: (h) => refusedThoughBooked(h, { status: 429, body: 'slowly' }),
  },
  {
    law: 'law.notices-accepted',
    says: 'a notification for a different amount than the stored invoice is refused',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      refusedOften(h, order, { body: h.body(order, 4, { shop_amount: '9.00' }) });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'the gateway refused another order, and the notification of this one is refused',
    outcome: 'fail',
    tell: (h) => {
      create(h, 'never-made', '10.50', { code: 1 });
      refusedOften(h, h.order());
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'a refund notification is refused again and again',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.report(order, 4);
      h.lookPaid(order);
      const shopRefundId = h.refund(order, '1.00');
      h.refundState(order, shopRefundId, '1.00', 'SUCCESS');
      for (let attempt = 1; attempt <= 4; attempt++) {
        const about = { paymentId: order.paymentId, shopRefundId };
        const body = JSON.stringify({ shop_refund_id: shopRefundId, status: 'SUCCESS', shop_amount: '1.00' });
        const sent = { type: 'refund', about, body };
        h.deliver(order, 'SUCCESS', { notification: 'n', attempt, ...sent, ...refusal });
        h.wait(600);
      }
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'refused four times within an instant',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      for (let attempt = 1; attempt <= 4; attempt++)
        h.deliver(order, 4, { notification: 'n', attempt, ...refusal });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'shop_amount may be less than the stored amount, and the shop refuses what it cannot compare',
    outcome: 'not-applicable',
    options: { readings: { 'invoice.shop-amount': 'after-fee' } },
    tell: (h) => refusedOften(h, h.order()),
  },
  {
    law: 'law.notices-accepted',
    says: 'the order has a newer invoice, and the notification is about the old one',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      const newer = { ...order, shopOrderId: h.id('so-') };
      const call = h.ask('retry', order.orderId);
      h.invoice(newer);
      h.told(call, h.shown(newer));
      refusedOften(h, order);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'killed between its refusals',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      for (let attempt = 1; attempt <= 4; attempt++) {
        h.deliver(order, 4, { notification: 'n', attempt, ...refusal });
        h.wait(600);
        if (attempt !== 2) continue;
        h.add({ kind: 'merchant', action: 'kill', detail: 'SIGKILL' });
        h.look(order);
      }
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'refused again and again by a merchant that accepts the notifications of another order',
    outcome: 'fail',
    tell: (h) => {
      const [order, other] = [h.order(), h.order()];
      h.wait(60_000);
      h.report(other, 4);
      refusedOften(h, order);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'an order that was given up may be refused until the attempts are used up',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.look(order, { state: 'failed' });
      refusedOften(h, order);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'an order that was lost in a kill before it was shown',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.add({ kind: 'merchant', action: 'kill', detail: 'SIGKILL' });
      refusedOften(h, order);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'an order that is shown after a kill is known',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.add({ kind: 'merchant', action: 'kill', detail: 'SIGKILL' });
      h.look(order);
      refusedOften(h, order);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'whoever does nothing else that he is asked to has other troubles',
    outcome: 'not-applicable',
    tell: (h) => {
      const order = h.order();
      h.wait(60_000);
      refusedOften(h, order);
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'repeats are refused',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      h.deliver(order, 4, { notification: 'n', attempt: 1 });
      for (let attempt = 2; attempt <= 4; attempt++)
        h.deliver(order, 4, { notification: 'n', attempt, ...refusal });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'repeats that come together are too many for a while',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      h.deliver(order, 4, { notification: 'n', attempt: 1 });
      const tooMany = { status: 429, body: 'later', accepted: false };
      for (let attempt = 2; attempt <= 5; attempt++)
        h.deliver(order, 4, { notification: 'n', attempt, reply: tooMany });
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'always busy with another order at the same moment',
    outcome: 'pass',
    tell: (h) => {
      const [busy, other] = [h.order(), h.order()];
      for (const order of [busy, other]) h.state(order, 4);
      const way = { url: 'http://127.0.0.1/notify', method: 'POST', headers: {}, from: '127.0.0.1' };
      const sent = { ...way, type: 'invoice', status: 4, genuine: true, label: null, body: '{}' };
      for (let attempt = 1; attempt <= 25; attempt++) {
        const [first, second] = [`n`, `other-${attempt}`];
        for (const [order, notification] of [
          [other, second],
          [busy, first],
        ] as const) {
          const about = { paymentId: order.paymentId, shopOrderId: order.shopOrderId };
          h.add({ kind: 'attempt', notification, attempt, about, ...sent });
        }
        const said = { headers: {}, outcome: 'replied', bytes: 2, latencyMs: 5, nextAt: null };
        h.add({
          kind: 'reply',
          notification: first,
          attempt,
          status: 503,
          body: '',
          accepted: false,
          ...said,
        });
        h.add({
          kind: 'reply',
          notification: second,
          attempt,
          status: 200,
          body: 'OK',
          accepted: true,
          ...said,
        });
      }
    },
  },
  {
    law: 'law.notices-accepted',
    says: 'copies at the same moment find the order locked',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.state(order, 4);
      const about = { paymentId: order.paymentId, shopOrderId: order.shopOrderId };
      const sent = { type: 'invoice', about, status: 4, genuine: true, label: null, body: '' };
      const way = { url: 'http://127.0.0.1/notify', method: 'POST', headers: {}, from: '127.0.0.1' };
      for (const attempt of [1, 2, 3, 4])
        h.add({ kind: 'attempt', notification: 'n', attempt, ...sent, ...way });
      for (const attempt of [1, 2, 3, 4]) {
        const accepted = attempt === 1;
        const reply = { outcome: 'replied', headers: {}, bytes: 2, latencyMs: 3, nextAt: null };
        const said = { status: accepted ? 200 : 409, body: accepted ? 'OK' : 'busy', accepted };
        h.add({ kind: 'reply', notification: 'n', attempt, ...reply, ...said });
      }
    },
  },
  {
    law: 'law.survives-hostile-input',
    says: 'answers as before',
    outcome: 'pass',
    tell: (h) => {
      const order = h.order();
      h.deliver(order, 2);
      h.craft(order, 'nested 100000 deep', '[[[[', {
        reply: { outcome: 'reset', status: null, accepted: false },
      });
      h.deliver(order, 4, silence);
      h.deliver(order, 4);
    },
  },
  {
    law: 'law.survives-hostile-input',
    says: 'answers nothing any more',
    outcome: 'fail',
    tell: (h) => {
      const order = h.order();
      h.deliver(order, 2);
      h.craft(order, 'nested 100000 deep', '[[[[', {
        reply: { outcome: 'reset', status: null, accepted: false },
      });
      for (let count = 0; count < 3; count++) h.deliver(order, 4, silence);
    },
  },
  {
    law: 'law.survives-hostile-input',
    says: 'the suite killed it',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      h.deliver(order, 2);
      h.craft(order, 'garbage', '[[[[');
      h.add({ kind: 'merchant', action: 'kill' });
      for (let count = 0; count < 3; count++) h.deliver(order, 4, silence);
    },
  },
  {
    law: 'law.payer-told',
    says: 'failed with its code',
    outcome: 'pass',
    tell: (h) => fatal(h, 'failed'),
  },
  {
    law: 'law.payer-told',
    says: 'pending for ever after a fatal code',
    outcome: 'fail',
    tell: (h) => fatal(h, 'pending'),
  },
  {
    // "tell the payer the payment was not created" (Errors 2): nothing says that the order ends.
    law: 'law.payer-told',
    says: 'open for another payway, with the error shown',
    outcome: 'pass',
    tell: (h) => fatal(h, 'new', { code: 4, message: 'too small' }),
  },
  {
    law: 'law.payer-told',
    says: 'open, without an error',
    outcome: 'fail',
    tell: (h) => fatal(h, 'new'),
  },
  {
    law: 'law.payer-told',
    says: 'pending, after a kill that may have swallowed the refusal',
    outcome: 'not-failed',
    tell: (h) => fatal(h, 'pending', null, { meanwhile: () => h.add({ kind: 'merchant', action: 'kill' }) }),
  },
  {
    law: 'law.payer-told',
    says: 'pending a moment after the refusal',
    outcome: 'not-failed',
    tell: (h) => fatal(h, 'pending', null, { waitMs: 10 }),
  },
  {
    law: 'law.payer-told',
    says: 'open, with an error that says nothing',
    outcome: 'fail',
    tell: (h) => fatal(h, 'new', { code: null, message: '' }),
  },
  {
    law: 'law.payer-told',
    says: 'pending, as if an outcome was awaited, with the error shown',
    outcome: 'fail',
    tell: (h) => fatal(h, 'pending', { code: 4, message: 'too small' }),
  },
  {
    law: 'law.payer-told',
    says: 'paid, with the error shown',
    outcome: 'fail',
    tell: (h) => fatal(h, 'paid', { code: 4, message: 'too small' }),
  },
];

function fatal(
  h: HistoryBuilder,
  state: string,
  error: object | null = null,
  { meanwhile, waitMs = 1000 }: { readonly meanwhile?: () => void; readonly waitMs?: number } = {},
): void {
  const order = {
    orderId: 'o',
    reference: 'r',
    shopOrderId: 'a',
    paymentId: 0,
    amount: '10.50',
    mode: 'single' as const,
  };
  const call = h.ask('createOrder', { reference: 'r', amount: '10.50' });
  create(h, 'a', '10.50', { code: 4 });
  h.told(call, h.shown(order, { state, error }));
  meanwhile?.();
  h.wait(waitMs);
  h.look(order, { state, error });
}

tellStories(stories);

test('every law of the catalogue has one function, in the same order, and nothing else has', () => {
  const verdicts = [...verdictsOf(() => undefined).values()];
  assert.equal(verdicts.length, LAWS.length);
  assert.deepEqual(
    verdicts.map((verdict) => verdict.law),
    laws.toSorted((a, b) => a.number - b.number).map((law) => law.id),
  );
});

test('an empty history passes nothing and fails nothing', () => {
  for (const verdict of verdictsOf(() => undefined).values()) {
    assert.equal(verdict.outcome, 'not-applicable', verdict.law);
    assert.ok(verdict.note);
  }
});
