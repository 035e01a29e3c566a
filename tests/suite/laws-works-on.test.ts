import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const LAW = 'law.works-on';
const BROKEN = 'POST http://127.0.0.1/test answered HTTP 500: {}';
const GONE = 'POST http://127.0.0.1/test was refused: nothing listens there';

const fails = (h: HistoryBuilder, call: string, error = BROKEN): void => {
  h.add({ kind: 'outcome', call, status: 'unknown', error });
};

const asksInVain = (h: HistoryBuilder): void =>
  h.exchange('invoice/get-refunds', { invoice_id: '1' }, { code: 57 });

const WISH = { reference: 'r', amount: '10.50', currency: 643, payway: 'card_rub' };

const refusedCreate = (h: HistoryBuilder): void =>
  h.exchange('invoice/create', { shop_order_id: 's', ...WISH, currency: '643' }, { code: 99_999 });

const life = (h: HistoryBuilder, action: string): void => {
  h.add({ kind: 'merchant', action, detail: 'exit code 1' });
};

const stories: Story[] = [
  {
    law: LAW,
    says: 'an unknown code takes the call down with it',
    outcome: 'fail',
    tell: (h) => {
      h.order();
      const call = h.ask('createOrder', WISH);
      refusedCreate(h);
      fails(h, call);
    },
  },
  {
    law: LAW,
    says: 'a call that fails whatever the gateway answers',
    outcome: 'not-failed',
    tell: (h) => {
      for (let count = 0; count < 2; count++) {
        const call = h.ask('createOrder', { ...WISH, reference: `r${count}` });
        refusedCreate(h);
        fails(h, call);
      }
    },
  },
  {
    law: LAW,
    says: 'an unknown code is passed on as a refusal',
    outcome: 'pass',
    tell: (h) => {
      const call = h.ask('createOrder', WISH);
      refusedCreate(h);
      h.told(call, undefined, 'refused');
    },
  },
  {
    law: LAW,
    says: 'a call fails while another one is under way',
    outcome: 'not-failed',
    tell: (h) => {
      h.order();
      const call = h.ask('createOrder', WISH);
      const other = h.ask('getOrder', 'o');
      refusedCreate(h);
      fails(h, call);
      h.told(other, undefined, 'refused');
    },
  },
  {
    law: LAW,
    says: 'a call fails without a word of the gateway',
    outcome: 'not-failed',
    tell: (h) => fails(h, h.ask('createOrder', WISH)),
  },
  {
    law: LAW,
    says: 'the jobs never run again after a question that was refused',
    outcome: 'fail',
    tell: (h) => {
      const call = h.ask('runJobs', {});
      asksInVain(h);
      h.told(call, {});
      fails(h, h.ask('runJobs', {}));
      fails(h, h.ask('runJobs', {}), GONE);
    },
  },
  {
    law: LAW,
    says: 'the jobs fail once, and run again',
    outcome: 'not-failed',
    tell: (h) => {
      const call = h.ask('runJobs', {});
      asksInVain(h);
      h.told(call, {});
      fails(h, h.ask('runJobs', {}));
      fails(h, h.ask('runJobs', {}));
      h.jobs();
    },
  },
  {
    law: LAW,
    says: 'the jobs do not run again in a check, and do in the next',
    outcome: 'fail',
    tell: (h) => {
      const call = h.ask('runJobs', {});
      asksInVain(h);
      h.told(call, {});
      fails(h, h.ask('runJobs', {}));
      fails(h, h.ask('runJobs', {}));
      h.add({ kind: 'check', id: 'payout.status-call.fails', phase: 'end', outcome: 'fail' });
      life(h, 'kill');
      h.jobs();
    },
  },
  {
    law: LAW,
    says: 'the jobs fail, and then take longer than the driver waits',
    outcome: 'not-failed',
    tell: (h) => {
      const call = h.ask('runJobs', {});
      asksInVain(h);
      h.told(call, {});
      fails(h, h.ask('runJobs', {}));
      fails(h, h.ask('runJobs', {}), 'no answer within 15 s');
    },
  },
  {
    law: LAW,
    says: 'the jobs fail without a refused question before',
    outcome: 'not-failed',
    tell: (h) => {
      h.jobs();
      for (const _ of [1, 2]) fails(h, h.ask('runJobs', {}));
    },
  },
  {
    law: LAW,
    says: 'killed, and the jobs with it',
    outcome: 'not-failed',
    tell: (h) => {
      const call = h.ask('runJobs', {});
      asksInVain(h);
      h.told(call, {});
      life(h, 'kill');
      fails(h, h.ask('runJobs', {}));
      fails(h, h.ask('runJobs', {}));
    },
  },
  {
    law: LAW,
    says: 'its process ends by itself, and nobody answers',
    outcome: 'fail',
    tell: (h) => {
      life(h, 'ready');
      asksInVain(h);
      life(h, 'exit');
      fails(h, h.ask('getOrder', 'o'), GONE);
    },
  },
  {
    law: LAW,
    says: 'its process ends by itself after a forgery, for which there is another rule',
    outcome: 'not-failed',
    tell: (h) => {
      const order = h.order();
      life(h, 'ready');
      h.craft(order, 'wrong sign', h.body(order, 4, { sign: 'f'.repeat(64) }));
      life(h, 'exit');
      fails(h, h.ask('getOrder', 'o'), GONE);
    },
  },
  {
    law: LAW,
    says: 'a command that only starts a server ends',
    outcome: 'not-failed',
    tell: (h) => {
      life(h, 'ready');
      asksInVain(h);
      life(h, 'exit');
      h.call('getOrder', 'o', {});
    },
  },
];

tellStories(stories);
