import { type OperationId, parseDateTime } from '../../simulator/index.ts';
import type { Asked, Exchange, Payment, Verbs } from '../../suite/engine/index.ts';
import { extraOf, PHONE, VALUE } from './add-ons.ts';
import type { Bodies } from './bodies.ts';
import { takesHolds } from './ways-in.ts';

const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];
const ASKS: readonly OperationId[] = ['invoice/try', 'shop_input_config/shop'];

async function creates(t: Verbs, after: number): Promise<readonly Exchange[]> {
  return t.calls({ operation: CREATE, after });
}

/** Asks for an order with what the payer posted; the invoice requests that came of it. */
async function askWith(
  t: Verbs,
  extra: Readonly<Record<string, string>>,
  mode?: 'hold',
): Promise<{ asked: Asked; seen: readonly Exchange[]; learnt: boolean }> {
  const since = await t.now();
  const asked = await t.ask(mode === undefined ? { extra } : { extra, mode });
  const learnt = (await t.calls({ operation: ASKS, after: since })).length > 0;
  return { asked, seen: await creates(t, since), learnt };
}

const BROKEN = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const MOJIBAKE = /(?:[\u00d0\u00d1][\u0080-\u00bf\u0400-\u04ff]?){3}|\?{8}/;

const LONG_TEXTS: readonly [string, string][] = [
  ['300 Cyrillic letters', 'Ж'.repeat(300)],
  ['an emoji at the 255th place', `${'a'.repeat(254)}😀😀`],
  ['emoji only', '😀'.repeat(260)],
];

function judgeDescription(t: Verbs, what: string, { request }: Exchange): void {
  const about = [request.exchange];
  if (request.fields === null) {
    t.fail(
      `With a description of ${what} the body of ${request.operation} cannot be read: ${request.problems.join('; ')}.`,
      { about },
    );
  }
  const text = request.fields?.description;
  if (typeof text !== 'string') return;
  const { length } = [...text];
  if (length > 255) {
    t.fail(`A description of ${what} was sent with ${length} characters; at most 255 are allowed.`, {
      about,
    });
  }
  if (BROKEN.test(text))
    t.fail(
      `A description of ${what} was cut inside a character: it ends with ${JSON.stringify(text.slice(-4))}.`,
      { about },
    );
  if (MOJIBAKE.test(text))
    t.fail(`A description of ${what} arrived in another encoding: ${JSON.stringify(text.slice(0, 20))}.`, {
      about,
    });
}

const tail = (t: Verbs, label: string): [string, string] => {
  const base = t.unique(label).padEnd(299, 'x');
  return [`${base}a`, `${base}b`];
};

const idOf = ({ request }: Exchange): string => String(request.fields?.shop_order_id ?? '');

async function needs(t: Verbs, asked: Asked, what: string): Promise<Payment> {
  const made = await t.paymentOf(asked);
  if (made !== undefined) return made;
  if (asked.answer.kind === 'refused')
    t.notApplicable(`The merchant refuses ${what}: ${asked.answer.message}.`);
  await t.order();
  return t.fail(
    `An order with ${what} could not be created, a plain one could: ${JSON.stringify(asked.answer)}.`,
    {
      about: [asked.reference],
    },
  );
}

const NO_DIGITS = new Set([392, 410, 152, 704, 600, 548, 950, 952, 953, 174, 262, 324, 108, 646, 800]);
const THREE_DIGITS = new Set([48, 368, 400, 414, 434, 512, 788]);

function phoneIsSent(t: Verbs, seen: readonly Exchange[], what: string): void {
  for (const exchange of seen) {
    const sent = extraOf(exchange, 'phone');
    if (sent === VALUE) continue;
    t.fail(
      `${what}: the payway asks for the field phone, the payer gave ${VALUE}, and the request carries ${sent === undefined ? 'no such field' : JSON.stringify(sent)}.`,
      { about: [exchange.request.exchange] },
    );
  }
}

/** Another try of an order with a long reference has an id of its own, and no longer one. */
async function retriesUnderShortIds(t: Verbs, payment: Payment): Promise<void> {
  if (!t.claims('order.retry')) return;
  await t.report(payment, 6);
  if (!(await t.becomes(payment, ({ state }) => state === 'failed')).met) return;
  const since = await t.now();
  await t.driver.retry(payment.orderId);
  for (const exchange of await creates(t, since)) {
    const id = idOf(exchange);
    const { length } = [...id];
    if (length <= 255 && id !== payment.shopOrderId) continue;
    t.fail(
      length > 255
        ? `The retry of an order has a shop_order_id of ${length} characters; at most 255 are allowed.`
        : `The retry of an order has the shop_order_id of the first one, ${id}, which must not be used again.`,
      { about: [...t.aboutPayment(payment), exchange.request.exchange] },
    );
  }
}

/** Whether the merchant takes payments in one step and in two by the same payway. */
function takesSameInTwoSteps(t: Verbs): boolean {
  const { payways } = t.slot.config.profile;
  return t.claims('invoice') && takesHolds(t) && payways.hold === payways.invoice;
}

/** The field is needed for every invoice of the payway: also one in two steps. */
async function phoneIsSentInTwoSteps(t: Verbs): Promise<void> {
  if (takesSameInTwoSteps(t)) {
    phoneIsSent(t, (await askWith(t, { phone: VALUE }, 'hold')).seen, 'A two-step order');
  }
}

/** A deadline that the merchant itself sends has not passed yet; without a zone it is in UTC+03:00. */
async function judgeOwnDeadline(t: Verbs, { shopOrderId }: Payment): Promise<void> {
  const now = t.claims('clock') ? await t.gatewayNow() : Math.min(await t.gatewayNow(), Date.now());
  for (const { request } of await t.calls({ operation: CREATE, fields: { shop_order_id: shopOrderId } })) {
    const sent = request.fields?.expires_at;
    if (typeof sent !== 'string' || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(sent)) continue;
    const said = parseDateTime(sent);
    if (said === undefined || said === null || said.instant > now) continue;
    t.fail(
      `${request.operation} was sent at ${new Date(now).toISOString()} with expires_at ${JSON.stringify(sent)}, which without a zone is in UTC+03:00 and has passed.`,
      { about: [request.exchange] },
    );
  }
}

/** The names under which something that the payer posted was sent. */
function takenFromPayer(t: Verbs, { request }: Exchange, chosen: Readonly<Record<string, string>>): string[] {
  const sent = request.fields ?? {};
  const isTaken = ([name, value]: [string, string]): boolean => {
    if (name === 'amount') return t.sameAmount(String(sent.amount), value);
    if (name === 'payment_token') return sent.payment_token !== undefined;
    return String(sent[name] ?? '') === value;
  };
  return Object.entries(chosen)
    .filter(isTaken)
    .map(([name]) => name);
}

/** What the payer posts beside the extra field that the payway asks for is not sent. */
const payerChooses = (t: Verbs, chosen: Readonly<Record<string, string>>): Promise<void> =>
  t.withPayway({ addOns: { phone: PHONE } }, async () => {
    const seen: Exchange[] = [];
    const about: string[] = [];
    for (const mode of takesSameInTwoSteps(t) ? ([undefined, 'hold'] as const) : [undefined]) {
      const each = await askWith(t, { phone: VALUE, ...chosen }, mode);
      seen.push(...each.seen);
      about.push(each.asked.reference);
    }
    for (const exchange of seen) {
      const taken = takenFromPayer(t, exchange, chosen);
      if (taken.length === 0) continue;
      t.fail(`The invoice request took ${taken.join(', ')} from what the payer posted.`, {
        about: [...about, exchange.request.exchange],
      });
    }
    if (seen.length > 0) return;
    // A refusal of such a form is right, if an honest one is taken.
    const plain = await askWith(t, { phone: VALUE });
    if (plain.seen.length === 0)
      t.notApplicable('The merchant accepts no orders for a payway with extra fields.');
  });

const FOREIGN = 'evil.example';
/** Ways to name another host than the merchant's own. */
const ELSEWHERE: readonly Readonly<Record<string, string>>[] = [
  { host: FOREIGN },
  { 'x-forwarded-host': FOREIGN },
];

export const orders: Bodies = {
  'order.add-ons': async (t) => {
    for (const prefix of [undefined, '7']) {
      const phone = prefix === undefined ? PHONE : { ...PHONE, prefix };
      await t.withPayway({ addOns: { phone } }, async () => {
        const { asked, seen, learnt } = await askWith(t, { phone: VALUE });
        if (!learnt)
          t.notApplicable(
            'The merchant asks neither invoice/try nor the list of payways which fields are required.',
          );
        if (seen.length === 0)
          t.notApplicable(
            `The merchant accepts no orders for a payway with extra fields: ${JSON.stringify(asked.answer)}.`,
          );
        for (const exchange of seen) {
          const sent = extraOf(exchange, 'phone');
          if (sent === VALUE || sent === `${prefix ?? ''}${VALUE}`) continue;
          t.fail(
            `The payway asks for the field phone${prefix === undefined ? '' : ` with the prefix ${prefix}`}, the payer gave ${VALUE}, and the request carries ${sent === undefined ? 'no such field' : JSON.stringify(sent)}.`,
            { about: [exchange.request.exchange, asked.reference] },
          );
        }
      });
    }
    await t.withPayway({ addOns: { phone: PHONE } }, () => phoneIsSentInTwoSteps(t));
  },

  'order.add-ons.regex': (t) =>
    t.withPayway({ addOns: { phone: PHONE } }, async () => {
      const good = await askWith(t, { phone: VALUE });
      const carried = good.seen.some((exchange) => extraOf(exchange, 'phone') === VALUE);
      if (!good.learnt || !carried) t.notApplicable('The merchant sends no extra fields.');
      for (const wrong of ['not a phone', '900123456', '90012345678']) {
        const { asked, seen } = await askWith(t, { phone: wrong });
        const sent = seen.find((exchange) => extraOf(exchange, 'phone') !== undefined);
        if (sent === undefined) continue;
        t.fail(
          `The value ${JSON.stringify(wrong)} does not match the pattern ${PHONE.regex} of the field phone, and was sent.`,
          { about: [sent.request.exchange, asked.reference] },
        );
      }
    }),

  'order.payer-params': (t) =>
    payerChooses(t, {
      amount: '1.00',
      currency: '840',
      shop_order_id: t.unique('chosen-by-payer'),
      shop_id: '1',
      payment_token: 'token-of-somebody-else',
      sign: 'x',
    }),

  'order.payer-params.visit': (t) =>
    payerChooses(t, {
      callback_url: 'http://evil.example/notify',
      callback_rejected_url: 'http://evil.example/rejected',
      success_url: 'http://evil.example/success',
      failed_url: 'http://evil.example/failed',
      expires_at: '2035-01-01T00:00:00+03:00',
      client_ip: '203.0.113.77',
    }),

  'order.description': async (t) => {
    for (const [what, description] of LONG_TEXTS) {
      const since = await t.now();
      const asked = await t.ask({ description });
      const seen = await creates(t, since);
      if (seen.length === 0 && asked.answer.kind === 'unknown')
        await needs(t, asked, `a description of ${what}`);
      for (const exchange of seen) judgeDescription(t, what, exchange);
    }
    if (!takesHolds(t)) return;
    const [[what, description] = ['', '']] = LONG_TEXTS;
    const since = await t.now();
    await t.ask({ mode: 'hold', description });
    for (const exchange of await creates(t, since)) judgeDescription(t, what, exchange);
  },

  'payout.description': async (t) => {
    for (const [what, description] of LONG_TEXTS) {
      const since = await t.now();
      await t.askPayout({ description });
      for (const exchange of await t.calls({ operation: 'withdraw/create', after: since })) {
        judgeDescription(t, what, exchange);
      }
    }
    await t.payout();
  },

  'order.payway': async (t) => {
    const odd = ['a'.repeat(151), 'card rub', 'card;rub', 'карта'];
    for (const payway of odd) {
      const since = await t.now();
      await t.ask({ payway });
      if (t.claims('payout')) await t.askPayout({ payway });
      const sent = (await t.calls({ after: since })).find(({ request }) => request.fields?.payway === payway);
      if (sent === undefined) continue;
      t.fail(
        `The payway ${JSON.stringify(payway.slice(0, 40))} (${payway.length} characters) was sent with ${sent.request.operation}; it cannot be one.`,
        {
          about: [sent.request.exchange],
        },
      );
    }
    await t.order();
  },

  'order.long-references': async (t) => {
    const [one, two] = tail(t, 'long');
    const since = await t.now();
    const first = await t.ask({ reference: one });
    const second = await t.ask({ reference: two });
    const long = (await creates(t, since)).find((exchange) => [...idOf(exchange)].length > 255);
    if (long !== undefined) {
      t.fail(`A shop_order_id of ${[...idOf(long)].length} characters was sent; at most 255 are allowed.`, {
        about: [long.request.exchange],
      });
    }
    const unpaid = await needs(t, first, 'a reference of 300 characters');
    const paid = await t.paymentOf(second);
    if (paid === undefined) {
      return t.fail(
        `Of two orders whose references of 300 characters differ only in the last character, the second could not be created: ${JSON.stringify(second.answer)}.`,
        { about: [one, two] },
      );
    }
    const about = [...t.aboutPayment(unpaid), ...t.aboutPayment(paid)];
    if (unpaid.shopOrderId === paid.shopOrderId) {
      t.fail(`Two orders with different references share the shop_order_id ${paid.shopOrderId}.`, {
        about,
      });
    }
    await t.pay(paid);
    await retriesUnderShortIds(t, unpaid);
    const [wrong] = await t.paidAmong([unpaid]);
    if (wrong !== undefined) {
      t.fail(
        `A payment of another order with a similar reference marked this one as paid: it is ${t.orderInWords(wrong[1])}.`,
        {
          about,
        },
      );
    }
  },

  'payout.long-references': async (t) => {
    const [one, two] = tail(t, 'long-payout');
    const first = await t.askPayout({ reference: one });
    if (first.answer.kind === 'refused') {
      t.notApplicable(`The merchant refuses a reference of 300 characters: ${first.answer.message}.`);
    }
    const made = await t.inHand(first);
    const second = await t.askPayout({ reference: two });
    const about = [one, two];
    const found = second.answer.kind === 'ok' ? second.answer.value : await t.findPayout(two);
    if (found === undefined) {
      if (made.view === undefined)
        t.inconclusive('The first of the two payouts does not exist at the gateway.');
      return t.fail(
        `Of two payouts whose references of 300 characters differ only in the last character, the second could not be created: ${JSON.stringify(second.answer)}.`,
        { about },
      );
    }
    if (made.shopPaymentId !== null && found.shop_payment_id === made.shopPaymentId) {
      t.fail(`Two payouts with different references share the shop_payment_id ${made.shopPaymentId}.`, {
        about,
      });
    }
    const view = await t.payoutView(found.shop_payment_id);
    if (made.view !== undefined && view === undefined) {
      t.fail('Of two payouts with long references the gateway has only one.', { about });
    }
    if (view === undefined) t.inconclusive('Neither of the two payouts exists at the gateway.');
  },

  'order.ids.unique': async (t) => {
    const ids = new Set<string>();
    const about: string[] = [];
    const description = 'The same again';
    const customer = t.unique('customer');
    const make = async (when: string): Promise<void> => {
      const since = await t.now();
      let asked = await t.ask({ description, customer });
      // A customer may have one open order; another one's is as much alike.
      if (asked.answer.kind === 'refused' && (await creates(t, since)).length === 0) {
        asked = await t.ask({ description, customer: t.unique('customer') });
      }
      about.push(asked.reference);
      const made = await t.paymentOf(asked);
      if (made === undefined) {
        // Only an order that never reached the gateway may be a matter of a slow machine.
        const isOpen = asked.answer.kind === 'ok' && (await creates(t, since)).length === 0;
        if (ids.size === 0 || isOpen)
          t.inconclusive(`No order could be created: ${JSON.stringify(asked.answer)}.`);
        return t.fail(
          `An order like the ones before could not be created ${when}: ${JSON.stringify(asked.answer)}.`,
          { about },
        );
      }
      if (ids.has(made.shopOrderId)) {
        t.fail(`A second order got the shop_order_id ${made.shopOrderId} ${when}.`, { about });
      }
      ids.add(made.shopOrderId);
    };
    for (let count = 0; count < 3; count++) await make('after others');
    if (t.claims('restart') && t.slot.process !== null) await t.slot.process.restart();
    for (let count = 0; count < 2; count++) await make('after a restart');
  },

  'order.page-views': async (t) => {
    const payment = await t.order();
    const { pay_url: payUrl, status_url: statusUrl } = await t.look(payment);
    const since = await t.now();
    let shown = 0;
    for (const url of [payUrl, payUrl, payUrl, statusUrl, payUrl, payUrl, statusUrl]) {
      const page = await t.page(url);
      if (page !== undefined && page.status < 500) shown += 1;
    }
    if (shown === 0) t.inconclusive('No page of the order could be fetched (pay_url, status_url).');
    const more = (await creates(t, since)).filter(({ answer }) => answer?.result === true);
    if (more.length > 0) {
      t.fail(`${more.length} further invoice(s) were created by opening the pages of one order.`, {
        about: [...t.aboutPayment(payment), ...more.map(({ request }) => request.exchange)],
      });
    }
  },

  'order.callback-address': async (t) => {
    const names = ['callback_url', 'callback_rejected_url', 'success_url', 'failed_url'];
    let tried = 0;
    for (const headers of ELSEWHERE) {
      const since = await t.now();
      const status = await t.askFromElsewhere(headers);
      if (status === undefined) continue;
      tried += 1;
      for (const { request } of await creates(t, since)) {
        const foreign = names.filter((name) => String(request.fields?.[name] ?? '').includes(FOREIGN));
        if (foreign.length === 0) continue;
        t.fail(
          `The order was created through the host ${JSON.stringify(headers)}, and ${foreign.join(', ')} of the invoice request point to that host.`,
          { about: [request.exchange] },
        );
      }
    }
    if (tried === 0) t.notApplicable('The test interface cannot be reached under another host name.');
    await t.order();
    if (!t.claims('refund')) return;
    for (const headers of ELSEWHERE) {
      const payment = await t.paid();
      const path = `/orders/${encodeURIComponent(payment.orderId)}/refunds`;
      const body = { amount: payment.amount, currency: payment.currency };
      if ((await t.askFromElsewhere(headers, { path, body })) === undefined) continue;
      for (const { request } of await t.refundCalls(payment)) {
        if (!JSON.stringify(request.fields).includes(FOREIGN)) continue;
        t.fail(
          `The refund was requested through the host ${JSON.stringify(headers)}, and the refund request points to that host: whoever chose it receives the notification of the refund.`,
          { about: [request.exchange] },
        );
      }
    }
  },

  'money.minor-units': async (t) => {
    const asked = t.slot.config.profile.currencies.flatMap((currency): [number, string][] => {
      if (NO_DIGITS.has(currency)) return [[currency, '500']];
      return THREE_DIGITS.has(currency) ? [[currency, '1.005']] : [];
    });
    if (asked.length === 0) {
      t.notApplicable('The profile has only currencies with two fractional digits (profile.currencies).');
    }
    let seen = 0;
    const unpaid: string[] = [];
    for (const [currency, amount] of asked) {
      await t.withPayway({ currency, minAmount: '0.001' }, async () => {
        const since = await t.now();
        const asked = await t.ask({ currency, amount });
        const sent = t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) });
        for (const { request } of await sent) {
          seen += 1;
          if (t.sameAmount(String(request.fields?.amount), amount)) continue;
          t.fail(
            `An order over ${amount} in currency ${currency} was sent as ${JSON.stringify(request.fields?.amount)}.`,
            {
              about: [request.exchange],
            },
          );
        }
        const payment = await t.paymentOf(asked);
        if (payment === undefined) return;
        const result = await t.honours(payment, () => t.report(payment, 4));
        if (!result.ok) unpaid.push(`${amount} in currency ${currency}: ${t.describeRefusal(result)}`);
        if (!result.ok || !t.claims('refund')) return;
        await t.askRefund(payment, amount);
        for (const { request } of await t.refundCalls(payment)) {
          if (t.sameAmount(String(request.fields?.amount), amount)) continue;
          t.fail(
            `A refund of ${amount} in currency ${currency} was sent as ${JSON.stringify(request.fields?.amount)}.`,
            { about: [request.exchange] },
          );
        }
      });
    }
    for (const [currency, amount] of t.claims('payout') ? asked : []) {
      const since = await t.now();
      const { answer } = await t.askPayout({ currency, amount });
      const sent = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(answer) });
      for (const { request } of await sent) {
        if (String(request.fields?.shop_currency) !== String(currency)) continue;
        if (t.sameAmount(String(request.fields?.amount), amount)) continue;
        t.fail(
          `A payout of ${amount} in currency ${currency} was sent as ${JSON.stringify(request.fields?.amount)}.`,
          { about: [request.exchange] },
        );
      }
    }
    if (seen === 0) t.notApplicable('The merchant accepts no orders in these currencies.');
    if (unpaid.length === 0) return;
    await t.pay(await t.order());
    t.late(`A genuine payment did not mark its order as paid over ${unpaid.join('; or over ')}.`);
  },

  'time.expires-at': async (t) => {
    const now = await t.gatewayNow();
    // No session of a shop is this long, so that a deadline of its own is never taken for this one in another zone.
    const deadline = now - (now % 60_000) + (2 * 60 + 17) * 60_000;
    const local = (hours: number): string =>
      new Date(deadline + hours * 3_600_000).toISOString().slice(0, 19);
    for (const [how, text] of [
      ['with the offset +05:00', `${local(5)}+05:00`],
      ['without a zone, in UTC+03:00', local(3)],
    ] as const) {
      const payment = await t.order();
      await t.gateway.arm(
        [
          {
            where: { operation: 'invoice/check', shopOrderId: payment.shopOrderId },
            times: null,
            effect: { kind: 'answer', set: { 'data.expires_at': text } },
          },
        ],
        { unless: 'the merchant goes by the notification and does not ask' },
      );
      const label = `genuine, pending, with expires_at ${text}`;
      await t.genuine(payment, { label, status: 2, set: { expires_at: text } })();
      await judgeOwnDeadline(t, payment);
      const order = await t.settled(payment);
      const shown = order.expires_at;
      if (shown === null) return t.notApplicable('The merchant shows no deadline of an order (expires_at).');
      const instant = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(shown) ? shown : `${shown}+03:00`);
      // A deadline of the shop's own, such as the end of its session, is none of the gateway's.
      if (instant === deadline) continue;
      const off = (instant - deadline) / 60_000;
      if (off % 30 !== 0 || Math.abs(off) > 14 * 60) {
        return t.notApplicable(`The merchant shows a deadline of its own: ${shown}.`);
      }
      t.fail(`expires_at ${text} (${how}) is shown as ${shown}, which is ${off} minutes off.`, {
        about: t.aboutPayment(payment),
      });
    }
  },
};
