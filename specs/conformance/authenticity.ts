import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import {
  allRefused,
  type Forgery,
  flipFirst,
  flipLast,
  inOtherFormat,
  type Property,
  remarkWhenHealed,
  signedAs,
  type Telling,
  toleratesProperty,
} from './forgery.ts';
import { secondTry } from './new-tries.ts';

const SPOOFED = [
  'x-forwarded-for',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'forwarded-for',
  'forwarded',
  'client-ip',
];
const SENDERS = ['35.198.100.222', '35.198.175.25'];

/** Sums for which not every shop sells. */
const FAR_SUMS = new Set(['0.10', '1000000.00']);

/** Texts that are not what they look like to whoever casts, decodes, cuts or cleans them before he verifies. */
const TEXTS: readonly Pick<Property, 'name' | 'fields'>[] = [
  {
    name: 'with letters beyond the first plane, two spaces, a tab and line ends in a text',
    fields: { note: 'Gift 😀  for\tyou\r\nand me' },
  },
  {
    name: 'with escapes of addresses and of HTML in a text',
    fields: { note: 'a+b%2Bc &amp; &lt;d&gt; &#39;' },
  },
  {
    name: 'with texts that look like a number, a time and a truth value',
    fields: { card_tail: '0042', valid_until: '2035-01-01T00:00:00+05:00', verified: 'true', gift: 'false' },
  },
  {
    name: 'with ps_data of 5000 characters, written with spaces and escapes',
    fields: {
      ps_data: `{ "ps_payer_account": "4111******1111", "fee": 1.0, "page": "https:\\/\\/bank.example", "note": "${'long '.repeat(1000)}" }`,
    },
  },
];

/** The plain notification of a payment over this amount. */
const over =
  (t: Verbs, amount: string): Telling =>
  async () => {
    const payment = await t.order({ amount });
    return { payment, send: () => t.report(payment, 4) };
  };

/** The same JSON, with every letter beyond ASCII and every slash escaped, and with white space between its parts. */
function spacious(text: string): string {
  const escaped = text
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${escaped.replace(/^\{/, '{\n  ').replace(/,"/g, ',\n  "')}\n`;
}

/** An unpaid order that the merchant has given up; undefined where it gives none up. */
async function cancelled(t: Verbs): Promise<Payment | undefined> {
  if (!t.claims('order.cancel')) return undefined;
  const payment = await t.order();
  const answer = await t.driver.cancel(payment.orderId);
  return answer.kind === 'ok' ? payment : undefined;
}

export const authenticity: Bodies = {
  'notification.sign.forged': async (t) => {
    await allRefused(t, [
      { label: 'a random digest', tamper: signedAs(() => 'f'.repeat(64)) },
      { label: 'the digest with its last digit changed', tamper: signedAs(flipLast) },
      { label: 'the digest with its first digit changed', tamper: signedAs(flipFirst) },
      { label: 'signed with another secret', secret: 'NotTheSecretOfThisShop' },
      { label: 'a wrong digest, in the other format', tamper: signedAs(flipLast), ...inOtherFormat(t) },
      {
        label: 'a wrong digest, as text/plain',
        tamper: signedAs(flipLast),
        headers: { 'content-type': 'text/plain' },
      },
      { label: 'a wrong digest, without a type', tamper: signedAs(flipLast), type: null },
      {
        label: 'a wrong digest, called a test in its body and its address',
        set: { test: '1' },
        query: { test: '1' },
        tamper: signedAs(flipLast),
      },
      { label: 'a wrong digest, with type=INVOICE', tamper: signedAs(flipLast), type: 'INVOICE' },
      {
        label: 'a wrong digest, after a genuine notification of status 2',
        tamper: signedAs(flipLast),
        first: async (payment) => {
          await t.report(payment, 2);
          return {};
        },
      },
    ]);
    const over = await t.order();
    await t.report(over, 6);
    await t.settle();
    const late: [Payment, string][] = [[over, 'was rejected']];
    const again = await secondTry(t);
    if (again !== undefined) late.push([again, 'was rejected and is being retried']);
    const given = await cancelled(t);
    if (given !== undefined) late.push([given, 'was cancelled']);
    for (const [payment, what] of late) {
      await t.send(payment, {
        label: `a wrong digest, about an order that ${what}`,
        tamper: signedAs(flipLast),
      });
    }
    const [paid] = await t.paidAmong(late.map(([payment]) => payment));
    if (paid === undefined) return;
    const [payment, order] = paid;
    t.fail(
      `A notification with a wrong signature was accepted as a payment of an order that ${new Map(late).get(payment)}: it is ${t.orderInWords(order)}.`,
      { about: t.aboutPayment(payment) },
    );
  },

  'notification.sign.malformed': (t) => {
    const form = t.slot.config.profile.notifications === 'form';
    const texts: Forgery[] = [
      { label: 'no sign at all', tamper: signedAs(() => undefined) },
      { label: 'an empty sign', tamper: signedAs(() => '') },
      { label: 'sign "x"', tamper: signedAs(() => 'x') },
      { label: 'the first 8 digits of the digest', tamper: signedAs((sign) => sign.slice(0, 8)) },
      { label: 'the digest with one letter appended', tamper: signedAs((sign) => `${sign}x`) },
      { label: 'sign "0"', tamper: signedAs(() => '0') },
      { label: 'the digest after "sha256="', tamper: signedAs((sign) => `sha256=${sign}`) },
    ];
    const types: Forgery[] = [
      { label: 'sign null', tamper: signedAs(() => null) },
      { label: 'sign true', tamper: signedAs(() => true) },
      { label: 'sign 0', tamper: signedAs(() => t.number(0)) },
      { label: 'sign []', tamper: signedAs(() => []) },
      { label: 'sign {}', tamper: signedAs(() => ({})) },
      { label: 'the digest in an array', tamper: signedAs((sign) => [sign]) },
    ];
    return allRefused(t, form ? texts : [...texts, ...types]);
  },

  'notification.sign.empty-secret': (t) =>
    allRefused(t, [
      ...['', 'undefined', 'null', 'None', 'false', String(t.slot.shop.id), 'SECRET_KEY', 'secret']
        .filter((secret) => secret !== t.slot.shop.secret)
        .map((secret) => ({ label: `signed with the secret ${JSON.stringify(secret)}`, secret })),
      {
        label: 'an unknown shop_id, signed with an empty secret',
        secret: '',
        set: { shop_id: t.number(987654) },
      },
      { label: 'without a shop_id, signed with an empty secret', secret: '', set: { shop_id: undefined } },
    ]),

  'notification.sign.sender-address': (t) => {
    const spoofed = SPOOFED.map((header, index): [string, string] => {
      const sender = SENDERS[index % SENDERS.length] ?? '';
      return [header, header === 'forwarded' ? `for=${sender}` : sender];
    });
    return allRefused(t, [
      ...spoofed.map(([header, sender]) => ({
        label: `a wrong sign and ${header}: ${sender}`,
        headers: { [header]: sender },
        tamper: signedAs(flipLast),
      })),
      {
        label: 'no sign, and every header that can name a sender',
        headers: Object.fromEntries(spoofed),
        tamper: signedAs(() => undefined),
      },
    ]);
  },

  'notification.sign.other-shop': (t) => {
    const { secret } = t.slot.shop;
    return allRefused(t, [
      { label: "signed with another shop's secret", secret: `${secret.slice(0, 6)}-of-another-shop` },
      { label: 'signed with the end of the secret', secret: secret.slice(Math.ceil(secret.length / 2)) },
      {
        label: 'signed with the beginning of the secret',
        secret: secret.slice(0, Math.ceil(secret.length / 2)),
      },
      {
        label: "another shop's notification about this order",
        secret: 'SecretOfShop77',
        set: { shop_id: t.number(77) },
      },
    ]);
  },

  'notification.sign.never-early': async (t) => {
    const form = t.slot.config.profile.notifications === 'form';
    const forgeries: Forgery[] = [
      { label: 'a wrong digest', tamper: signedAs(flipLast) },
      { label: 'a sign of 200 kB', tamper: signedAs(() => 'a'.repeat(200_000)) },
      ...(form
        ? []
        : [
            { label: 'sign as an object', tamper: signedAs(() => ({ toString: 'x', length: t.number(64) })) },
            { label: 'sign as nested arrays', tamper: signedAs(() => [[['a']]]) },
          ]),
    ];
    const payments = await t.orders(forgeries.length);
    for (const [index, forgery] of forgeries.entries()) {
      const payment = payments[index] ?? t.inconclusive('An order is missing.');
      let open = true;
      const sent = t.send(payment, forgery).finally(() => {
        open = false;
      });
      // Sampled while the merchant is at it: credit that is taken back later was given all the same.
      for (let samples = 0; open || samples < 3; samples++) {
        const order = await t.look(payment);
        if (t.isPaid(order)) {
          await sent;
          t.fail(`A notification with ${forgery.label} marked the order as paid: ${t.orderInWords(order)}.`, {
            about: t.aboutPayment(payment),
          });
        }
        await t.pause(5);
      }
      await sent;
    }
    const paid = await t.paidAmong(payments);
    if (paid[0] !== undefined) {
      t.fail(`A notification with a broken sign was accepted: the order is ${t.orderInWords(paid[0][1])}.`, {
        about: t.aboutPayment(paid[0][0]),
      });
    }
    await t.stillHonours(payments);
  },

  'notification.sign.zeros': (t) =>
    toleratesProperty(t, {
      name: 'with zeros as numbers and as texts, which take part in the signature',
      fields: { shop_refund: t.number(0), error_code: t.number(0), tip: '0', discount: '0.00' },
      without: { shop_refund: undefined, error_code: undefined },
    }),

  'notification.sign.empties': (t) =>
    toleratesProperty(t, {
      name: 'with null and empty fields, which take no part in the signature',
      // A space is no empty text, the word null is no null, and a text that holds an empty list is a text.
      fields: {
        description: '',
        settlement_rate: null,
        note: '',
        gap: ' ',
        surname: 'null',
        items: '[]',
        extras: '{}',
      },
      without: {
        description: undefined,
        settlement_rate: undefined,
        settlement_currency: undefined,
        // Null where the request has set no deadline.
        expires_at: undefined,
      },
    }),

  'notification.sign.new-fields': async (t) => {
    await toleratesProperty(t, {
      name: 'with new fields new_field and design_id, which take part in the signature',
      // Frameworks have names of their own, which no field of the gateway has to keep clear of.
      fields: { new_field: 'x', design_id: '7', another_new_number: t.number(5), action: 'pay', _hint: 'y' },
      without: {},
    });
    // What it is about is told by the address, whatever a field of the body is called.
    await toleratesProperty(t, {
      name: 'with a new field type, which takes part in the signature',
      fields: { type: 'card' },
      without: {},
    });
  },

  'notification.sign.text': async (t) => {
    await toleratesProperty(t, {
      name: 'with quotes, HTML, backslashes, spaces and colons in its texts',
      description: ' O\'Brien & <b>sons</b> "x" \\ 100% a:b ',
      fields: {
        ps_data: '{"ps_payer_account":"4111******1111","note":"O\'Brien & <b> \\"x\\" \\\\ é ☕"}',
        note: ' leading space, trailing colon:',
      },
      without: {},
    });
    for (const property of TEXTS) await toleratesProperty(t, { ...property, without: {} });
    if (t.slot.config.profile.notifications === 'form') return;
    await toleratesProperty(t, {
      name: 'as JSON with escapes, spaces and line ends',
      fields: { note: 'Привет, a/b 😀' },
      without: {},
      encode: (text) => spacious(text),
    });
  },

  'notification.sign.numbers': async (t) => {
    for (const amount of ['23.15', '10.50', '10.00', '0.10', '1000000.00']) {
      const asked = await t.ask({ amount });
      const failed = asked.answer.kind === 'ok' && asked.answer.value.state === 'failed';
      if ((asked.answer.kind === 'refused' || failed) && FAR_SUMS.has(amount)) continue;
      const payment =
        (await t.paymentOf(asked)) ??
        t.inconclusive(`An order over ${amount} could not be created: ${JSON.stringify(asked.answer)}.`);
      const result = await t.honours(payment, () => t.report(payment, 4));
      if (result.byJobs) await remarkWhenHealed(t, `over ${amount}`, over(t, '100.00'), over(t, amount));
      if (result.ok) continue;
      // Whole sums, sums in halves and sums in cents: one of them survives every careless spelling of numbers.
      for (const plainAmount of ['100.00', '20.00', '12.34']) {
        if (plainAmount === amount) continue;
        const control = await t.order({ amount: plainAmount });
        if ((await t.honours(control, () => t.report(control, 4))).ok) {
          t.late(
            `A genuine notification over ${amount} did not mark the order as paid, one over ${plainAmount} did: ${t.describeRefusal(result)}.`,
            { about: t.aboutPayment(payment) },
          );
        }
      }
      t.inconclusive(
        `No plain notification marked its order as paid, whatever its amount: ${t.describeRefusal(result)}.`,
      );
    }
  },
};
