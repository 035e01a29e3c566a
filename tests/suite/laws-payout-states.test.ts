import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const held = { outcome: 'held', committed: true } as const;
const lost = { outcome: 'held', committed: false } as const;
const cut = { outcome: 'reset', committed: true } as const;
const status = (code: number) => ({ data: { id: 1, status: code } });
const failed = { state: 'failed', debited: '0.00' };

/** A payout that the gateway has in this status, and of which the merchant was told. */
const toldOf = (h: HistoryBuilder, to: number) => {
  const payout = h.payout();
  h.payoutState(payout, to);
  h.askStatus(payout, status(to));
  return payout;
};

/** A second attempt, on command, under another id. */
const retried = (h: HistoryBuilder, payout: ReturnType<HistoryBuilder['payout']>) => {
  const call = h.ask('retryPayout', payout.payoutId);
  payout.id = 0;
  payout.shopPaymentId = `${payout.shopPaymentId}-2`;
  h.withdraw(payout);
  h.told(call, h.shownPayout(payout));
};

const stories: Story[] = [
  ...[1, 2, 3, 4, 9].flatMap((open): Story[] =>
    [{ state: 'paid' }, failed].map((value) => ({
      law: 'law.payout-ends-as-told',
      says: `shown as ${value.state} in status ${open}`,
      outcome: 'fail',
      tell: (h) => h.lookPayout(toldOf(h, open), value),
    })),
  ),
  {
    law: 'law.payout-ends-as-told',
    says: 'a status that no list explains may end it for a merchant',
    outcome: 'pass',
    tell: (h) => h.lookPayout(toldOf(h, 7), failed),
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'paid with 5, and failed with 6',
    outcome: 'pass',
    tell: (h) => {
      h.lookPayout(toldOf(h, 5), { state: 'paid' });
      h.lookPayout(toldOf(h, 6), failed);
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'left to a person',
    outcome: 'pass',
    tell: (h) => h.lookPayout(toldOf(h, 9), { state: 'review' }),
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'failed by a fatal code, and by one that is not explained',
    outcome: 'pass',
    tell: (h) => {
      for (const code of [4, 57]) h.payout({ ending: { code }, value: failed });
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'failed because its connection was reset, and the gateway has it',
    outcome: 'fail',
    tell: (h) => {
      h.payout({ ending: cut, value: failed });
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'failed because its connection was reset, and the gateway never had it',
    outcome: 'pass',
    tell: (h) => {
      h.payout({ ending: { outcome: 'reset', committed: false }, value: failed });
    },
  },
  ...[57, 11, 10, 8].map(
    (code): Story => ({
      law: 'law.payout-ends-as-told',
      says: `failed because the question about it was answered by the code ${code}`,
      outcome: 'fail',
      tell: (h) => {
        const payout = h.payout();
        h.askStatus(payout, { code });
        h.lookPayout(payout, failed);
      },
    }),
  ),
  {
    law: 'law.payout-ends-as-told',
    says: 'failed after "absent"',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout({ ending: lost });
      h.askStatus(payout, { code: 7 });
      h.lookPayout(payout, failed);
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'a page that lags behind shows how the attempt before ended',
    outcome: 'pass',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, failed);
      const before = { ...failed, shop_payment_id: payout.shopPaymentId };
      retried(h, payout);
      h.lookPayout(payout, before);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'the second attempt is failed while it is open',
    outcome: 'fail',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, failed);
      retried(h, payout);
      h.jobs();
      h.jobs();
      h.lookPayout(payout, failed);
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'a second attempt whose id was never shown may be the one that is paid',
    outcome: 'pass',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, failed);
      const hidden = { ...payout, id: 0, shopPaymentId: 'hidden' };
      h.withdraw(hidden);
      h.payoutState(hidden, 5);
      h.askStatus(hidden, status(5));
      h.lookPayout(payout, { state: 'paid' });
    },
  },
  {
    law: 'law.payout-ends-as-told',
    says: 'a payout from before the recording',
    outcome: 'not-failed',
    tell: (h) => {
      const old = { payoutId: 'p0', reference: 'r0', shopPaymentId: 'old', id: 7, amount: '10.50' };
      h.askStatus(old, status(3));
      h.lookPayout(old, { state: 'paid' });
    },
  },
  {
    law: 'law.final-payout-known',
    says: 'shown as it was told',
    outcome: 'pass',
    tell: (h) => {
      const payout = toldOf(h, 5);
      h.lookPayout(payout);
      h.wait(1000);
      h.lookPayout(payout, { state: 'paid' });
    },
  },
  ...[5, 6].map(
    (end): Story => ({
      law: 'law.final-payout-known',
      says: `told of ${end}, and still open when its jobs have run`,
      outcome: 'fail',
      tell: (h) => {
        const payout = toldOf(h, end);
        h.jobs();
        h.jobs();
        h.lookPayout(payout);
      },
    }),
  ),
  {
    law: 'law.final-payout-known',
    says: 'told after it had given up: the gateway saw the request when the call that made it was over',
    outcome: 'not-failed',
    options: { tempo: { settleMs: 100, readTimeoutMs: 500 } },
    tell: (h) => {
      const payout = h.payout();
      const call = h.ask('runJobs', {});
      h.wait(500);
      h.told(call, {});
      h.wait(600);
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.final-payout-known',
    says: 'a final status in the answer of withdraw/create that nobody read',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: status(5) });
      h.payoutState(payout, 5);
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.final-payout-known',
    says: 'waits after a fatal code',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 4 } });
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.final-payout-known',
    says: 'waits after a code that is not explained',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 57 } });
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.final-payout-known',
    says: 'killed before it could store what it was told',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = toldOf(h, 5);
      h.add({ kind: 'merchant', action: 'kill' });
      h.add({ kind: 'merchant', action: 'start' });
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.final-payout-known',
    says: 'tried again after 6',
    outcome: 'pass',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, failed);
      retried(h, payout);
      h.wait(1000);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned after a read timeout, and the gateway has it',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: held });
      h.lookPayout(payout, { debited: '0.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'a second attempt is returned while it is open',
    outcome: 'fail',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, failed);
      retried(h, payout);
      h.wait(1000);
      h.lookPayout(payout, { debited: '0.00' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'kept when its jobs have run after it failed',
    outcome: 'fail',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, { state: 'failed' });
      h.jobs();
      h.jobs();
      h.lookPayout(payout, { state: 'failed' });
    },
  },
  {
    law: 'law.payout-debited-once',
    says: 'returned a moment after it failed',
    outcome: 'pass',
    tell: (h) => {
      const payout = toldOf(h, 6);
      h.lookPayout(payout, { state: 'failed' });
      h.jobs();
      h.lookPayout(payout, failed);
    },
  },
  {
    law: 'law.status-after-read-timeout',
    says: 'asked, answered by a code that says nothing about it, repeated',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: lost });
      h.askStatus(payout, { code: 57 });
      h.withdraw(payout);
    },
  },
];

tellStories(stories);
