import {
  signNotification,
  stringifyWire,
  textOf,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import {
  allDistrusted,
  allRefused,
  bodyOf,
  type Forgery,
  flipLast,
  signedAs,
  toleratesProperty,
} from './forgery.ts';
import { otherRecipes } from './recipes.ts';

const isForm = (t: Verbs): boolean => t.slot.config.profile.notifications === 'form';

/** How the gateway spells status 4 here: a number, or a word under another reading. */
async function paidStatus(t: Verbs, payment: Payment): Promise<WireValue> {
  const { status } = await t.genuineBody(payment, 4);
  return status ?? t.inconclusive('The notifications of the gateway have no status.');
}

/** The same values, cut so that a pending notification reads as a paid one; the digest stays. */
function recut(body: WireObject): WireObject {
  const { shop_refund: _refund, status: _status, updated, sign, ...rest } = body;
  const instant = String(updated);
  const status = textOf(body.status ?? '') ?? '';
  return {
    ...rest,
    shop_refund: `0:${status}:${instant.slice(0, instant.lastIndexOf(':'))}`,
    status: instant.slice(instant.lastIndexOf(':') + 1),
    sign: sign ?? null,
  };
}

function renamed(body: WireObject, from: string, to: string): WireObject {
  const { [from]: value, ...rest } = body;
  return { ...rest, [to]: value ?? null };
}

/** Writes a second member for a key right behind, or in front of, the one that is there. */
const doubled =
  (key: string, second: WireValue, place: 'after' | 'before') =>
  (text: string): string => {
    const member = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|[^,}]+)`);
    const other = `"${key}":${stringifyWire(second)}`;
    return text.replace(member, (first) => (place === 'after' ? `${first},${other}` : `${other},${first}`));
  };

const NFD = 'Cafe\u0301 A\u030Angstro\u0308m \u0438\u0306';

/** The payment_id of this order beside the shop_order_id of one that was never made. */
async function namedByPaymentIdAlone(t: Verbs): Promise<void> {
  const payment = await t.order();
  await t.report(payment, 2);
  await t.settle();
  const strange = t.unique('never-made');
  await t.send(payment, {
    label: 'of this invoice (payment_id) with another shop_order_id',
    set: { shop_order_id: strange },
  });
  const [paid] = await t.paidAmong([payment]);
  if (paid !== undefined) {
    t.fail(
      `A notification with the shop_order_id ${strange} marked the order ${payment.shopOrderId}, whose payment_id it carries, as paid: it is ${t.orderInWords(paid[1])}.`,
      { about: t.aboutPayment(payment) },
    );
  }
  // It contradicts the order, which may be in review by now.
  await t.pay(await t.order());
}

/** A field of a record in which the answer of invoice/check contradicts the order. */
type Contradiction = readonly [what: string, set: Readonly<Record<string, unknown>>];

// Whoever verifies before he asks is told by a right sign, which says nothing of a payment either.
const POKES = [
  { label: 'a pending notification with a wrong sign', status: 2, tamper: signedAs(flipLast) },
  { label: 'a validly signed notification of status 2', status: 2 },
] as const;

/** An answer of invoice/check that says 4 and contradicts the order does not pay it. */
async function checkAnswersAreCompared(t: Verbs, contradictions: readonly Contradiction[]): Promise<void> {
  const asks = async ({ shopOrderId }: Payment): Promise<boolean> => {
    const fields = { shop_order_id: shopOrderId };
    return (await t.calls({ operation: 'invoice/check', fields })).length > 0;
  };
  for (const [what, set] of contradictions) {
    const payment = await t.order();
    await t.gateway.arm([
      {
        where: { operation: 'invoice/check', shopOrderId: payment.shopOrderId },
        times: null,
        effect: { kind: 'answer', set: { 'data.status': 4, ...set } },
      },
    ]);
    for (const poke of POKES) {
      await t.send(payment, poke);
      const [paid] = await t.paidAmong([payment]);
      if (paid !== undefined) {
        t.fail(`invoice/check answered 4 with ${what}, and the order is ${t.orderInWords(paid[1])}.`, {
          about: t.aboutPayment(payment),
        });
      }
      if (await asks(payment)) break;
    }
    if (!(await asks(payment)))
      t.notApplicable('The merchant did not ask invoice/check about an open order.');
  }
  const control = await t.order();
  await t.setTruth(control, 4);
  for (const poke of POKES) {
    await t.send(control, poke);
    await t.settle();
    if ((await t.becomes(control, t.isPaidOnce)).met) return;
  }
  t.notApplicable('The merchant does not act on the answer of invoice/check, whatever it says.');
}

const priced = (amount: string): Readonly<Record<string, unknown>> => ({
  'data.shop_amount': { $number: amount },
  'data.client_price': { $number: amount },
});

export const forgeries: Bodies = {
  'notification.sign.uncovered': async (t) => {
    const paid = await paidStatus(t, await t.order());
    const added = (fields: WireObject) => (body: WireObject) => ({ ...body, ...fields });
    await allRefused(t, [
      { label: 'a new field that is not signed', tamper: added({ new_field: 'x' }) },
      { label: 'pending, with an unsigned "Status" of 4', status: 2, tamper: added({ Status: paid }) },
      { label: 'pending, with an unsigned "STATUS" of 4', status: 2, tamper: added({ STATUS: paid }) },
      { label: 'pending, the status changed after signing', status: 2, tamper: added({ status: paid }) },
      {
        label: 'pending, with a status of 4 in the address',
        status: 2,
        query: { status: textOf(paid) ?? '4' },
      },
      {
        label: 'the body of a genuine notification of status 2, its status changed under the same sign',
        first: async (payment) => {
          await t.report(payment, 2);
          const told = bodyOf(t, await t.lastNews(payment));
          return { tamper: () => ({ ...told, status: paid }) };
        },
      },
      {
        label: 'over 0.01, the amount changed after signing',
        set: { shop_amount: t.number('0.01') },
        tamper: added({ shop_amount: t.number('10.5') }),
      },
    ]);
  },

  'notification.sign.other-recipe': (t) =>
    allRefused(
      t,
      otherRecipes(t.slot.shop.secret).map((forgery) => ({
        ...forgery,
        set: { shop_refund: t.number(0), error_code: t.number(0), description: '' },
      })),
    ),

  'notification.sign.other-spelling': (t) =>
    allRefused(t, [
      {
        verdict: 'either',
        label: 'the digest in base64',
        tamper: signedAs((sign) => Buffer.from(sign, 'hex').toString('base64')),
      },
      { verdict: 'either', label: 'the digest after 0x', tamper: signedAs((sign) => `0x${sign}`) },
      { verdict: 'either', label: 'the digest between spaces', tamper: signedAs((sign) => ` ${sign} `) },
      { verdict: 'either', label: 'the digest with zeros in front', tamper: signedAs((sign) => `00${sign}`) },
      { verdict: 'either', label: 'the digest with a line end', tamper: signedAs((sign) => `${sign}\n`) },
    ]),

  'notification.sign.unicode-form': async (t) => {
    for (const [form, note] of [
      ['decomposed', NFD],
      ['composed', NFD.normalize('NFC')],
    ] as const) {
      await toleratesProperty(t, {
        name: `with ${form} accents in a text`,
        fields: { note },
        without: {},
      });
    }
    const { secret } = t.slot.shop;
    await allRefused(t, [
      {
        label: 'decomposed accents, signed as composed ones',
        set: { note: NFD },
        tamper: (body) => {
          const { sign, ...rest } = body;
          return { ...rest, sign: signNotification({ ...rest, note: NFD.normalize('NFC') }, secret) };
        },
      },
    ]);
  },

  'notification.sign.key-order': (t) =>
    toleratesProperty(t, {
      name: 'with the signed new fields pay_zone and psx_code',
      fields: { pay_zone: 'east', psx_code: 'A7', payTime: 'noon' },
      without: {},
    }),

  // The verdict tells the laws that the specification does not decide: this is a should.
  'notification.structure.status-forge': async (t) => {
    const control = await t.order();
    const base = await t.genuineBody(control, 2);
    const { shop_amount: amount } = base;
    if (amount === undefined) t.notApplicable('The notifications of this profile have no shop_amount.');
    const updated = `${(await t.gatewayNow().then((now) => new Date(now).toISOString())).slice(0, 16)}:04`;
    const forgery: Forgery = {
      verdict: 'either',
      label: 'a pending notification, cut so that its status reads 04',
      status: 2,
      set: { shop_refund: t.number(0), updated },
      tamper: recut,
    };
    const body = { ...base, shop_refund: t.number(0), updated };
    const { secret } = t.slot.shop;
    if (signNotification(body, secret) !== signNotification(recut(body), secret)) {
      t.notApplicable('With the fields of this profile no pending notification can be cut into a paid one.');
    }
    await allDistrusted(t, [forgery]);
  },

  'notification.structure.renamed': async (t) => {
    const wrong = { shop_amount: t.number('0.01'), client_price: undefined };
    await allDistrusted(t, [
      {
        verdict: 'either',
        label: 'shop_amount renamed to shop_amounx',
        set: { client_price: undefined },
        tamper: (body) => renamed(body, 'shop_amount', 'shop_amounx'),
      },
      {
        verdict: 'either',
        label: 'over 0.01, shop_amount renamed to shop_amounx',
        set: wrong,
        tamper: (body) => renamed(body, 'shop_amount', 'shop_amounx'),
      },
      {
        verdict: 'either',
        label: 'shop_amount renamed, with a client_price that fits',
        tamper: (body) => renamed(body, 'shop_amount', 'shop_amounx'),
      },
      {
        verdict: 'either',
        label: 'shop_amount renamed to shop[amount]',
        set: { client_price: undefined },
        tamper: (body) => renamed(body, 'shop_amount', 'shop[amount]'),
      },
    ]);
  },

  'notification.structure.duplicate-keys': async (t) => {
    if (isForm(t))
      t.notApplicable('Notifications of this profile are forms; repeated parameters have a check.');
    const probe = await t.order();
    const paid = await paidStatus(t, probe);
    await allRefused(t, [
      { label: 'pending, with a second status 4', status: 2, encode: doubled('status', paid, 'after') },
      { label: 'pending, with a status 4 in front', status: 2, encode: doubled('status', paid, 'before') },
      {
        label: 'the status changed, the old sign and then a wrong one',
        status: 2,
        tamper: (body) => ({ ...body, status: paid }),
        encode: doubled('sign', 'f'.repeat(64), 'after'),
      },
      {
        label: 'a wrong sign twice, first as text, then as null',
        tamper: signedAs(flipLast),
        encode: doubled('sign', null, 'after'),
      },
    ]);
  },

  'notification.http.method': async (t) => {
    const inAddress = async (payment: Payment): Promise<Record<string, string>> => {
      const body = await t.genuineBody(payment, 4);
      const signed: WireObject = { ...body, sign: signNotification(body, t.slot.shop.secret) };
      const pairs = Object.entries(signed).map(([name, value]): [string, string] => [
        name,
        textOf(value) ?? '',
      ]);
      return Object.fromEntries(pairs.filter(([, text]) => text !== ''));
    };
    const payments = await t.orders(3);
    const [first, second, third] = payments;
    if (first === undefined || second === undefined || third === undefined) return;
    const nothing = () => '';
    await t.send(first, {
      verdict: 'either',
      label: 'by GET, all in the address',
      method: 'GET',
      query: await inAddress(first),
      encode: nothing,
    });
    await t.send(second, { verdict: 'either', label: 'by PUT', method: 'PUT' });
    await t.send(third, {
      verdict: 'either',
      label: 'by POST without a body, all in the address',
      query: await inAddress(third),
      encode: nothing,
    });
    const [paid] = await t.paidAmong(payments);
    if (paid !== undefined) {
      const how = ['by GET with its data in the address', 'by PUT', 'with all its data in the address'];
      t.fail(
        `A validly signed notification ${how[payments.indexOf(paid[0])]} marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
        { about: t.aboutPayment(paid[0]) },
      );
    }
    await t.stillHonours(payments);
  },

  'notification.type.refund': (t) =>
    allRefused(t, [{ label: 'the notification of a payment with type=refund', type: 'refund' }]),

  'notification.type.crossed': async (t) => {
    const payment = await t.order({ amount: '100.00' });
    await t.pay(payment);
    const made = await t.refund(payment, '100.00');
    await t.send(payment, { label: 'the notification of the payment with type=refund', type: 'refund' });
    await t.settle();
    const about = t.aboutPayment(payment);
    const waiting = await t.lookAtRefund(made);
    if (waiting.state === 'done') {
      t.fail(
        'The notification of the payment, sent with type=refund, marked a refund that is still WAITING as ended.',
        {
          about,
          underAnyReading: true,
        },
      );
    }
    await t.endRefund(made, 'SUCCESS');
    const before = await t.mustBecome(
      payment,
      'The refund ended in SUCCESS',
      (order) => order.state === 'refunded' && t.sameAmount(order.refunded, '100'),
    );
    const [notification] = await t.gateway.notifications({ paymentId: payment.paymentId, type: 'refund' });
    if (notification === undefined) return t.inconclusive('The gateway sent no refund notification.');
    const url = new URL(notification.url);
    url.searchParams.set('type', 'invoice');
    const label = 'the notification of the refund with type=invoice';
    const headers = {
      'content-type': isForm(t) ? 'application/x-www-form-urlencoded' : 'application/json',
    };
    await t.gateway.deliver({
      deliveries: [
        { url: url.href, headers, body: notification.body, label, about: { paymentId: payment.paymentId } },
      ],
    });
    const after = await t.settled(payment);
    const same =
      after.state === before.state &&
      after.credits === before.credits &&
      t.sameAmount(after.credited, before.credited) &&
      t.sameAmount(after.refunded, before.refunded);
    if (!same) {
      t.fail(
        `The notification of the refund, sent with type=invoice, changed the order: it was ${t.orderInWords(before)} and is ${t.orderInWords(after)}.`,
        { about, underAnyReading: true },
      );
    }
  },

  'notification.content.order': async (t) => {
    const payment = await t.order();
    const id = payment.shopOrderId;
    // Where orders are numbered, an id with a digit more or less is another order's.
    const shorter = id.replace(/.\d*$/su, '');
    const ids = [`${id}x`, `${id}:0`, `${id}-2`, shorter, t.unique('never-made')];
    const alike = ids.filter((other) => other !== '');
    const about = t.aboutPayment(payment);
    for (const [index, other] of alike.entries()) {
      await t.send(payment, {
        label: `about the order ${other}, which was never created`,
        set: { shop_order_id: other, payment_id: t.number(990_000_000 + index) },
      });
    }
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `A notification about an order that was never created (one of ${alike.join(', ')}) marked the order ${id} as paid: it is ${t.orderInWords(paid[1])}.`,
        { about },
      );
    }
    await t.stillHonours([payment]);
    await namedByPaymentIdAlone(t);
  },

  'notification.content.payment-id': async (t) => {
    const payment = await t.order();
    await t.report(payment, 2);
    await t.settle();
    await t.send(payment, {
      verdict: 'either',
      label: 'of another invoice (payment_id) with this shop_order_id',
      set: { payment_id: t.number(payment.paymentId + 5_000_000) },
    });
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `A notification with the payment_id ${payment.paymentId + 5_000_000} marked the order with the payment_id ${payment.paymentId} as paid: it is ${t.orderInWords(paid[1])}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    await t.pay(await t.order());
  },

  'notification.content.check-answer': (t) =>
    checkAnswersAreCompared(t, [
      ['shop_amount 10.49 for an order over 10.50', priced('10.49')],
      ['shop_currency 980', { 'data.shop_currency': 980, 'data.ps_currency': 980 }],
    ]),

  'notification.content.check-answer.more': (t) =>
    checkAnswersAreCompared(t, [
      ['shop_amount 1050 for an order over 10.50', priced('1050')],
      ['the shop_id of another shop', { 'data.shop_id': t.slot.shop.id + 1 }],
    ]),
};
