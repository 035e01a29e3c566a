import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type CraftedDelivery,
  notificationText,
  stringifyWire,
  textOf,
  type WireObject,
} from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { allRefused, type Forgery, toleratesProperty } from './forgery.ts';

type Hostile = readonly [label: string, body: string | Uint8Array, headers?: Record<string, string>];

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Bodies that no gateway sends; `text` is a plain one. */
function hostileBodies(text: string): Hostile[] {
  const inner = text.slice(1, -1);
  return [
    ['an empty body', ''],
    ['spaces only', '   \n'],
    ['half of a body', text.slice(0, text.length / 2)],
    ['no JSON', 'status=4&shop_amount'],
    ['a number', '4'],
    ['null', 'null'],
    ['a list', `[${text}]`],
    ['two texts', `${text}${text}`],
    ['bytes behind the end', `${text}\u0000\u0000`],
    ['a comment', `/* paid */${text}`],
    ['single quotes', text.replaceAll('"', "'")],
    ['a byte order mark', `\ufeff${text}`],
    ['UTF-16', utf16(text)],
    ['compressed', gzipSync(text), { 'content-encoding': 'gzip' }],
    ['a compression that it does not have', text, { 'content-encoding': 'br' }],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
    ],
    ['overlong bytes', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
    ['a lone surrogate', `{"note":"\\ud800",${inner}}`],
    ['U+0000 in a text', `{"note":"\\u0000",${inner}}`],
    [
      '__proto__ and constructor',
      `{"__proto__":{"status":4,"verified":true},"constructor":{"prototype":{"status":4}},"toString":"x","length":-1,${inner}}`,
    ],
    [
      'values of other kinds',
      '{"shop_order_id":{"$ne":null},"status":[4],"sign":{"$gt":""},"shop_amount":true}',
    ],
    ['an endlessly long number', `{"shop_amount":${'9'.repeat(20_000)},"status":1e999999}`],
    ['nested 100 000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects nested 20 000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['100 000 keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['four megabytes', `{"note":"${'x'.repeat(4_000_000)}",${inner}}`],
    ['another media type', text, { 'content-type': 'multipart/form-data; boundary=x' }],
  ];
}

async function throwAt(t: Verbs, payment: Payment, bodies: readonly Hostile[]): Promise<void> {
  const url = payment.invoice.callbackUrl;
  const deliveries = bodies.map(
    ([label, body, headers]): CraftedDelivery => ({
      ...(url ? { url } : {}),
      shopId: t.slot.shop.id,
      query: { type: 'invoice' },
      headers: { 'content-type': 'application/json', ...headers },
      ...(typeof body === 'string' ? { body } : { bodyBase64: Buffer.from(body).toString('base64') }),
      label: `hostile: ${label}`,
    }),
  );
  await t.gateway.deliver({ deliveries, parallel: true });
}

const MOST_LOOKS = 40;

/** Whether the merchant is still there; one that died is started again, so that later checks find it alive. */
async function survived(t: Verbs, payment: Payment): Promise<boolean> {
  const { process } = t.slot;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if ((await t.driver.getOrder(payment.orderId)).kind === 'ok') return true;
    if (process !== null && !(await process.running())) {
      await process.start();
      return false;
    }
    await t.pause(50);
  }
  return false;
}

const brokenText =
  (raw: Uint8Array) =>
  (text: string): Uint8Array => {
    const [before = '', after = ''] = text.split('NOTE');
    return Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]);
  };

/** A body with bytes that are no UTF-8, signed over what somebody could make of them. */
function undecodable(
  t: Verbs,
  label: string,
  raw: Uint8Array,
  over: 'bytes' | 'replacement' | 'latin1',
): Forgery {
  const secret = Buffer.from(t.slot.shop.secret);
  return {
    label: `bytes that are not UTF-8 (${label}), signed over ${over}`,
    set: { note: 'NOTE' },
    tamper: (body) => {
      const { sign, ...rest } = body;
      const [before = '', after = ''] = notificationText(rest).split('NOTE');
      const seen =
        over === 'bytes'
          ? Buffer.from(raw)
          : Buffer.from(new TextDecoder(over === 'latin1' ? 'latin1' : 'utf-8').decode(raw));
      const signed = Buffer.concat([Buffer.from(before), seen, Buffer.from(after), secret]);
      return { ...rest, sign: createHash('sha256').update(signed).digest('hex') };
    },
    encode: brokenText(raw),
  };
}

const isForm = (t: Verbs): boolean => t.slot.config.profile.notifications === 'form';

function formOnly(t: Verbs): void {
  if (!isForm(t)) t.notApplicable('The profile has notifications in JSON (profile.notifications).');
}

/** A form in a spelling of its own. */
const spelled =
  (spell: (text: string) => string, more = '') =>
  (_text: string, sent: WireObject): string =>
    Object.entries(sent)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${spell(name)}=${spell(textOf(value) ?? stringifyWire(value))}`)
      .join('&') + more;

const lowerCase = (text: string): string =>
  encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const plus = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

const FORM_NOTE = 'a b+c & d=e % 100;Привет «№ 5»/?';

export const hostile: Bodies = {
  'notification.hostile.survives': async (t) => {
    await t.pay(await t.order());
    const payment = await t.order();
    const text = stringifyWire({ ...(await t.genuineBody(payment, 4)), sign: 'f'.repeat(64) });
    await throwAt(t, payment, hostileBodies(text));
    if (!(await survived(t, payment))) {
      t.fail('After hostile bodies the merchant no longer answered.', { about: t.aboutPayment(payment) });
    }
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `A hostile body without a valid signature marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
    await t.stillHonours([payment]);
  },

  'notification.hostile.bytes': async (t) => {
    if (isForm(t)) t.notApplicable('In a form every byte is escaped; this is about bodies in JSON.');
    const broken = Buffer.from([0xcf, 0xf0, 0xe8]);
    await allRefused(t, [
      undecodable(t, 'cp1251', broken, 'bytes'),
      undecodable(t, 'cp1251', broken, 'replacement'),
      undecodable(t, 'cp1251', broken, 'latin1'),
      undecodable(t, 'overlong', Buffer.from([0xc0, 0xaf]), 'replacement'),
    ]);
  },

  'notification.form.decoding': async (t) => {
    formOnly(t);
    const note = FORM_NOTE;
    const spellings: [string, (text: string, sent: WireObject) => string][] = [
      ['with + for spaces', spelled(plus)],
      ['with %20 for spaces', spelled(encodeURIComponent)],
      ['with escapes in lower case', spelled(lowerCase)],
      ['with empty and bare parameters', spelled(plus, '&empty=&bare')],
    ];
    for (const [name, encode] of spellings) {
      await toleratesProperty(t, { name: `as a form ${name}`, fields: { note }, without: {}, encode });
    }
  },

  'notification.form.repeated': async (t) => {
    formOnly(t);
    const paid = textOf((await t.genuineBody(await t.order(), 4)).status ?? '') ?? '4';
    await allRefused(t, [
      { label: 'pending, with a second status', status: 2, encode: (text) => `${text}&status=${paid}` },
      { label: 'pending, with a status in front', status: 2, encode: (text) => `status=${paid}&${text}` },
      { label: 'pending, with status[]', status: 2, encode: (text) => `${text}&status%5B%5D=${paid}` },
      { label: 'sign[] instead of sign', encode: (text) => text.replace('sign=', 'sign%5B%5D=') },
      {
        label: 'a wrong sign behind an empty one',
        tamper: (body) => ({ ...body, sign: 'f'.repeat(64) }),
        encode: (text) => `sign=&${text}`,
      },
    ]);
  },
};
