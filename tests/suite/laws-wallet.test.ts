import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const anna = { customer: 'anna' };

/** Pays something in, and looks at the balance for the first time after that. */
function paidIn(h: HistoryBuilder, amount = '100.00', balance = amount): void {
  const order = h.order({ amount, input: anna });
  h.report(order, 4);
  h.lookPaid(order);
  h.call('getCustomer', 'anna', { balance });
}

const balanceIs = (h: HistoryBuilder, balance: string): void => {
  h.wait(1000);
  h.call('getCustomer', 'anna', { balance });
};

/** A payout of 5.00 that was wished for twice, and the balance after that. */
const askedTwice =
  (balance: string) =>
  (h: HistoryBuilder): void => {
    paidIn(h);
    const payout = h.payout({ amount: '5.00', input: anna });
    const { reference } = payout;
    h.call('createPayout', { ...anna, reference, amount: '5.00', currency: 643 }, undefined, 'unknown');
    h.payoutState(payout, 5);
    h.askStatus(payout, { data: { status: 5 } });
    h.lookPayout(payout, { state: 'paid', debited: '5.00' });
    balanceIs(h, balance);
  };

type MoneyRow = readonly [
  says: string,
  broken: string | null,
  status: number,
  debited: string,
  balance: string,
];

/** The money of a customer who had 100.00, after a payout of 10.50 that the shop has followed to this status. */
const money: readonly MoneyRow[] = [
  ['taken with the request', null, 3, '10.50', '89.50'],
  ['not taken before the end', null, 3, '0', '100.00'],
  ['held back, and booked at the end', null, 3, '0', '89.50'],
  ['taken, and not missing from the balance', 'law.payout-conservation', 3, '10.50', '100.00'],
  ['taken twice', 'law.payout-conservation', 3, '10.50', '79.00'],
  ['paid, and taken', null, 5, '10.50', '89.50'],
  ['paid, and never taken', 'law.payout-debited-once', 5, '0', '100.00'],
  ['rejected, and given back', null, 6, '0', '100.00'],
  ['rejected, and kept', 'law.payout-debited-once', 6, '10.50', '89.50'],
  ['rejected, and given back twice', 'law.payout-conservation', 6, '0', '110.50'],
];

const STATE: Readonly<Record<number, string>> = { 3: 'pending', 5: 'paid', 6: 'failed' };

const stories: Story[] = [
  ...money.map(
    ([says, broken, status, debited, balance]): Story => ({
      law: broken ?? 'law.payout-conservation',
      says: `a payout of 10.50, ${says}`,
      outcome: broken === null ? 'not-failed' : 'fail',
      tell: (h) => {
        paidIn(h);
        const taken = status === 6 ? {} : { value: { debited } };
        const payout = h.payout({ amount: '10.50', input: anna, ...taken });
        h.payoutState(payout, status);
        h.askStatus(payout, { data: { status } });
        for (const _ of [1, 2]) {
          h.lookPayout(payout, { state: STATE[status], debited });
          balanceIs(h, balance);
        }
      },
    }),
  ),
  {
    law: 'law.payouts-within-balance',
    says: 'first looked at after a payment: both of two payouts that it does not cover together',
    outcome: 'fail',
    tell: (h) => {
      paidIn(h);
      for (const amount of ['80.00', '80.00']) h.lookPayout(h.payout({ amount, input: anna }));
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'first looked at before a payment was booked',
    outcome: 'pass',
    tell: (h) => {
      paidIn(h, '100.00', '0.00');
      h.lookPayout(h.payout({ amount: '80.00', input: anna }));
      balanceIs(h, '20.00');
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'over more units of another currency than there are of its own',
    outcome: 'pass',
    tell: (h) => {
      paidIn(h);
      const payout = h.payout({ amount: '5000', input: anna, ending: { outcome: 'held', committed: false } });
      h.add({
        kind: 'state',
        object: 'payout',
        id: '9',
        shopId: '5',
        from: null,
        to: 1,
        cause: 'request',
        entity: {
          shopPaymentId: payout.shopPaymentId,
          base: 'production',
          amount: '5000',
          shopCurrency: 643,
          shopWriteOff: '40.00',
        },
      });
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'payouts whose funds were never taken',
    outcome: 'fail',
    tell: (h) => {
      paidIn(h);
      for (const amount of ['5.00', '5.00']) h.lookPayout(h.payout({ amount, input: anna }));
      balanceIs(h, '95.00');
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'money that one of two equal wishes cost, where the shop says that they are the same',
    outcome: 'fail',
    options: { capabilities: ['payout', 'wallet', 'intents'] },
    tell: askedTwice('85.00'),
  },
  {
    law: 'law.payout-conservation',
    says: 'the same where a second payout may stand behind the second wish',
    outcome: 'not-failed',
    tell: askedTwice('85.00'),
  },
  {
    law: 'law.payout-conservation',
    says: 'one payout for two equal wishes',
    outcome: 'pass',
    options: { capabilities: ['payout', 'wallet', 'intents'] },
    tell: askedTwice('95.00'),
  },
  ...(['95.00', '100.00'] as const).map(
    (balance): Story => ({
      law: 'law.payout-conservation',
      says: `a payout that failed and shows nothing debited, and a balance of ${balance} some time later`,
      outcome: balance === '100.00' ? 'pass' : 'fail',
      tell: (h) => {
        paidIn(h);
        const payout = h.payout({ amount: '5.00', input: anna });
        h.lookPayout(payout, { debited: '5.00' });
        h.payoutState(payout, 6);
        h.askStatus(payout, { data: { status: 6 } });
        h.lookPayout(payout, { state: 'failed', debited: '0.00' });
        balanceIs(h, balance);
      },
    }),
  ),
  {
    law: 'law.payout-conservation',
    says: 'funds that were returned after a rejection',
    outcome: 'pass',
    tell: (h) => {
      paidIn(h);
      const payout = h.payout({ amount: '5.00', input: anna });
      h.lookPayout(payout);
      h.payoutState(payout, 6);
      h.askStatus(payout, { data: { status: 6 } });
      balanceIs(h, '100.00');
    },
  },
  ...(
    [
      ['after a second', 1000, 'fail'],
      ['at once: it may still be booked', 10, 'not-failed'],
    ] as const
  ).map(
    ([says, ms, outcome]): Story => ({
      law: 'law.credited-invoice-amount',
      says: `paid, and nothing booked ${says}`,
      outcome,
      tell: (h) => {
        const order = h.order();
        h.report(order, 4);
        h.wait(ms);
        h.look(order, { state: 'paid', credits: 0, credited: '0.00' });
      },
    }),
  ),
];

tellStories(stories);
