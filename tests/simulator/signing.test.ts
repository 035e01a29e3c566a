import assert from 'node:assert/strict';
import crypto, { type BinaryLike, createHash, createHmac } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { type OperationId, operationUnder } from '../../simulator/protocol/operations.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import { createSignWork, MOST_STEPS } from '../../simulator/protocol/sign-work.ts';
import {
  describeVerdict,
  digest,
  explainSign,
  notificationText,
  signedText,
  signNotification,
  signRequest,
  verifyDigest,
} from '../../simulator/protocol/signing.ts';
import { isWireObject, parseWire, stringifyWire, type WireObject } from '../../simulator/protocol/wire.ts';

fc.configureGlobal({ seed: 20_261_121 });

const secret = 'SecretKey01';
const invoiceFields = ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'];

/** The signature as the specification words it, written down here once more and without our own code. */
const sha = (text: string | Buffer, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex');

function wire(json: string | object): WireObject {
  const parsed = parseWire(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)));
  assert.ok(parsed.ok && isWireObject(parsed.value), 'the test body is a JSON object');
  return parsed.value;
}

const golden = {
  try: {
    body: '{"shop_order_id":4126,"amount":"12.34","payway":"perfectmoney_usd","shop_id":"5","currency":643}',
    text: '12.34:643:perfectmoney_usd:5:4126',
    digest: '07a596eb1dbcb83d5a7b2f1c9572d455af7e71b9ea5c32e3c3892f099ae67ac2',
  },
  fourFields: {
    body: '{"shop_order_id":"101","amount":"10.00","shop_id":5,"currency":643}',
    text: '10.00:643:5:101',
    digest: 'e4580435a252d61ef91b71cb23ed7bee4d77de94ced36411526d2ce3b66ada8f',
  },
  notification: {
    body: `{"status":4,"payment_id":77,"shop_order_id":"101","shop_id":5,"ps_currency":643,"payway":"card_rub",
      "ps_data":"{\\"ps_payer_account\\":\\"4111******1111\\"}","description":"","created":"2024-01-02T03:04:05",
      "shop_currency":643,"shop_amount":10.5,"shop_refund":0,"client_price":10.5,"error_code":0,
      "settlement_rate":null,"sign":"c07ccd376381b3fd45fe866ecab8a9de7404b4aa109da275d7654a3f0ff5194c"}`,
    text: '10.5:2024-01-02T03:04:05:0:77:card_rub:643:{"ps_payer_account":"4111******1111"}:10.5:643:5:101:0:4',
    digest: 'c07ccd376381b3fd45fe866ecab8a9de7404b4aa109da275d7654a3f0ff5194c',
  },
};

describe('published signatures', () => {
  it('a request', () => {
    const body = wire(golden.try.body);
    assert.equal(signedText(invoiceFields, body, 'skip'), golden.try.text);
    assert.equal(signRequest(invoiceFields, body, secret), golden.try.digest);
  });
  it('another request', () => {
    const body = wire(golden.fourFields.body);
    const fields = ['amount', 'currency', 'shop_id', 'shop_order_id'];
    assert.equal(signedText(fields, body, 'skip'), golden.fourFields.text);
    assert.equal(signRequest(fields, body, secret), golden.fourFields.digest);
  });
  it('a notification with an empty, a null and zeros', () => {
    const body = wire(golden.notification.body);
    assert.equal(notificationText(body), golden.notification.text);
    assert.equal(signNotification(body, secret), golden.notification.digest);
    const verdict = explainSign({ kind: 'notification', body, secret }, golden.notification.digest);
    assert.deepEqual([verdict.ok, verdict.place, verdict.recipe], [true, 'body', null]);
  });
  it('the secret follows directly', () => {
    assert.equal(digest(golden.try.text, secret), sha(`${golden.try.text}${secret}`));
  });
});

describe('the string to sign', () => {
  const body = wire('{"b":"","a":null,"d":6.0,"c":0,"e":false,"sign":"x"}');
  it('leaves null and empty out, or keeps their places', () => {
    assert.equal(signedText(['a', 'b', 'c', 'd', 'x'], body, 'skip'), '0:6.0');
    assert.equal(signedText(['d', 'c', 'b', 'a', 'x'], body, 'empty-slot'), '::0:6.0');
  });
  it('never has sign', () => assert.equal(signedText(['sign', 'c'], body, 'empty-slot'), '0'));
  it('has zeros, booleans and literals in a notification', () =>
    assert.equal(notificationText(body), '0:6.0:false'));
  it('is ordered by code unit', () => {
    assert.equal(notificationText(wire('{"ps_data":"2","psx":"3","Z":"1","pay_zone":"0"}')), '1:0:2:3');
  });
  it('takes a nested value as compact JSON, an empty one as nothing', () => {
    assert.equal(notificationText(wire('{"a":{"x": 1.0},"b":[1, "2"],"c":{},"d":[]}')), '{"x":1.0}:[1,"2"]');
  });
});

describe('comparing', () => {
  for (const sent of [undefined, null, true, 0, 1, [], ['abc'], {}, '', 'ab', 'abcd', 'ABC', ' abc']) {
    it(`refuses ${JSON.stringify(sent)}`, () => assert.equal(verifyDigest('abc', sent), false));
  }
  it('accepts the same text', () => assert.equal(verifyDigest('abc', 'abc'), true));
});

const request = {
  shop_order_id: 'Заказ-1',
  amount: '10.50',
  payway: 'card_rub',
  shop_id: 5,
  currency: 643,
  description: "O'Brien & <b>",
  callback_url: 'https://shop.example/n',
  customer_email: null,
  client_info: { language: 'ru' },
};
type Values = Record<string, unknown>;
const f = (values: Values, keys = invoiceFields, separator = ':') =>
  keys.map((key) => String(values[key])).join(separator);
const right = f(request);
const cp1251 = Buffer.from([0xc7, 0xe0, 0xea, 0xe0, 0xe7]);

/** What faulty merchants send; each is written out here with plain hashing. */
const faultyRequests: [recipe: string, sign: string, body?: Values][] = [
  ['all-fields', sha(`10.50:https://shop.example/n:643:O'Brien & <b>:card_rub:5:Заказ-1${secret}`)],
  [
    'all-fields',
    sha(`10.50:https://shop.example/n:{"language":"ru"}:643:O'Brien & <b>:card_rub:5:Заказ-1${secret}`),
  ],
  ['insertion-order', sha(`Заказ-1:10.50:card_rub:5:643${secret}`)],
  ['reverse-order', sha(`Заказ-1:5:card_rub:643:10.50${secret}`)],
  ['sorted-by-value', sha(`10.50:5:643:card_rub:Заказ-1${secret}`)],
  ['other-order', sha(`5:Заказ-1:10.50:643:card_rub${secret}`)],
  ['colon-before-secret', sha(`${right}:${secret}`)],
  ['secret-first', sha(`${secret}${right}`)],
  ['secret-first', sha(`${secret}:${right}`)],
  ['secret-twice', sha(`${secret}:${right}:${secret}`)],
  ['secret-missing', sha(right)],
  ['secret-placeholder', sha(`${right}undefined`)],
  ['secret-placeholder', sha(`${right}5`)],
  ['secret-with-newline', sha(`${right}${secret}\n`)],
  ['secret-quoted', sha(`${right}"${secret}"`)],
  ['secret-case-changed', sha(`${right}${secret.toUpperCase()}`)],
  ['secret-as-field', sha(`10.50:643:${secret}:card_rub:5:Заказ-1`)],
  ['text-before-secret', sha(`${right}&key=${secret}`)],
  ['no-separator', sha(`${f(request, invoiceFields, '')}${secret}`)],
  ['other-separator', sha(`${f(request, invoiceFields, '|')}${secret}`)],
  ['other-separator', sha(`${f(request, invoiceFields, ';')};${secret}`)],
  ['leading-separator', sha(`:${right}${secret}`)],
  [
    'keys-included',
    sha(`${invoiceFields.map((key) => `${key}=${(request as Values)[key]}`).join('&')}${secret}`),
  ],
  ['keys-instead-of-values', sha(`${invoiceFields.join(':')}${secret}`)],
  ['hmac-sha256', createHmac('sha256', secret).update(right).digest('hex')],
  ['hmac-sha256', createHmac('sha256', secret).update(`${right}${secret}`).digest('hex')],
  ['hmac-sha256+base64', createHmac('sha256', secret).update(right).digest('base64')],
  ['hmac-sha512', createHmac('sha512', secret).update(right).digest('hex')],
  ['md5', sha(`${right}${secret}`, 'md5')],
  ['sha1', sha(`${right}${secret}`, 'sha1')],
  ['sha512', sha(`${right}${secret}`, 'sha512')],
  ['sha512+digest-cut', sha(`${right}${secret}`, 'sha512').slice(0, 64)],
  ['hashed-twice', sha(sha(`${right}${secret}`))],
  ['base64', createHash('sha256').update(`${right}${secret}`).digest('base64')],
  ['base64url', createHash('sha256').update(`${right}${secret}`).digest('base64url')],
  ['base64', Buffer.from(sha(`${right}${secret}`)).toString('base64')],
  ['upper-case-hex', sha(`${right}${secret}`).toUpperCase()],
  ['digest-cut', sha(`${right}${secret}`).slice(0, 8)],
  ['digest-padded', `${sha(`${right}${secret}`)}x`],
  ['digest-padded', `${sha(`${right}${secret}`)}0`],
  ['digest-wrapped', `sha256=${sha(`${right}${secret}`)}`],
  ['digest-wrapped', ` ${sha(`${right}${secret}`)}`],
  ['body-hash', sha(`${JSON.stringify(request)}${secret}`)],
  ['body-hash+hmac-sha256', createHmac('sha256', secret).update(JSON.stringify(request)).digest('hex')],
  ['numbers-shortened', sha(`10.5:643:card_rub:5:Заказ-1${secret}`)],
  [
    'numbers-lengthened',
    sha(`10.00:643:card_rub:5:1${secret}`),
    { ...request, amount: '10', shop_order_id: '1' },
  ],
  [
    'numbers-lengthened',
    sha(`10.0:643:card_rub:5:1${secret}`),
    { ...request, amount: 10, shop_order_id: '1' },
  ],
  ['amount-in-minor-units', sha(`1050:643:card_rub:5:Заказ-1${secret}`)],
  ['amount-without-fraction', sha(`10:643:card_rub:5:Заказ-1${secret}`)],
  ['numbers-localised', sha(`10,50:643:card_rub:5:Заказ-1${secret}`)],
  ['values-quoted', sha(`"10.50":643:"card_rub":5:"Заказ-1"${secret}`)],
  ['unicode-escaped', sha(`10.50:643:card_rub:5:\\u0417\\u0430\\u043a\\u0430\\u0437-1${secret}`)],
  ['url-encoded', sha(`10.50:643:card_rub:5:${encodeURIComponent('Заказ-1')}${secret}`)],
  ['values-lower-cased', sha(`10.50:643:card_rub:5:заказ-1${secret}`)],
  ['html-escaped', sha(`10.50:643:card_rub:5:a&amp;b${secret}`), { ...request, shop_order_id: 'a&b' }],
  ['html-escaped', sha(`10.50:643:card_rub:5:a&#039;b${secret}`), { ...request, shop_order_id: "a'b" }],
  ['slashes-added', sha(`10.50:643:card_rub:5:a\\'b${secret}`), { ...request, shop_order_id: "a'b" }],
  ['trimmed', sha(`10.50:643:card_rub:5:a${secret}`), { ...request, shop_order_id: ' a ' }],
  [
    'latin1-bytes',
    sha(Buffer.from(`10.50:643:card_rub:5:café${secret}`, 'latin1')),
    { ...request, shop_order_id: 'café' },
  ],
  [
    'windows-1251-bytes',
    sha(Buffer.concat([Buffer.from('10.50:643:card_rub:5:'), cp1251, Buffer.from(`-1${secret}`)])),
  ],
  ['utf16-bytes', sha(Buffer.from(`${right}${secret}`, 'utf16le'))],
  ['ascii-bytes', sha(`10.50:643:card_rub:5:caf?${secret}`), { ...request, shop_order_id: 'café' }],
  // An emoji is two UTF-16 units, and .NET writes "?" for each.
  ['ascii-bytes', sha(`10.50:643:card_rub:5:caf? ??${secret}`), { ...request, shop_order_id: 'café 😀' }],
  [
    'windows-1251-bytes',
    sha(Buffer.concat([Buffer.from('10.50:643:card_rub:5:'), cp1251, Buffer.from(` ??${secret}`)])),
    { ...request, shop_order_id: 'Заказ 😀' },
  ],
  ['string-trimmed', sha(`10.50:643:card_rub:5:order-1${secret}`), { ...request, shop_order_id: 'order-1:' }],
  ['string-trimmed', sha(`10.50:643:card_rub:5:order-1${secret}`), { ...request, shop_order_id: 'order-1 ' }],
  // Empty values keep their places, but for those at the ends.
  [
    'string-trimmed',
    sha(`10.50:::5${secret}`),
    { ...request, currency: null, payway: null, shop_order_id: null },
  ],
  ['secret-with-mark', sha(`${right}\ufeff${secret}`)],
  ...[
    '9007199254740992',
    '9.007199254741E+15',
    '9.007199254740992E+15',
    '9.007199254740992E15',
    '9.007199254740992e+15',
  ].map((text): [string, string, Values] => [
    'integers-rounded',
    sha(`10.50:643:card_rub:5:${text}${secret}`),
    { ...request, shop_order_id: '9007199254740993' },
  ]),
  [
    'integers-rounded',
    sha(`10.50:643:card_rub:5:1.2345678E7${secret}`),
    { ...request, shop_order_id: '12345678' },
  ],
  ['field-left-out', sha(`10.50:643:card_rub:5${secret}`)],
  ['fields-left-out', sha(`10.50:643:Заказ-1${secret}`)],
  ['nothing-signed', sha(secret)],
  ['field-added', sha(`10.50:643:O'Brien & <b>:card_rub:5:Заказ-1${secret}`)],
  [
    'fields-added',
    sha(`10.50:https://shop.example/n:643:O'Brien & <b>:card_rub:5:1${secret}`),
    { ...request, shop_order_id: '1', failed_url: 'x' },
  ],
  ['not-hashed', right],
  ['secret-sent', `${right}${secret}`],
  ['sign-empty', ''],
  [
    'insertion-order+all-fields',
    sha(`Заказ-1:10.50:card_rub:5:643:O'Brien & <b>:https://shop.example/n${secret}`),
  ],
  [
    'all-fields+md5',
    sha(`10.50:https://shop.example/n:643:O'Brien & <b>:card_rub:5:Заказ-1${secret}`, 'md5'),
  ],
  ['insertion-order+colon-before-secret', sha(`Заказ-1:10.50:card_rub:5:643:${secret}`)],
  ['md5+upper-case-hex', sha(`${right}${secret}`, 'md5').toUpperCase()],
];

describe('faulty recipes of requests', () => {
  for (const [recipe, sign, body = request] of faultyRequests) {
    it(`${recipe}: ${sign.slice(0, 12)}`, () => {
      const message = wire({ ...body, sign });
      const verdict = explainSign(
        { kind: 'request', operation: 'invoice/create', signedFields: invoiceFields, body: message, secret },
        sign,
      );
      assert.equal(verdict.ok, false);
      assert.equal(verdict.recipe?.id, recipe);
      assert.ok(!JSON.stringify(verdict).includes(secret), 'the verdict holds the secret');
      assert.ok((verdict.recipe?.says.length ?? 0) > 12);
    });
  }

  it('has at least 25 of them', () => {
    assert.ok(new Set(faultyRequests.map(([recipe]) => recipe)).size >= 25);
  });

  // "Request and response fields: not shown" (invoice/unhold).
  it('knows a request that is signed correctly under another interpretation', () => {
    const ask = (id: OperationId, body: object, text: string) =>
      explainSign(
        {
          kind: 'request',
          operation: id,
          signedFields: operationUnder(resolveReadings(), id).signedFields,
          body: wire(body),
          secret,
        },
        sha(`${text}${secret}`),
      ).recipe?.id;
    const unhold = { now: '2024-01-02T03:04:05', shop_id: 5, shop_order_id: 'o-1' };
    assert.equal(ask('invoice/unhold', unhold, '2024-01-02T03:04:05:5:o-1'), 'other-interpretation');
    const refund = { amount: '1.00', invoice_id: 7, now: '2024-01-02', shop_id: 5, shop_refund_id: 'r' };
    assert.equal(ask('invoice/create-refund', refund, '1.00:7:2024-01-02:5:r'), 'other-interpretation');
    const nameless = { now: '2024-01-02T03:04:05', shop_id: 5, invoice_id: 7 };
    assert.notEqual(ask('invoice/unhold', nameless, '2024-01-02T03:04:05:5'), 'other-interpretation');
    const check = { now: '2024-01-02T03:04:05', shop_id: 5, shop_order_id: 'o-1', amount: '1.00' };
    assert.notEqual(ask('invoice/check', check, '1.00:2024-01-02T03:04:05:5:o-1'), 'other-interpretation');
  });

  it('counts a null field in several ways', () => {
    const fields = ['amount', 'description', 'shop_id'];
    const body = wire({ amount: '1.00', description: null, shop_id: 5 });
    const ask = (sign: string, rule: 'skip' | 'empty-slot' | 'either') =>
      explainSign({ kind: 'request', operation: 'x', signedFields: fields, body, secret, rule }, sign);
    assert.equal(ask(sha(`1.00:5${secret}`), 'skip').ok, true);
    assert.equal(ask(sha(`1.00::5${secret}`), 'empty-slot').ok, true);
    assert.equal(ask(sha(`1.00::5${secret}`), 'either').ok, true);
    assert.equal(ask(sha(`1.00::5${secret}`), 'skip').recipe?.id, 'empties-kept');
    assert.equal(ask(sha(`1.00:5${secret}`), 'empty-slot').recipe?.id, 'empties-skipped');
    assert.equal(ask(sha(`1.00:null:5${secret}`), 'either').recipe?.id, 'null-as-word');
    assert.equal(ask(sha(`1.00:None:5${secret}`), 'either').recipe?.id, 'null-as-word');
  });

  it('names sign inside the string where its place shows', () => {
    const body = wire({ now: '2024-01-02T03:04:05', shop_id: 5, withdraw_id: 77, sign: 'x' });
    const verdict = explainSign(
      {
        kind: 'request',
        operation: 'withdraw/status',
        signedFields: ['now', 'shop_id', 'withdraw_id'],
        body,
        secret,
      },
      sha(`2024-01-02T03:04:05:5::77${secret}`),
    );
    assert.equal(verdict.recipe?.id, 'sign-included');
  });

  it('says so when no recipe fits', () => {
    const verdict = explainSign(
      { kind: 'request', operation: 'x', signedFields: invoiceFields, body: wire(request), secret },
      sha(`${right}AnotherSecret`),
    );
    assert.equal(verdict.recipe, null);
    assert.match(describeVerdict(verdict), /no known recipe/i);
    assert.equal(verdict.expectedDigest, sha(`${right}${secret}`));
  });

  const missing: [name: string, sign: unknown, header: string | undefined, recipe: string, place: string][] =
    [
      ['no sign', undefined, undefined, 'sign-missing', 'none'],
      ['only a header', undefined, 'abc', 'sign-header-only', 'header'],
      ['a number', 1, undefined, 'sign-not-text', 'body'],
      ['null and a header', null, 'abc', 'sign-not-text', 'both'],
      ['an array', ['x'], undefined, 'sign-not-text', 'body'],
    ];
  for (const [name, sign, header, recipe, place] of missing) {
    it(name, () => {
      const body = wire(sign === undefined ? request : { ...request, sign });
      const verdict = explainSign(
        { kind: 'request', operation: 'x', signedFields: invoiceFields, body, secret, header },
        undefined,
      );
      assert.deepEqual(
        [verdict.recipe?.id, verdict.place, verdict.ok, verdict.sent],
        [recipe, place, false, null],
      );
    });
  }

  it('masks a secret that the merchant put into a field', () => {
    const body = wire({ ...request, shop_order_id: `x${secret}` });
    const verdict = explainSign(
      { kind: 'request', operation: 'x', signedFields: invoiceFields, body, secret },
      sha(`10.50:643:x${secret}${secret}`),
    );
    assert.ok(!JSON.stringify(verdict).includes(secret));
  });

  it('masks card numbers in what it shows', () => {
    const body = wire({
      account: '4111111111111111',
      amount: '1.00',
      shop_id: 5,
      card: { number: '4111111111111111' },
    });
    const text = '4111111111111111:1.00:5';
    const verdict = explainSign(
      {
        kind: 'request',
        operation: 'check_account',
        signedFields: ['account', 'amount', 'shop_id'],
        body,
        secret,
      },
      text,
    );
    assert.equal(verdict.recipe?.id, 'not-hashed');
    assert.equal(verdict.expectedText, '411111***1111:1.00:5<SECRET>');
    assert.ok(!JSON.stringify(verdict).includes('4111111111111111'));
  });

  it('names the list of another operation', () => {
    const body = wire({
      account: 'a',
      amount: '1.00',
      shop_currency: 643,
      amount_type: 'ps_amount',
      payway: 'p',
      shop_id: 5,
      shop_payment_id: '9',
    });
    const verdict = explainSign(
      {
        kind: 'request',
        operation: 'x',
        signedFields: ['amount_type', 'shop_id', 'now', 'withdraw_id'],
        body,
        secret,
      },
      sha(`1.00:ps_amount:p:643:5${secret}`),
    );
    assert.equal(verdict.recipe?.id, 'other-operation');
    assert.match(verdict.recipe?.says ?? '', /withdraw\/try/);
  });

  for (const key of ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
    it(`takes the key ${key} for a key like others`, () => {
      const text = (value: string) => `{${JSON.stringify(key)}:${value},"amount":"1.00"}`;
      for (const value of ['"x"', '7', 'null', '{"a":1}', '["x"]']) {
        const body = wire(text(value));
        const sign = signNotification(body, secret);
        assert.equal(explainSign({ kind: 'notification', body, secret }, sign).ok, true);
        const signedFields = ['amount', key];
        const asked = { kind: 'request', operation: 'x', signedFields, body, secret } as const;
        assert.equal(explainSign(asked, signRequest(signedFields, body, secret)).ok, true);
        assert.equal(explainSign(asked, sha('other')).ok, false);
      }
    });
  }
});

describe('the work for a signature that nothing explains', () => {
  const order = { shop_order_id: 'order-1', amount: '10.50', currency: 643, payway: 'card_rub', shop_id: 5 };
  const hex = (digits: number) => 'a1b2c3d4'.repeat(40).slice(0, digits);
  const ask = (fields: object, sent: string) =>
    explainSign(
      {
        kind: 'request',
        operation: 'invoice/create',
        signedFields: invoiceFields,
        body: wire(fields),
        secret,
      },
      sent,
    );
  /** What is really hashed, in the steps that the work counts: 5,000 a hash, three a byte. */
  const hashedSteps = (t: TestContext, fields: object, sent: string): number => {
    let [hashes, bytes] = [0, 0];
    const { createHmac, hash } = crypto;
    const count = (data: BinaryLike) => {
      hashes += 1;
      bytes += typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
    };
    t.mock.method(crypto, 'hash', (...args: Parameters<typeof hash>) => {
      count(args[1]);
      return hash(...args);
    });
    t.mock.method(crypto, 'createHmac', (...args: Parameters<typeof createHmac>) => {
      const hmac = createHmac(...args);
      const update = hmac.update.bind(hmac) as (data: BinaryLike) => typeof hmac;
      return Object.assign(hmac, {
        update(data: BinaryLike) {
          count(data);
          return update(data);
        },
      });
    });
    syncBuiltinESMExports();
    try {
      assert.equal(ask(fields, sent).recipe, null);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    return hashes * 5_000 + bytes * 3;
  };
  const long: readonly [string, object][] = [
    ['a signed text outside of ASCII', { shop_order_id: 'я'.repeat(7_900) }],
    ['a signed number', { amount: '1'.repeat(7_900) }],
    ['signed JSON', { shop_order_id: JSON.stringify(Array.from({ length: 1_900 }, () => [1])) }],
    ['a signed text of 16,000 characters', { shop_order_id: 'я'.repeat(16_000) }],
    ['a text that is not signed', { description: 'я'.repeat(7_900) }],
    [
      '5,000 fields',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x${at}`, 'x'.repeat(200)])),
    ],
    ['190 fields', Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`x${at}`, `value ${at}`]))],
  ];
  for (const [what, fields] of long)
    for (const digits of [8, 40, 64, 128])
      it(`is about that of an ordinary request: ${what}, ${digits} digits`, (t) => {
        const ordinary = hashedSteps(t, order, hex(digits));
        const { texts, hashes } = MOST_STEPS.request;
        // The secret, its joints and a few whole bodies are not counted.
        const most = 1.2 * (texts + hashes);
        assert.ok(ordinary > 0 && ordinary <= most, `an ordinary request takes ${ordinary} steps`);
        const steps = hashedSteps(t, { ...order, ...fields }, hex(digits));
        assert.ok(steps <= most, `${steps} steps, and ${most} are the most`);
      });

  it('still finds two mistakes over a long text, and those of an ordinary request with many more fields', () => {
    const values = '10.50|643|card_rub|5|order-1';
    const text = { ...order, description: 'я'.repeat(7_900) };
    assert.equal(ask(text, sha(`${values}${secret}`, 'md5')).recipe?.id, 'other-separator+md5');
    const more = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`extra_${at}`, `value ${at}`]));
    assert.equal(
      ask({ ...order, ...more }, sha(`${values}${secret}`, 'md5')).recipe?.id,
      'other-separator+md5',
    );
  });

  it('is bounded, and what is too long leaves the rest to what is shorter', () => {
    for (const kind of ['request', 'notification'] as const) {
      const { texts, hashes } = MOST_STEPS[kind];
      const work = createSignWork(kind);
      for (let count = 0; count < 100_000; count += 1) {
        work.mayBuild(30, count);
        work.mayHash(count);
      }
      assert.ok(work.steps() <= texts + hashes && work.steps() > 0.9 * (texts + hashes));
      const long = createSignWork(kind);
      assert.deepEqual(
        [long.mayBuild(5, 1e9), long.mayHash(1e9), long.mayBuild(5, 50), long.mayHash(50)],
        [false, false, true, true],
      );
    }
  });
});

describe('faulty recipes of notifications', () => {
  const { text, body: json } = golden.notification;
  const cases: [recipe: string, sign: string][] = [
    ['zeros-dropped', sha(`${text.replace(':0:77', ':77').replace(':0:4', ':4')}${secret}`)],
    ['empties-kept', sha(`${text.replace(':05:0:77', ':05::0:77').replace(':643:5:', ':643:5:')}${secret}`)],
    [
      'empties-kept',
      sha(
        `${text.replace(':05:0:77', ':05::0:77').replace('{"ps', '{"ps').replace(':10.5:643:5', '::10.5:643:5')}${secret}`,
      ),
    ],
    [
      'numbers-lengthened',
      sha(
        `${text
          .replace(/^10\.5:/, '10.50:')
          .replace('}:10.5:', '}:10.50:')
          .replace(':0:4', ':0.00:4')}${secret}`,
      ),
    ],
    ['field-left-out', sha(`${text.replace(':5:101:0:4', ':5:101:4')}${secret}`)],
    ['secret-missing', sha(text)],
    ['secret-placeholder', sha(`${text}undefined`)],
    ['md5', sha(`${text}${secret}`, 'md5')],
    ['html-escaped', sha(`${text.replaceAll('"', '&quot;')}${secret}`)],
    ['slashes-added', sha(`${text.replaceAll('"', '\\"')}${secret}`)],
    ['colon-before-secret', sha(`${text}:${secret}`)],
    ['sign-included', sha(`${text.replace(':0:4', `:0:${golden.notification.digest}:4`)}${secret}`)],
  ];
  for (const [recipe, sign] of cases) {
    it(`${recipe}: ${sign.slice(0, 12)}`, () => {
      const verdict = explainSign({ kind: 'notification', body: wire(json), secret }, sign);
      assert.equal(verdict.ok, false);
      assert.equal(verdict.recipe?.id, recipe);
      assert.equal(verdict.expectedDigest, undefined);
    });
  }
  it('upper case is legal, and named', () => {
    const verdict = explainSign(
      { kind: 'notification', body: wire(json), secret },
      golden.notification.digest.toUpperCase(),
    );
    assert.deepEqual([verdict.ok, verdict.recipe?.id], [true, 'upper-case-hex']);
  });
});

describe('properties of signatures', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const bodies = fc
    .dictionary(fc.string({ minLength: 1, maxLength: 12 }), scalar, { minKeys: 1, maxKeys: 12 })
    .map((body) => wire(body));

  it('what is signed verifies', () => {
    fc.assert(
      fc.property(bodies, fc.string({ minLength: 1 }), (body, key) => {
        const sign = signNotification(body, key);
        assert.equal(explainSign({ kind: 'notification', body, secret: key }, sign).ok, true);
        const fields = Object.keys(body);
        const byRequest = explainSign(
          { kind: 'request', operation: 'x', signedFields: fields, body, secret: key },
          signRequest(fields, body, key),
        );
        assert.equal(byRequest.ok, true);
      }),
    );
  });

  it('a changed value fails', () => {
    fc.assert(
      fc.property(bodies, fc.nat(), fc.string({ minLength: 1 }), (body, at, more) => {
        const key = Object.keys(body)[at % Object.keys(body).length] ?? '';
        fc.pre(key !== 'sign');
        const changed: WireObject = Object.assign(Object.create(null), body);
        changed[key] = `${stringifyWire(body[key] ?? null)}${more}`;
        const sign = signNotification(body, secret);
        fc.pre(notificationText(changed) !== notificationText(body));
        assert.equal(explainSign({ kind: 'notification', body: changed, secret }, sign).ok, false);
      }),
    );
  });

  it('the order of keys does not matter', () => {
    fc.assert(
      fc.property(bodies, fc.infiniteStream(fc.nat()), (body, ranks) => {
        const ranked = Object.entries(body).map((entry): [number, typeof entry] => [
          ranks.next().value ?? 0,
          entry,
        ]);
        const shuffled = ranked.toSorted(([a], [b]) => a - b).map(([, entry]) => entry);
        const other: WireObject = Object.create(null);
        for (const [key, value] of shuffled) other[key] = value;
        assert.equal(signNotification(other, secret), signNotification(body, secret));
      }),
    );
  });

  it('any text as sign gets an answer that never holds the secret', () => {
    const key = 'a-secret-of-the-test';
    fc.assert(
      fc.property(
        bodies,
        fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[0-9a-f]{64}$/)),
        (body, sign) => {
          const verdict = explainSign(
            { kind: 'request', operation: 'x', signedFields: ['a', 'b'], body, secret: key },
            sign,
          );
          assert.equal(verdict.ok, false);
          assert.ok(!JSON.stringify(verdict).includes(key));
        },
      ),
      { numRuns: 40 },
    );
  });
});
