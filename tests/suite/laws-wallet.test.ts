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

const stories: Story[] = [
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
