import { gzipSync } from 'node:zlib';
import { type CraftedDelivery, stringifyWire } from '../../simulator/index.ts';
import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';

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

export default check('notification.hostile.survives', {
  title: 'The receiver survives hostile bodies and accepts the next genuine notification.',
  requirements: ['law.24', 'events.6'],
  level: 'should',
  whyShould:
    'The specification does not speak of bodies that the gateway never sends. Only time is lost: the gateway sends its notification again when the receiver is back.',
  capabilities: ['invoice'],
  rule: 'Events 6: whatever arrived before, a genuine notification is received and answered with OK.',
  expectation:
    'After bodies that are empty, malformed, huge, deeply nested, compressed or in other encodings, the genuine notification pays the order.',
  fix: 'Limit the size and the depth of a body, catch every parsing error for that one request, and copy parsed keys only into plain maps, never into objects with prototypes.',
  story: async (t) => {
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
});
