import { digest, notificationText } from '../../simulator/protocol/signing.ts';
import { isWireObject, parseWire } from '../../simulator/protocol/wire.ts';
import { type HistoryBuilder, SECRET } from './support/history-builder.ts';
import { type Story, tellStories } from './support/laws.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An instant as ISO 8601 with this offset in hours; without a zone where it is left out of the text. */
const at = (ms: number, hours: number, zone = ''): string =>
  `${new Date(ms + hours * HOUR).toISOString().slice(0, 19)}${zone}`;

const balance = (h: HistoryBuilder, now: string): void =>
  h.exchange('shop_balance', { now }, { data: { balances: [] } });

/** The gateway and the merchant are moved on together. */
const moveOn = (h: HistoryBuilder, ms: number): void => {
  const from = new Date(h.now()).toISOString();
  h.wait(ms, 20);
  h.add({ kind: 'clock', from, to: new Date(h.now()).toISOString() });
  h.jobs(h.now());
};

/** What the gateway said of an invoice's deadline, and what the merchant shows then. */
const told = (h: HistoryBuilder, said: string, shown: string, sent?: string): void => {
  const order = h.order(sent === undefined ? {} : { create: { expires_at: sent } });
  h.state(order, 2);
  h.deliver(order, 2, { body: h.body(order, 2, { expires_at: said }) });
  h.look(order, { expires_at: shown });
};

/** A deadline that is no whole number of minutes away. */
const deadline = (h: HistoryBuilder): number => h.now() + 2 * HOUR + 17 * 60_000 + 31_000;

const craftRefused = (h: HistoryBuilder, reply: (right: string, text: string) => object): void => {
  const order = h.order();
  const body = h.body(order, 4, { sign: 'f'.repeat(64) });
  const parsed = parseWire(new TextEncoder().encode(body));
  const text = parsed.ok && isWireObject(parsed.value) ? notificationText(parsed.value) : '';
  const said = { status: 403, accepted: false, ...reply(digest(text, SECRET), text) };
  h.craft(order, 'a wrong digest', body, { reply: said });
};

const stories: Story[] = [
  {
    law: 'law.current-now',
    says: 'the same instant in several zones, and without one',
    outcome: 'pass',
    tell: (h) => {
      moveOn(h, DAY);
      balance(h, at(h.now(), 0, 'Z'));
      balance(h, at(h.now(), 9.5, '+09:30'));
      balance(h, at(h.now(), 3));
      balance(h, at(h.now() - 4 * 60_000, 3).replace('T', ' '));
    },
  },
  {
    law: 'law.current-now',
    says: 'a time in UTC that does not say so',
    outcome: 'fail',
    tell: (h) => balance(h, at(h.now(), 0)),
  },
  {
    law: 'law.current-now',
    says: 'a clock of twelve hours',
    outcome: 'fail',
    tell: (h) => balance(h, at(h.now() - 12 * HOUR, 0, 'Z')),
  },
  {
    law: 'law.current-now',
    says: 'the real time of a merchant whose clock cannot be set',
    outcome: 'pass',
    tell: (h) => {
      const realMs = h.now() + DAY;
      h.wait(3 * DAY, 0);
      balance(h, at(realMs, 0, 'Z'));
    },
  },
  {
    law: 'law.current-now',
    says: 'a clock that was set and runs on, while that of the gateway stands still',
    outcome: 'pass',
    tell: (h) => {
      moveOn(h, 5 * DAY);
      const set = h.now();
      h.wait(0, HOUR);
      balance(h, at(set + HOUR, 0, 'Z'));
    },
  },
  {
    law: 'law.current-now',
    says: 'a request that was written before the clock was moved on',
    outcome: 'pass',
    tell: (h) => {
      moveOn(h, 3 * DAY);
      const written = at(h.now(), 0, 'Z');
      moveOn(h, DAY);
      balance(h, written);
    },
  },
  {
    law: 'law.current-now',
    says: 'the time of the first question in that of the next day',
    outcome: 'fail',
    tell: (h) => {
      moveOn(h, 3 * DAY);
      const written = at(h.now(), 0, 'Z');
      balance(h, written);
      moveOn(h, DAY);
      balance(h, written);
    },
  },
  {
    law: 'law.current-now',
    says: 'another question with the time of one before the clock was moved on',
    outcome: 'pass',
    tell: (h) => {
      moveOn(h, 3 * DAY);
      const now = at(h.now(), 0, 'Z');
      h.exchange('withdraw/status', { withdraw_id: '1', now }, { data: { id: 1, status: 1 } });
      moveOn(h, DAY);
      h.exchange('withdraw/status', { withdraw_id: '2', now }, { data: { id: 2, status: 1 } });
    },
  },
  {
    law: 'law.deadline-instant',
    says: 'a deadline ahead, with an offset and without',
    outcome: 'pass',
    tell: (h) => {
      h.order({ create: { expires_at: at(h.now() + HOUR, 0, 'Z') } });
      h.order({ create: { expires_at: at(h.now() + HOUR, 3) } });
    },
  },
  {
    law: 'law.deadline-instant',
    says: 'a deadline in UTC that does not say so, and has passed in UTC+03:00',
    outcome: 'fail',
    tell: (h) => {
      h.wait(0, -DAY);
      h.order({ create: { expires_at: at(h.now() + HOUR, 0) } });
    },
  },
  {
    law: 'law.deadline-instant',
    says: 'a creation that is repeated when its deadline has passed',
    outcome: 'pass',
    tell: (h) => {
      const sent = at(h.now() + 2 * DAY, 0, 'Z');
      const order = h.order({ create: { expires_at: sent } });
      h.wait(3 * DAY);
      h.exchange(
        'invoice/create',
        { shop_order_id: order.shopOrderId, amount: '10.50', currency: '643', expires_at: sent },
        { code: 6 },
      );
    },
  },
  {
    law: 'law.deadline-instant',
    says: 'the instant that the gateway said, in another zone',
    outcome: 'pass',
    tell: (h) => told(h, at(deadline(h), 5, '+05:00'), at(deadline(h), 0, 'Z')),
  },
  {
    law: 'law.deadline-instant',
    says: 'the deadline of the gateway, after a forgery with the same time in another zone',
    outcome: 'pass',
    tell: (h) => {
      const ms = deadline(h);
      const said = at(ms, 0, 'Z');
      const order = h.order();
      h.state(order, 2);
      h.deliver(order, 2, { body: h.body(order, 2, { expires_at: said }) });
      const forged = { expires_at: at(ms, 0, '+05:00'), sign: 'f'.repeat(64) };
      h.craft(order, 'wrong sign', h.body(order, 2, forged), { status: 2 });
      h.look(order, { expires_at: said });
    },
  },
  {
    law: 'law.deadline-instant',
    says: 'the offset cut off',
    outcome: 'fail',
    tell: (h) => told(h, at(deadline(h), 5, '+05:00'), at(deadline(h), 5)),
  },
  {
    law: 'law.deadline-instant',
    says: 'a time without a zone taken for UTC',
    outcome: 'fail',
    tell: (h) => told(h, at(deadline(h), 3), at(deadline(h), 3, 'Z')),
  },
  {
    law: 'law.deadline-instant',
    says: 'a margin of half an hour before every deadline, in whichever zone it is written',
    outcome: 'not-failed',
    tell: (h) => {
      told(h, at(deadline(h), 5, '+05:00'), at(deadline(h) - HOUR / 2, 0, 'Z'));
      told(h, at(deadline(h), 3), at(deadline(h) - HOUR / 2, 0, 'Z'));
    },
  },
  {
    law: 'law.deadline-instant',
    says: 'one deadline is right, and one is earlier by the hours of its zone',
    outcome: 'fail',
    tell: (h) => {
      told(h, at(deadline(h), 0, 'Z'), at(deadline(h), 0, 'Z'));
      told(h, at(deadline(h), -2, '-02:00'), at(deadline(h) - 2 * HOUR, 0, 'Z'));
    },
  },
  {
    law: 'law.deadline-instant',
    says: "the end of the shop's own session",
    outcome: 'not-failed',
    tell: (h) => {
      told(h, at(deadline(h), 5, '+05:00'), at(deadline(h) - 47 * 60_000, 0, 'Z'));
      told(h, at(h.now() + 2 * HOUR, 5, '+05:00'), at(h.now() + HOUR, 0, 'Z'));
      told(h, at(deadline(h), 0, 'Z'), at(deadline(h) - HOUR, 0, 'Z'), at(deadline(h), 0, 'Z'));
    },
  },
  {
    law: 'law.plain-refusals',
    says: 'a short text, and the digest that was sent',
    outcome: 'pass',
    tell: (h) => craftRefused(h, () => ({ body: `wrong sign ${'f'.repeat(64)}` })),
  },
  {
    law: 'law.plain-refusals',
    says: 'a digest in the reply to what is no notification: nothing was signed',
    outcome: 'pass',
    tell: (h) => {
      const reply = { status: 400, accepted: false, body: `request ${'f'.repeat(64)}` };
      h.craft(h.order(), 'no JSON', 'status', { verdict: 'reject', reply });
    },
  },
  {
    law: 'law.plain-refusals',
    says: 'the text that is signed',
    outcome: 'fail',
    tell: (h) => craftRefused(h, (_, text) => ({ body: `wrong sign of ${text}` })),
  },
  {
    law: 'law.plain-refusals',
    says: 'a stack trace',
    outcome: 'fail',
    tell: (h) => craftRefused(h, () => ({ status: 500, body: 'Error\n    at parse (/srv/shop.js:1:2)' })),
  },
  {
    law: 'law.plain-refusals',
    says: 'the digest that would have been right, in a reply',
    outcome: 'fail',
    tell: (h) => craftRefused(h, (right) => ({ body: `expected ${right}` })),
  },
  {
    law: 'law.plain-refusals',
    says: 'the digest that would have been right, in a header of a reply',
    outcome: 'fail',
    tell: (h) => craftRefused(h, (right) => ({ headers: { 'x-expected': right.toUpperCase() } })),
  },
];

tellStories(stories);
