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

const shownPaid = { state: 'paid', credited: '100.00', credits: 1 };

/** An order whose second invoice was made and paid in a gap of the recording. */
function paidInAGap(h: HistoryBuilder): void {
  balanceIs(h, '0.00');
  const order = h.order({ amount: '100.00', input: anna });
  const second = { ...order, shopOrderId: h.id('so-'), paymentId: order.paymentId + 1 };
  h.deliver(second, 2);
  h.look(second, shownPaid);
}

/** An order of 100.00 that was paid, where a mask or a gap keeps the amount out of what the gateway received. */
function paidUnknownAmount(h: HistoryBuilder): void {
  balanceIs(h, '0.00');
  const order = h.order({ amount: '***', input: anna });
  h.report(order, 4);
  h.look(order, shownPaid);
}

/** The books of the gateway, with this much available. */
function books(h: HistoryBuilder, available: string, cause = 'request'): void {
  h.add({
    kind: 'state',
    object: 'balance',
    id: '5/643',
    shopId: '5',
    from: null,
    to: available,
    cause,
    entity: { base: 'production', currency: 643, available, frozen: '0.00', hold: '0.00' },
  });
}

/** Books that go from 100.00 to this, while a payout of 5.00 is paid. */
const booksAfterPayout =
  (available: string) =>
  (h: HistoryBuilder): void => {
    books(h, '100.00');
    const payout = h.payout({ amount: '5.00' });
    h.payoutState(payout, 5);
    books(h, available, 'payment-system');
    h.askStatus(payout, { data: { status: 5 } });
    h.lookPayout(payout, { state: 'paid' });
  };

/** A payout of this amount that the shop asks about before it creates it, out of 100.00. */
const askedBeforehand =
  (amount: string) =>
  (h: HistoryBuilder): void => {
    paidIn(h);
    const shopPaymentId = h.id('sp-');
    h.exchange('withdraw/shop_payment_status', { shop_payment_id: shopPaymentId }, { code: 7 });
    h.lookPayout(h.payout({ amount, shopPaymentId, input: anna }));
  };

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
  ...(['80.00', '120.00'] as const).map(
    (amount): Story => ({
      law: 'law.payouts-within-balance',
      says: `a payout of ${amount} out of 100.00, whose id the gateway did not know before`,
      outcome: amount === '80.00' ? 'pass' : 'fail',
      tell: askedBeforehand(amount),
    }),
  ),
  {
    law: 'law.payouts-within-balance',
    says: 'out of a payment in a gap of the recording',
    outcome: 'not-applicable',
    tell: (h) => {
      paidInAGap(h);
      h.lookPayout(h.payout({ amount: '80.00', input: anna }));
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'out of a payment whose amount the recording lacks',
    outcome: 'not-applicable',
    tell: (h) => {
      paidUnknownAmount(h);
      h.lookPayout(h.payout({ amount: '80.00', input: anna }));
    },
  },
  {
    law: 'law.payouts-within-balance',
    says: 'a payout whose amount the recording lacks',
    outcome: 'not-applicable',
    tell: (h) => {
      paidIn(h);
      h.lookPayout(h.payout({ amount: '***', input: anna }));
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'a balance that grew by a payment in a gap of the recording',
    outcome: 'not-applicable',
    tell: (h) => {
      paidInAGap(h);
      balanceIs(h, '100.00');
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'a balance that grew by a payment whose amount the recording lacks',
    outcome: 'not-applicable',
    tell: (h) => {
      paidUnknownAmount(h);
      balanceIs(h, '100.00');
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'a refund that the shop made by itself takes its amount from the balance',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order({ amount: '100.00', input: anna });
      h.report(order, 4);
      h.lookPaid(order);
      const refund = h.id('sr-');
      const fields = { shop_refund_id: refund, invoice_id: String(order.paymentId), amount: '40.00' };
      h.refundState(order, refund, '40.00', 'WAITING', null);
      h.exchange('invoice/create-refund', fields, { data: { shop_refund_id: refund, status: 'WAITING' } });
      h.endRefund(order, refund, '40.00', 'SUCCESS');
      h.call('listRefunds', order.orderId, [{ refund_id: refund, amount: '40.00', state: 'done' }]);
      h.lookPaid(order, { state: 'partially_refunded', refunded: '40.00' });
      balanceIs(h, '60.00');
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'a refund that the gateway has not received yet is taken from the balance',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order({ amount: '100.00', input: anna });
      h.report(order, 4);
      h.lookPaid(order);
      h.call('createRefund', [order.orderId, { amount: '40.00' }], {
        refund_id: 'r',
        amount: '40.00',
        state: 'pending',
      });
      balanceIs(h, '60.00');
    },
  },
  ...(['95.00', '100.00'] as const).map(
    (balance): Story => ({
      law: 'law.payout-conservation',
      says: `a balance of ${balance} while a payout of 5.00 is on its way`,
      outcome: 'not-failed',
      tell: (h) => {
        paidIn(h);
        const payout = {
          payoutId: 'p',
          reference: 'r',
          shopPaymentId: h.id('sp-'),
          id: 0,
          amount: '5.00',
        };
        const input = { ...anna, reference: 'r', amount: '5.00', currency: 643 };
        const call = h.ask('createPayout', input);
        h.withdraw(payout);
        balanceIs(h, balance);
        h.told(call, h.shownPayout(payout));
      },
    }),
  ),
  {
    law: 'law.payout-conservation',
    says: 'the books of the gateway fall by what was paid out',
    outcome: 'pass',
    tell: booksAfterPayout('95.00'),
  },
  {
    law: 'law.payout-conservation',
    says: 'the books of the gateway at one instant: nothing has moved',
    outcome: 'not-applicable',
    tell: (h) => {
      books(h, '100.00');
      h.lookPayout(h.payout({ amount: '5.00' }));
    },
  },
  {
    law: 'law.payout-conservation',
    says: 'the books of the gateway, with an amount that the history masks',
    outcome: 'not-applicable',
    tell: booksAfterPayout('***'),
  },
  {
    law: 'law.payout-conservation',
    says: 'the books of the gateway fall by more than was paid out',
    outcome: 'inconclusive',
    tell: booksAfterPayout('90.00'),
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
