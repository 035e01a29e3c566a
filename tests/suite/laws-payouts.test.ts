import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories, verdictsOf } from './support/laws.ts';

const held = { outcome: 'held', committed: true } as const;
const lost = { outcome: 'held', committed: false } as const;
const reset = { outcome: 'reset', committed: false } as const;
const cut = { outcome: 'reset', committed: true } as const;
const anna = { customer: 'anna' } as const;
const status = (code: number) => ({ data: { id: 1, status: code } });

const created = (h: HistoryBuilder) => {
  const payout = h.payout();
  h.lookPayout(payout);
  return payout;
};

/** A create that nobody has answered yet. */
const openCreate = (h: HistoryBuilder) => {
  const payout = { payoutId: 'p', reference: 'r', shopPaymentId: 'sp', id: 9, amount: '10.50' };
  const exchange = h.request('withdraw/create', { shop_payment_id: 'sp', amount: '10.50' });
  return { payout, exchange };
};

/** A customer who had nothing and has paid this in. */
const funded = (h: HistoryBuilder, customer: string, amount: string) => {
  h.call('getCustomer', customer, { balance: '0.00' });
  const order = h.order({ amount, input: { customer } });
  h.report(order, 4);
  h.lookPaid(order);
};

const stories: Story[] = [
  {
    law: 'law.one-id-per-payout',
    says: 'one wish, one id',
    outcome: 'pass',
    tell: (h) => {
      h.payout();
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'two wishes that are alike in all but their reference',
    outcome: 'pass',
    tell: (h) => {
      h.payout();
      h.payout();
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id after a read timeout',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      payout.id = 0;
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id for an open payout, on command',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 3);
      const call = h.ask('retryPayout', payout.payoutId);
      payout.id = 0;
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
      h.told(call, h.shownPayout(payout));
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id after "absent"',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: lost });
      h.askStatus(payout, { code: 7 });
      payout.id = 0;
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id after status 6, on command',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 6);
      h.askStatus(payout, status(6));
      const call = h.ask('retryPayout', payout.payoutId);
      payout.id = 0;
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
      h.told(call, h.shownPayout(payout));
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id after a fatal code, on command',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 3 }, value: { state: 'failed', debited: '0' } });
      const call = h.ask('retryPayout', payout.payoutId);
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
      h.told(call, h.shownPayout(payout));
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id although the first was only refused as a duplicate',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout();
      h.withdraw(payout, { code: 6 });
      payout.id = 0;
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a connection that was reset before anything was stored may be tried anew',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout({ ending: reset });
      payout.id = 0;
      payout.shopPaymentId = 'another';
      h.withdraw(payout);
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a double click of a shop that claims intents',
    outcome: 'fail',
    options: { capabilities: ['payout', 'intents'] },
    tell: (h) => {
      h.payout({ reference: 'same' });
      h.payout({ reference: 'same' });
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a double click of a shop that claims nothing about it',
    outcome: 'pass',
    tell: (h) => {
      h.payout({ reference: 'same' });
      h.payout({ reference: 'same' });
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a wish from before the recording',
    outcome: 'not-failed',
    tell: (h) => {
      const old = { payoutId: 'p0', reference: 'r0', shopPaymentId: 'old', id: 0, amount: '10.50' };
      h.withdraw(old);
      h.payout();
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'asked, absent, repeated',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: lost });
      h.askStatus(payout, { code: 7 });
      h.withdraw(payout);
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'asked when its own patience had ended, while the connection of the create was still open',
    outcome: 'pass',
    tell: (h) => {
      const { payout, exchange } = openCreate(h);
      h.wait(2000);
      h.askStatus(payout, { code: 7 });
      h.wait(4000);
      h.answer(exchange, 'withdraw/create', lost, { latencyMs: 6000 });
      h.wait(26_000);
      h.withdraw(payout);
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'sent by two workers at the same moment, and neither is answered',
    outcome: 'pass',
    tell: (h) => {
      const { payout, exchange } = openCreate(h);
      const second = h.request('withdraw/create', { shop_payment_id: 'sp', amount: '10.50' });
      h.wait(500);
      for (const each of [exchange, second]) h.answer(each, 'withdraw/create', lost);
      h.askStatus(payout, { code: 7 });
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'asked, absent, given up',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: lost });
      h.askStatus(payout, { code: 7 });
      h.lookPayout(payout, { state: 'failed', debited: '0' });
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'repeated at once by the HTTP client',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      h.withdraw(payout, { code: 6 });
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'asked, exists, repeated all the same',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      h.askStatus(payout, status(3));
      h.withdraw(payout, { code: 6 });
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'asked without an answer, repeated',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      h.askStatus(payout, reset);
      h.withdraw(payout, { code: 6 });
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'a reset is no read timeout',
    outcome: 'not-applicable',
    tell: (h) => {
      const payout = h.payout({ ending: reset });
      h.askStatus(payout, { code: 7 });
      h.withdraw(payout);
    },
  },
  {
    law: 'law.status-after-lost-connection',
    says: 'reset after the payout was stored, and repeated at once by the HTTP client',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: cut });
      h.withdraw(payout, { code: 6 });
    },
  },
  {
    law: 'law.status-after-lost-connection',
    says: 'reset, asked, exists, waited for',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: cut });
      h.askStatus(payout, status(3));
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.status-after-lost-connection',
    says: 'reset, asked, absent, repeated',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: reset });
      h.askStatus(payout, { code: 7 });
      h.withdraw(payout);
    },
  },
  {
    law: 'law.status-after-lost-connection',
    says: 'a read timeout is for the law before it',
    outcome: 'not-applicable',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      h.askStatus(payout, status(3));
    },
  },
  {
    law: 'law.status-after-lost-connection',
    says: 'killed while the connection was lost',
    outcome: 'not-failed',
    tell: (h) => {
      const { payout, exchange } = openCreate(h);
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(100);
      h.answer(exchange, 'withdraw/create', cut);
      h.add({ kind: 'merchant', action: 'start' });
      h.withdraw(payout, { code: 6 });
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'one of two payouts is covered, and the other refused',
    outcome: 'pass',
    tell: (h) => {
      funded(h, 'anna', '10.00');
      h.lookPayout(h.payout({ amount: '7.01', input: anna }));
      const second = { reference: 'second', amount: '7.02', currency: 643, ...anna };
      h.call('createPayout', second, undefined, 'refused');
      h.call('getCustomer', 'anna', { balance: '2.99' });
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'both of two payouts that the balance does not cover together',
    outcome: 'fail',
    tell: (h) => {
      funded(h, 'anna', '10.00');
      for (const amount of ['7.01', '7.02']) h.lookPayout(h.payout({ amount, input: anna }));
      h.call('getCustomer', 'anna', { balance: '-4.03' });
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'the second after the first was rejected, and after more was paid in',
    outcome: 'pass',
    tell: (h) => {
      funded(h, 'anna', '10.00');
      const first = h.payout({ amount: '7.01', input: anna });
      h.payoutState(first, 6);
      h.askStatus(first, status(6));
      h.lookPayout(first, { state: 'failed', debited: '0.00' });
      h.lookPayout(h.payout({ amount: '7.02', input: anna }));
      const order = h.order({ amount: '10.00', input: anna });
      h.report(order, 4);
      h.lookPaid(order);
      h.lookPayout(h.payout({ amount: '12.00', input: anna }));
      h.call('getCustomer', 'anna', { balance: '0.98' });
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'a payout that the gateway refused took nothing',
    outcome: 'pass',
    tell: (h) => {
      funded(h, 'anna', '10.00');
      h.payout({
        amount: '7.01',
        input: anna,
        ending: { code: 3 },
        value: { state: 'failed', debited: '0' },
      });
      h.lookPayout(h.payout({ amount: '7.02', input: anna }));
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'a wish to pay in of which nobody knows may have covered it',
    outcome: 'not-applicable',
    tell: (h) => {
      funded(h, 'anna', '10.00');
      const lost = { reference: 'lost', amount: '50.00', currency: 643, ...anna };
      h.call('createOrder', lost, undefined, 'unknown');
      for (const amount of ['7.01', '7.02']) h.lookPayout(h.payout({ amount, input: anna }));
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'a customer whose balance nobody looked at before',
    outcome: 'not-applicable',
    tell: (h) => {
      for (const amount of ['7.01', '7.02']) h.lookPayout(h.payout({ amount, input: anna }));
      h.call('getCustomer', 'anna', { balance: '100.00' });
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'a balance in two currencies cannot be added up',
    outcome: 'not-applicable',
    tell: (h) => {
      funded(h, 'anna', '10.00');
      h.lookPayout(h.payout({ amount: '7.01', input: anna }));
      h.lookPayout(h.payout({ amount: '700', input: { ...anna, currency: 392 } }));
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned after 6',
    outcome: 'pass',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 6);
      h.askStatus(payout, status(6));
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned while the status was 4',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 4);
      h.askStatus(payout, status(4));
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned after a read timeout',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'failed by a lost connection, and not returned yet: nobody said that it is absent',
    outcome: 'not-failed',
    tell: (h) => {
      for (const _ of [1, 2]) h.jobs();
      h.payout({ ending: reset, value: { state: 'failed' } });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'paid for a customer of whom no balance is kept',
    outcome: 'not-failed',
    tell: (h) => {
      h.call('getCustomer', 'boris', { balance: '5.00' });
      const payout = h.payout({ input: anna, value: { debited: '0.00' } });
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      for (const _ of [1, 2]) {
        h.lookPayout(payout, { state: 'paid', debited: '0.00' });
        h.wait(1000);
      }
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned after "absent"',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: lost });
      h.askStatus(payout, { code: 7 });
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'not returned after 6',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 6);
      h.askStatus(payout, status(6));
      h.lookPayout(payout, { state: 'failed' });
      h.wait(1000);
      h.lookPayout(payout, { state: 'failed' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned twice after 6',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 6);
      h.askStatus(payout, status(6));
      h.lookPayout(payout, { state: 'failed', debited: '-10.50' });
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'killed before its timeout, repeated after the restart',
    outcome: 'not-failed',
    tell: (h) => {
      const { payout, exchange } = openCreate(h);
      h.add({ kind: 'merchant', action: 'kill' });
      h.wait(500);
      h.answer(exchange, 'withdraw/create', held);
      h.add({ kind: 'merchant', action: 'start' });
      h.withdraw(payout, { code: 6 });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'taken twice',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.lookPayout(payout, { debited: '21.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'what was written off with the fee is another sum than was reserved',
    outcome: 'pass',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      h.lookPayout(payout, { state: 'paid', debited: '11.00' });
    },
  },
  {
    law: 'law.final-stays-final',
    says: 'a paid payout that turns pending',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      h.lookPayout(payout, { state: 'paid' });
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'asked until 5',
    outcome: 'pass',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.jobs();
      h.askStatus(payout, status(5));
    },
  },
  {
    law: 'law.payout-followed',
    says: 'two full runs of the jobs and no question',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.jobs();
      h.jobs();
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'a slow poll with growing intervals was not due yet',
    outcome: 'not-applicable',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.jobs(h.now() + 60_000);
      h.jobs(h.now() + 120_000);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'hours of its own clock and no question',
    outcome: 'fail',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.jobs(h.now() + 3_600_000);
      h.jobs(h.now() + 7_200_000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'asked, but the gateway did not answer',
    outcome: 'pass',
    tell: (h) => {
      const payout = created(h);
      h.payoutState(payout, 5);
      h.askStatus(payout, reset);
      h.jobs();
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'a balance grows by what was paid and falls by what was taken',
    outcome: 'pass',
    tell: (h) => {
      h.call('getCustomer', 'anna', { balance: '0.00' });
      const order = h.order({ amount: '100.00', input: { customer: 'anna' } });
      h.report(order, 4);
      h.lookPaid(order);
      const payout = h.payout({ amount: '30.00', input: { customer: 'anna' } });
      h.lookPayout(payout);
      h.call('getCustomer', 'anna', { balance: '70.00' });
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'a balance that grows by more than was paid',
    outcome: 'fail',
    tell: (h) => {
      h.call('getCustomer', 'anna', { balance: '0.00' });
      const order = h.order({ amount: '100.00', input: { customer: 'anna' } });
      h.report(order, 4);
      h.lookPaid(order);
      h.call('getCustomer', 'anna', { balance: '10000' });
    },
  },
  ...(
    [
      ['lost to another', 1000, 'fail'],
      ['not yet on the page with the balance, which lags a moment behind', 10, 'not-failed'],
    ] as const
  ).map(
    ([says, ms, outcome]): Story => ({
      law: 'law.payout-conservation',
      says: `a credit that was ${says}`,
      outcome,
      tell: (h) => {
        for (let count = 0; count < 2; count++) {
          const order = h.order({ input: { customer: 'anna' } });
          h.report(order, 4);
          h.lookPaid(order);
        }
        h.wait(ms);
        h.call('getCustomer', 'anna', { balance: '10.50' });
      },
    }),
  ),
  {
    law: 'law.payout-conservation',
    says: 'an order with an unknown outcome may have moved the balance unseen',
    outcome: 'not-failed',
    tell: (h) => {
      h.call('getCustomer', 'anna', { balance: '0.00' });
      const order = h.order({ input: { customer: 'anna' } });
      h.report(order, 4);
      h.lookPaid(order);
      h.call('createOrder', { reference: 'lost', amount: '5.00', customer: 'anna' }, undefined, 'unknown');
      h.call('getCustomer', 'anna', { balance: '15.50' });
    },
  },
];

tellStories(stories);

test('a repeat after a reset breaks what should be, and not what must be after a read timeout', () => {
  const verdicts = verdictsOf((h) => {
    const payout = h.payout({ ending: reset });
    h.withdraw(payout);
  });
  assert.equal(verdicts.get('law.status-after-lost-connection')?.outcome, 'fail');
  assert.equal(verdicts.get('law.status-after-read-timeout')?.outcome, 'not-applicable');
});
