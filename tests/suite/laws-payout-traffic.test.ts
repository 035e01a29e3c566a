import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

type Payout = ReturnType<HistoryBuilder['payout']>;

const held = { outcome: 'held', committed: false } as const;
const cut = { outcome: 'reset', committed: true } as const;
const unread = { outcome: 'reset', committed: true } as const;
const status = (code: number) => ({ data: { id: 1, status: code } });
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Asks so often, at this interval of gateway time. */
function asks(
  h: HistoryBuilder,
  payout: Payout,
  times: number,
  everyMs: number,
  ending: Parameters<HistoryBuilder['askStatus']>[1] = status(3),
) {
  for (let count = 0; count < times; count++) {
    h.wait(everyMs, 5);
    h.askStatus(payout, ending);
  }
}

/** The payout does not arrive, and the gateway says so. */
const absent = (h: HistoryBuilder): Payout => {
  const payout = h.payout({ ending: held });
  h.askStatus(payout, { code: 7 });
  return payout;
};

const other: Readonly<Record<string, unknown>> = {
  amount: '9.97',
  amount_type: 'ps_amount',
  shop_currency: '978',
  payway: 'wallet',
  account: '7900******67',
};

const rejected = (h: HistoryBuilder): Payout => {
  const payout = h.payout();
  h.payoutState(payout, 6);
  h.askStatus(payout, status(6));
  return payout;
};

const ASKED = { amount_type: 'shop_amount', shop_currency: '643' };

const stories: Story[] = [
  ...Object.entries(other).map(
    ([name, value]): Story => ({
      law: 'law.one-payout-per-id',
      says: `repeated after "absent" with another ${name}`,
      outcome: 'fail',
      tell: (h) => {
        const payout = h.payout({ ending: held, create: ASKED });
        h.askStatus(payout, { code: 7 });
        h.withdraw(payout, undefined, { ...ASKED, [name]: value });
      },
    }),
  ),
  {
    law: 'law.one-payout-per-id',
    says: 'repeated after "absent" as it was, spelled otherwise',
    outcome: 'pass',
    tell: (h) => h.withdraw(absent(h), undefined, { amount: '10.5', account: '+7 900 123-45-67' }),
  },
  {
    law: 'law.one-payout-per-id',
    says: 'one id in both bases, for two payouts',
    outcome: 'pass',
    tell: (h) => {
      h.withdraw({ payoutId: 'p', reference: 'r', shopPaymentId: 'sp', id: 0, amount: '10.50' });
      const fields = { shop_payment_id: 'sp', amount: '1.00', account: '79001234567' };
      h.request('withdraw/create', fields, { base: 'test' });
    },
  },
  {
    law: 'law.one-payout-per-id',
    says: 'another payout under an id that was refused',
    outcome: 'not-failed',
    tell: (h) => {
      const refused = { payoutId: 'p', reference: 'r', shopPaymentId: 'sp', id: 0, amount: '10.50' };
      h.withdraw(refused, { code: 3 });
      h.withdraw({ ...refused, amount: '7.00' });
    },
  },
  {
    law: 'law.one-payout-per-id',
    says: 'another payout under an id that is in use, as after a counter began anew',
    outcome: 'fail',
    tell: (h) => {
      h.payout({ shopPaymentId: 'payment-1' });
      const second = { payoutId: 'p2', reference: 'r2', shopPaymentId: 'payment-1', id: 0, amount: '7.00' };
      h.withdraw(second, { code: 6 });
    },
  },
  {
    law: 'law.one-payout-per-id',
    says: 'retried after 6 under the same id',
    outcome: 'fail',
    tell: (h) => {
      const payout = rejected(h);
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
      const call = h.ask('retryPayout', payout.payoutId);
      h.withdraw(payout, { code: 6 });
      h.told(call, h.shownPayout(payout, { state: 'failed', debited: '0.00' }));
    },
  },
  {
    law: 'law.one-payout-per-id',
    says: 'two creations at the same moment under one id',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout({ ending: status(5) });
      h.withdraw(payout, { code: 6 });
    },
  },
  ...Object.entries({
    amount: '9.97',
    amount_type: 'ps_amount',
    shop_currency: '978',
    account: '79001234568',
  }).map(
    ([name, value]): Story => ({
      law: 'law.request-fields',
      says: `a payout is sent with another ${name} than was asked for`,
      outcome: 'fail',
      tell: (h) => h.lookPayout(h.payout({ create: { ...ASKED, [name]: value } })),
    }),
  ),
  {
    law: 'law.request-fields',
    says: 'an amount with a mark for thousands',
    outcome: 'fail',
    tell: (h) => h.lookPayout(h.payout({ amount: '1234.56', create: { amount: '1,234.56' } })),
  },
  {
    law: 'law.request-fields',
    says: 'a payout that was converted into the currency of the balance',
    outcome: 'not-failed',
    tell: (h) => h.lookPayout(h.payout({ create: { ...ASKED, amount: '980.10', shop_currency: '978' } })),
  },
  {
    law: 'law.request-fields',
    says: 'an account without the spaces in which it was given',
    outcome: 'not-failed',
    tell: (h) => h.lookPayout(h.payout({ input: { account: '7900 123 45 67' } })),
  },
  {
    law: 'law.request-fields',
    says: 'an account that the shop had stored: the request for the payout does not name it',
    outcome: 'not-failed',
    tell: (h) => h.lookPayout(h.payout({ input: { account: undefined } })),
  },
  {
    law: 'law.request-fields',
    says: 'an account in letters that was read in another encoding',
    outcome: 'fail',
    tell: (h) => {
      const account = Buffer.from('Счёт № 7').toString('latin1');
      h.lookPayout(h.payout({ input: { account: 'Счёт № 7' }, create: { account } }));
    },
  },
  ...[
    { says: 'a description that is too long', sent: 'a'.repeat(256), outcome: 'fail' } as const,
    { says: 'a description that was cut', sent: 'a'.repeat(255), outcome: 'not-failed' } as const,
    { says: 'a description in words of its own', sent: 'Payout 7', outcome: 'not-failed' } as const,
    { says: 'a description cut inside a character', sent: 'a\ud83d', outcome: 'fail' } as const,
  ].map(
    ({ says, sent, outcome }): Story => ({
      law: 'law.request-fields',
      says,
      outcome,
      tell: (h) =>
        h.lookPayout(h.payout({ input: { description: 'a'.repeat(300) }, create: { description: sent } })),
    }),
  ),
  ...[
    {
      says: 'what check_account said is passed on',
      details: { bank_code: '0445' },
      outcome: 'not-failed',
    } as const,
    {
      says: 'check_account said nothing of the account',
      details: {},
      info: null,
      outcome: 'not-failed',
    } as const,
    {
      says: 'the recipient gave what check_account says otherwise',
      details: { bank_code: '0446' },
      input: { account_details: { bank_code: '0446' } },
      outcome: 'not-failed',
    } as const,
    { says: 'what check_account said is left out', details: {}, outcome: 'fail' } as const,
    {
      says: 'what check_account said of another account',
      details: { bank_code: '1' },
      outcome: 'fail',
    } as const,
  ].map(
    ({ says, details, outcome, ...more }): Story => ({
      law: 'law.request-fields',
      says,
      outcome,
      tell: (h) => {
        const payout = { payoutId: 'p', reference: 'r', shopPaymentId: 'sp', id: 0, amount: '10.50' };
        const account = '79001234567';
        const input = 'input' in more ? more.input : {};
        const call = h.ask('createPayout', { reference: 'r', amount: '10.50', account, ...input });
        const info = 'info' in more ? more.info : { first_name: 'IVAN', bank_code: '0445' };
        h.exchange(
          'check_account',
          { account, amount: '10.50' },
          { data: { result: true, account_info: info } },
        );
        h.withdraw(payout, undefined, { account_details: details });
        h.told(call, h.shownPayout(payout));
      },
    }),
  ),
  ...[1, 2].map(
    (times): Story => ({
      law: 'law.fatal-ends-operation',
      says: `asked ${times} times what became of a payout that was refused for good`,
      outcome: times > 1 ? 'fail' : 'pass',
      tell: (h) => {
        const payout = h.payout({ ending: { code: 3 }, value: { state: 'failed', debited: '0' } });
        asks(h, payout, times, 30 * SECOND_MS, { code: 7 });
      },
    }),
  ),
  {
    law: 'law.one-id-per-payout',
    says: 'a new id after a code that is not fatal, although the gateway has the payout',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 8 } });
      payout.id = 77;
      h.payoutState(payout, 1, null);
      h.withdraw({ ...payout, id: 0, shopPaymentId: 'another' });
    },
  },
  {
    law: 'law.one-id-per-payout',
    says: 'a new id after "absent", a repeat, and a second timeout',
    outcome: 'fail',
    tell: (h) => {
      const payout = absent(h);
      h.withdraw(payout, { outcome: 'held', committed: true });
      h.withdraw({ ...payout, id: 0, shopPaymentId: 'another' });
    },
  },
  {
    law: 'law.polling-interval',
    says: 'every 30 seconds for two hours',
    outcome: 'pass',
    tell: (h) => asks(h, h.payout(), 240, 30 * SECOND_MS),
  },
  {
    law: 'law.polling-interval',
    says: 'every five seconds',
    outcome: 'fail',
    tell: (h) => asks(h, h.payout(), 60, 5 * SECOND_MS),
  },
  {
    law: 'law.polling-interval',
    says: 'three times every 30 seconds while the questions fail',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout();
      for (let count = 0; count < 40; count++) {
        h.wait(30 * SECOND_MS, 5);
        asks(h, payout, 3, 5, unread);
      }
    },
  },
  {
    law: 'law.polling-interval',
    says: 'every three seconds while the questions fail',
    outcome: 'fail',
    tell: (h) => asks(h, h.payout(), 200, 3 * SECOND_MS, unread),
  },
  {
    law: 'law.polling-interval',
    says: 'all that were missed in an hour at once',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout();
      h.wait(60 * MINUTE_MS, 10);
      asks(h, payout, 120, 5);
    },
  },
  {
    law: 'law.polling-interval',
    says: 'whenever it is told to run all its jobs',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout();
      for (let count = 0; count < 100; count++) {
        const call = h.ask('runJobs', {});
        h.askStatus(payout, status(3));
        h.told(call, {});
      }
    },
  },
  {
    law: 'law.final-ends-polling',
    says: 'asks on after 5',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      asks(h, payout, 3, 30 * SECOND_MS, status(5));
    },
  },
  {
    law: 'law.final-ends-polling',
    says: 'a question was on its way',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      asks(h, payout, 1, 5, status(5));
    },
  },
  {
    law: 'law.final-ends-polling',
    says: 'the answer with the final status was lost',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 5);
      asks(h, payout, 5, 30 * SECOND_MS, unread);
      h.askStatus(payout, status(5));
    },
  },
  {
    law: 'law.final-ends-polling',
    says: 'books are compared once a day',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      asks(h, payout, 5, 24 * 60 * MINUTE_MS, status(5));
    },
  },
  {
    law: 'law.final-ends-polling',
    says: 'somebody looks a payout up',
    outcome: 'pass',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 5);
      h.askStatus(payout, status(5));
      for (let count = 0; count < 5; count++) {
        const call = h.ask('lookup', ['withdraw/shop_payment_status', {}]);
        h.askStatus(payout, status(5));
        h.told(call, { result: {}, error: null });
      }
    },
  },
  {
    law: 'law.payout-followed',
    says: 'never asked about, while its jobs run',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout();
      for (let run = 0; run < 3; run++) h.jobs();
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'a question failed after the end, and none came any more',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout();
      h.payoutState(payout, 5);
      h.askStatus(payout, unread);
      h.jobs();
      h.jobs();
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'given up for a code that may be fatal',
    outcome: 'not-failed',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 8 }, value: { state: 'failed', debited: '0.00' } });
      for (let run = 0; run < 3; run++) h.jobs();
      h.lookPayout(payout, { state: 'failed', debited: '0.00' });
    },
  },
  {
    law: 'law.payout-followed',
    says: 'kept open after a code that may be non-fatal, and not asked about',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: { code: 8 } });
      for (let run = 1; run <= 3; run++) h.jobs(h.now() + run * 35 * MINUTE_MS);
      h.lookPayout(payout);
    },
  },
  {
    law: 'law.payout-followed',
    says: 'its answer was lost, and nobody asked',
    outcome: 'fail',
    tell: (h) => {
      const payout = h.payout({ ending: cut });
      h.payoutState(payout, 5);
      h.jobs();
      h.jobs();
      h.lookPayout(payout);
    },
  },
];

tellStories(stories);
