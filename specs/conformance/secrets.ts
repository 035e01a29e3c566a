import { notificationText, signNotification, type WireObject } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { type Forgery, flipLast, signedAs } from './forgery.ts';
import { profileLookups } from './lookup-parameters.ts';
import { moveMoneyBack } from './money-back.ts';

/** A text of the merchant, and where it was seen. */
interface Seen {
  readonly where: string;
  readonly text: string;
}

/** A secret as it may be written: plain, and in the encodings of addresses and headers. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [...new Set([secret, encodeURIComponent(secret), bytes.toString('base64').replace(/=+$/, '')])];
}

const SHORTEST = 8;

function secretOf(t: Verbs): string {
  const { secret } = t.slot.shop;
  if (secret.length < SHORTEST) {
    t.notApplicable(
      `The secret of the shop has fewer than ${SHORTEST} characters, so that it could occur by chance.`,
    );
  }
  return secret;
}

async function pagesOf(t: Verbs, payment: Pick<Payment, 'orderId' | 'reference'>): Promise<Seen[]> {
  if (!t.claims('checkout')) return [];
  const order = await t.look(payment);
  const seen: Seen[] = [];
  for (const url of [order.pay_url, order.status_url]) {
    const page = await t.page(url);
    if (page !== undefined)
      seen.push({ where: `the page ${page.url}`, text: `${page.headers}\n\n${page.body}` });
  }
  return seen;
}

async function aroundPayments(t: Verbs): Promise<Seen[]> {
  const payment = await t.order(t.claims('invoice') ? {} : { mode: 'hold' });
  const seen: Seen[] = [{ where: 'the answer of POST /orders', text: JSON.stringify(payment.order) }];
  seen.push(...(await pagesOf(t, payment)));
  const forged = await t.send(payment, { label: 'a wrong sign', tamper: signedAs(flipLast) });
  const plain = await t.report(payment, t.claims('invoice') ? 4 : 8);
  for (const [what, reply] of [
    ['a forged notification', forged],
    ['a genuine notification', plain],
  ] as const) {
    seen.push({ where: `the reply to ${what}`, text: `${JSON.stringify(reply.headers)}\n${reply.body}` });
  }
  seen.push({ where: 'the order', text: JSON.stringify(await t.look(payment)) });
  seen.push(...(await pagesOf(t, payment)));
  return seen;
}

/** An order that the gateway refuses. */
async function aroundRefusal(t: Verbs): Promise<Seen[]> {
  await t.gateway.arm([
    {
      where: { operation: ['invoice/create', 'invoice/hold'] },
      effect: { kind: 'error', code: 4, message: 'Payer price amount is too small, min: 1.0' },
    },
  ]);
  const { answer, reference } = await t.ask(t.claims('invoice') ? {} : { mode: 'hold' });
  await t.gateway.clearFaults();
  const seen = [{ where: 'the answer about an order that was refused', text: JSON.stringify(answer) }];
  if (answer.kind !== 'ok') return seen;
  return [...seen, ...(await pagesOf(t, { orderId: answer.value.order_id, reference }))];
}

async function aroundLookups(t: Verbs): Promise<Seen[]> {
  if (t.slot.config.profile.lookups.length === 0) return [];
  const seen: Seen[] = [];
  for (const [operation, parameters] of await profileLookups(t)) {
    const answer = await t.driver.lookup(operation, parameters);
    seen.push({ where: `the lookup ${operation}`, text: JSON.stringify(answer) });
  }
  return seen;
}

/** What the history shows of requests is masked: the mark stands for the secret. */
async function inRequests(t: Verbs): Promise<Seen[]> {
  return (await t.calls()).map(({ request }) => ({
    where: `a request to ${request.path}`,
    text: JSON.stringify([request.path, request.query ?? '', request.headers, request.body]),
  }));
}

async function noneInRequests(t: Verbs): Promise<void> {
  const sent = (await inRequests(t)).find(({ text }) => text.includes('<SECRET>'));
  if (sent !== undefined) t.fail(`The secret of the shop appears in ${sent.where}.`);
}

const TRACE = /Traceback \(most recent call last\)|Stack trace:|\n\s+at .+:\d+:\d+|\bgoroutine \d+ \[/;

const RAW_ANSWER = /(?:"|&quot;|&#34;)error_code(?:"|&quot;|&#34;)\s*:/;

const FORGERIES: readonly Forgery[] = [
  { label: 'a wrong digest', tamper: signedAs(flipLast) },
  { label: 'a wrong digest and type=refund', type: 'refund', tamper: signedAs(flipLast) },
  { label: 'half of its body', encode: (text) => text.slice(0, text.length / 2) },
  { label: 'no sign', tamper: signedAs(() => undefined) },
  { label: 'sign as a list', tamper: signedAs((sign) => [flipLast(sign)]) },
];

/** A reply of the merchant with its headers, and what it replies to. */
interface Replied {
  readonly text: string;
  readonly body: WireObject;
}

/** What the reply to a notification that cannot be believed gives away; undefined for nothing. */
async function repliesToForgeries(
  t: Verbs,
  givesAway: (replied: Replied) => string | undefined,
): Promise<void> {
  const payment = await t.order();
  for (const forgery of FORGERIES) {
    let body: WireObject = {};
    const reply = await t.send(payment, {
      ...forgery,
      tamper: (plain) => {
        body = plain;
        return forgery.tamper?.(plain) ?? plain;
      },
    });
    const found = givesAway({ text: `${JSON.stringify(reply.headers)}\n${reply.body}`, body });
    if (found === undefined) continue;
    t.fail(`The reply to a notification with ${forgery.label} ${found}.`, { about: t.aboutPayment(payment) });
  }
}

interface Canary {
  readonly name: string;
  readonly value: string;
}

async function tokenCanary(t: Verbs): Promise<Canary> {
  const token = `canary${Buffer.from(t.unique('token')).toString('hex')}`;
  const customer = t.unique('customer');
  const payment = await t.order({ saveInstrument: true, customer });
  const data = { ps_payer_account: '4111******1111', payment_token: token };
  await t.genuine(payment, {
    label: 'genuine, with a payment token that can be recognised',
    set: { ps_data: JSON.stringify(data) },
  })();
  await t.settle();
  for (const { where, text } of await pagesOf(t, payment)) {
    if (text.includes(token))
      t.fail(`A payment token is shown on ${where}.`, { about: t.aboutPayment(payment) });
  }
  await t.ask({ customer, instrumentOf: payment });
  return { name: 'a payment token', value: token };
}

async function cardCanary(t: Verbs): Promise<Canary> {
  const { profile } = t.slot.config;
  const number = '4000001234567899';
  const holdWithCard = () =>
    t.driver.createOrder({
      reference: t.unique('card'),
      amount: '10.50',
      currency: profile.currencies[0] ?? 643,
      payway: profile.payways.hold,
      mode: 'hold',
      card: { number, cardholder: 'IVAN IVANOV', expiry_month: '12', expiry_year: '2035', cvv: '917' },
    });
  await holdWithCard();
  // What goes wrong is logged in more detail.
  for (const effect of [
    { kind: 'error', code: 57 },
    { kind: 'malformed', committed: false },
  ] as const) {
    await t.gateway.arm([{ where: { operation: 'invoice/hold' }, effect }]);
    await holdWithCard();
    await t.gateway.clearFaults();
  }
  await t.settle();
  return { name: 'a card number', value: number };
}

export const secrets: Bodies = {
  'secret.kept': async (t) => {
    const secret = secretOf(t);
    const seen: Seen[] = [];
    if (t.claims('invoice') || t.claims('hold')) {
      seen.push(...(await aroundPayments(t)), ...(await aroundRefusal(t)));
    }
    if (t.claims('lookups')) seen.push(...(await aroundLookups(t)));
    if (t.claims('payout')) {
      const made = await t.payout();
      seen.push({ where: 'the answer of POST /payouts', text: JSON.stringify(made.payout) });
    }
    for (const { where, text } of seen) {
      const spelling = spellingsOf(secret).find((each) => text.includes(each));
      if (spelling === undefined) continue;
      t.fail(`The secret of the shop appears in ${where}: ${t.lineWith(text, spelling, '<SECRET>')}.`);
    }
    await noneInRequests(t);
    await moveMoneyBack(t);
    await noneInRequests(t);
  },

  'secret.reply-oracle': (t) =>
    repliesToForgeries(t, ({ text, body }) => {
      const right = signNotification(body, t.slot.shop.secret);
      return text.toLowerCase().includes(right) ? 'reveals the digest that would have been valid' : undefined;
    }),

  'secret.reply-details': async (t) => {
    await repliesToForgeries(t, ({ text, body }) => {
      if (text.includes(notificationText(body))) return 'reveals the string to sign';
      return TRACE.test(text) ? 'contains a stack trace' : undefined;
    });
    if (!t.claims('checkout')) return;
    await t.gateway.arm([
      {
        where: { operation: ['invoice/create', 'invoice/hold'] },
        effect: { kind: 'error', code: 4, message: 'Payer price amount is too small, min: 1.0' },
      },
    ]);
    const { answer, reference } = await t.ask();
    if (answer.kind !== 'ok') return;
    const pages = await pagesOf(t, { orderId: answer.value.order_id, reference });
    const raw = pages.find(({ text }) => RAW_ANSWER.test(text) || TRACE.test(text));
    if (raw !== undefined)
      t.fail(`The payer is shown the raw answer of the gateway on ${raw.where}.`, { about: [reference] });
  },

  'secret.logs': async (t) => {
    const secret = secretOf(t);
    await aroundPayments(t);
    if (t.claims('payout')) await t.askPayout();
    await moveMoneyBack(t);
    const files = await t.logs();
    if (files.length === 0) t.inconclusive('No log could be read (merchant.logs).');
    for (const { file, text } of files) {
      const spelling = spellingsOf(secret).find((each) => text.includes(each));
      if (spelling !== undefined) {
        t.fail(
          `The secret of the shop appears in the log ${file}: ${t.lineWith(text, spelling, '<SECRET>')}.`,
        );
      }
    }
  },

  'secret.card-logs': async (t) => {
    const canaries = [
      ...(t.claims('recurrent') ? [await tokenCanary(t)] : []),
      ...(t.claims('card') ? [await cardCanary(t)] : []),
    ];
    const files = await t.logs();
    if (files.length === 0) t.inconclusive('No log could be read (merchant.logs).');
    for (const { file, text } of files) {
      const found = canaries.find(({ value }) => text.includes(value));
      if (found !== undefined) {
        t.fail(
          `The log ${file} contains ${found.name}: ${t.lineWith(text, found.value, '<hidden>').slice(0, 200)}.`,
        );
      }
    }
  },
};
