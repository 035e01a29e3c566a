import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nginxLogOf } from '../support/access-logs.ts';
import { GATEWAY, type HarEntry, harOf, type WireCall } from '../support/wire-calls.ts';
import { auditFile, FORMATS, lawIn, lawsThat } from './audited.ts';
import { CALLBACK, call, create, elsewhere, KEY, nowAt, paidOrder, payout, reply } from './talk.ts';

/** What reaches a gateway next to the calls of the merchant. */
const beside = (method: string, path: string, body = '', more: Partial<WireCall> = {}): WireCall => ({
  ...elsewhere,
  method,
  url: `${GATEWAY}${path}`,
  headers: { 'content-type': 'application/json' },
  body,
  answer: reply(405, '{"result":false,"message":"No.","error_code":10,"data":null}', 'application/json'),
  ...more,
});

const CREATE = '/gateway/v1/invoice/create';
const preflight = (more: Partial<WireCall> = {}) =>
  beside('OPTIONS', CREATE, '', { headers: { origin: 'https://shop.example' }, ...more });
/** A call of another shop, with everything wrong about it. */
const ofOthers = (shop: number, more: object = {}) =>
  create(3, { shop_id: shop, currency: 'RUB', ...more }, 11, { key: 'other' });

const STRANGERS: readonly (readonly [says: string, calls: readonly WireCall[], unseen: RegExp])[] = [
  ['a monitor on the base', [beside('GET', '/gateway/v1/')], /1 request without a readable, signed body/],
  ['a monitor that asks for an operation', [beside('GET', `${CREATE}?shop_id=5`)], /1 request without/],
  ['a monitor that asks for the head', [beside('HEAD', CREATE)], /1 request without/],
  ['a preflight', [preflight({ answer: reply(204, '') })], /1 request without/],
  ['a preflight that was refused', [preflight()], /1 request without/],
  ['a preflight without an answer', [preflight({ answer: 'broken' })], /1 request without/],
  [
    'the garbage of a scanner',
    [beside('POST', CREATE, '<?xml version="1.0"?>'), beside('PUT', CREATE, '\0\x01')],
    /2 requests without/,
  ],
  [
    'JSON of a scanner',
    [beside('POST', CREATE, '{}'), beside('POST', '/gateway/v1/wp-login', '[1]')],
    /2 requests without/,
  ],
  ['a scanner that knows a shop', [beside('POST', CREATE, '{"shop_id":5,"amount":1}')], /1 request without/],
  [
    'a form of a scanner',
    [beside('POST', CREATE, 'a=1&b=2', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
    /1 request without/,
  ],
  ['another shop', [ofOthers(7)], /The key of shop 7: 1 call to the gateway was left out/],
  [
    'other shops',
    [ofOthers(7), ofOthers(8, { amount: 'x' }), payout(4, 11, { fields: { shop_id: 7, account: 5 } })],
    /The key of shops 7, 8: 3 calls/,
  ],
];

for (const [format, write] of FORMATS) {
  for (const [says, calls, unseen] of STRANGERS) {
    test(`${format}: ${says} is counted, and held against nobody`, async () => {
      const audit = await auditFile(write([...calls, ...paidOrder()]));
      assert.deepEqual(
        lawsThat('fail', audit),
        [],
        JSON.stringify(audit.laws.filter(({ found }) => found > 0)),
      );
      assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', unseen);
      // It leaves nothing open of the merchant either.
      for (const law of ['calls-operations', 'signed-and-secret', 'request-fields'])
        assert.deepEqual([lawIn(audit, law).outcome, lawIn(audit, law).judged], ['pass', 2], law);
    });
  }
}

/** Changes each entry of a HAR. */
function spelled(calls: readonly WireCall[], change: (entry: HarEntry) => void): string {
  const document = JSON.parse(harOf(calls));
  document.log.entries.forEach(change);
  return JSON.stringify(document);
}

const withLength = (entry: HarEntry): void => {
  const { request, response } = entry;
  request.headers.push({ name: 'Content-Length', value: String(request.bodySize) });
  const headers = (response as unknown as { headers: { name: string; value: string }[] }).headers;
  headers.push({ name: 'Content-Length', value: String(Buffer.byteLength(response.content.text ?? '')) });
};

/** As recorders leave bodies out, cut them, or put something else in their place. */
const LEFT_OUT: readonly (readonly [says: string, change: (entry: HarEntry) => void])[] = [
  [
    'no postData, and a bodySize of 0',
    ({ request }) => {
      delete (request as Partial<HarEntry['request']>).postData;
      request.bodySize = 0;
    },
  ],
  [
    'an empty text',
    ({ request }) => {
      request.postData.text = '';
      request.bodySize = 0;
    },
  ],
  [
    'another JSON object',
    ({ request }) => {
      request.postData.text = '{"note":"[object Object]"}';
      request.bodySize = -1;
    },
  ],
  [
    'characters that were replaced',
    ({ request }) => {
      request.postData.text = (request.postData.text ?? '').replace('order-1', 'ord\uFFFD\uFFFD');
      request.bodySize = 0;
    },
  ],
];

for (const [says, change] of LEFT_OUT) {
  test(`a body that contradicts its Content-Length was not recorded: ${says}`, async () => {
    const audit = await auditFile(
      spelled(paidOrder(), (entry) => {
        withLength(entry);
        change(entry);
      }),
      { keys: [['5', KEY]], callback: [CALLBACK] },
    );
    assert.deepEqual(
      lawsThat('fail', audit),
      [],
      JSON.stringify(audit.laws.filter(({ found }) => found > 0)),
    );
    assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /The whole body of 2 of 2 calls/);
  });

  test(`what the gateway accepted was not unreadable: ${says}`, async () => {
    const audit = await auditFile(spelled(paidOrder(), change), { keys: [['5', KEY]], callback: [CALLBACK] });
    const broken = lawsThat('fail', audit).filter((law) => law !== 'signed-and-secret');
    assert.deepEqual(broken, [], JSON.stringify(audit.laws.filter(({ found }) => found > 0)));
  });
}

test('a mask explains another length', async () => {
  const masked = spelled(
    [...paidOrder(), create(5, { currency: 'RUB', shop_order_id: 'x', payer_email: 'a' }, 10)],
    (entry) => {
      withLength(entry);
      entry.request.postData.text = (entry.request.postData.text ?? '').replace(
        '"payer_email":"a"',
        '"payer_email":"[filtered]"',
      );
    },
  );
  assert.deepEqual(lawsThat('fail', await auditFile(masked)), ['request-fields']);
});

test('an acknowledgement that was left out is not held against the merchant', async () => {
  const left = (entry: HarEntry): void => {
    withLength(entry);
    if (!entry.request.url.startsWith(CALLBACK)) return;
    entry.response.content = { size: 0, text: '' };
  };
  const calls = [0, 600, 1200, 1800].flatMap((second) =>
    paidOrder(`order-${second}`).slice(second === 0 ? 0 : 2),
  );
  const audit = await auditFile(spelled(calls, left));
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /reply to 4 of 4 notifications/);
});

test('a length that fits, or that of a compressed body, leaves the body as it is', async () => {
  for (const change of [
    withLength,
    (entry: HarEntry) => {
      entry.request.headers.push(
        { name: 'Content-Length', value: '7' },
        { name: 'Content-Encoding', value: 'gzip' },
      );
    },
  ]) {
    const audit = await auditFile(
      spelled([...paidOrder(), create(5, { currency: 'RUB', shop_order_id: 'x' }, 10)], change),
    );
    assert.deepEqual(lawsThat('fail', audit), ['request-fields']);
  }
});

const base64 = (text: string | undefined): string => Buffer.from(text ?? '').toString('base64');

test('base64 that nobody flagged is decoded where nothing else fits', async () => {
  for (const lengths of [true, false]) {
    const flagless = (calls: readonly WireCall[]) =>
      spelled(calls, (entry) => {
        if (lengths) withLength(entry);
        entry.request.postData.text = base64(entry.request.postData.text);
        entry.response.content.text = base64(entry.response.content.text);
      });
    const audit = await auditFile(flagless(paidOrder()), { keys: [['5', KEY]], callback: [CALLBACK] });
    assert.deepEqual(lawsThat('fail', audit), []);
    assert.deepEqual(audit.recordings[0]?.unseen, []);
    assert.equal(lawIn(audit, 'signed-and-secret').judged, 2);
    assert.equal(lawIn(audit, 'notices-accepted').outcome, 'pass');
    const wrong = await auditFile(flagless([...paidOrder('other'), create(9, {}, 100, { key: 'x' })]));
    assert.deepEqual(lawsThat('fail', wrong), ['signed-and-secret']);
  }
});

test('where no headers were logged, nothing is said of the media type', async () => {
  const body = 'shop_id=5&shop_order_id=a&sign=0123';
  const audits = await Promise.all(
    [{}, { 'content-type': 'application/x-www-form-urlencoded' }].map((headers) =>
      auditFile(nginxLogOf([...paidOrder(), create(5, {}, 1, { headers, body })])),
    ),
  );
  assert.deepEqual(
    audits.map((audit) => lawsThat('fail', audit)),
    [[], ['calls-operations']],
  );
});

const untimed = ({ startedDateTime: _, ...entry }: HarEntry): object => entry;
const entriesOf = (calls: readonly WireCall[]): HarEntry[] => JSON.parse(harOf(calls)).log.entries;
const [foreign] = entriesOf([elsewhere]);
const [ours] = entriesOf([create(0, { shop_order_id: 'untimed' }, { id: 1 })]);
assert.ok(foreign !== undefined && ours !== undefined);

const INCOMPLETE: readonly (readonly [says: string, entry: unknown, isOurs: boolean])[] = [
  ['null', null, false],
  ['a number', 7, false],
  ['an empty object', {}, false],
  ['a request that is a text', { ...foreign, request: 'GET /' }, false],
  ['no time', untimed(foreign), false],
  ['a time that is none', { ...foreign, startedDateTime: 'today' }, false],
  ['no address', { ...foreign, request: { method: 'GET' } }, false],
  ['a call to the gateway without a time', untimed(ours), true],
  ['a call to the gateway without a method', { ...ours, request: { ...ours.request, method: '' } }, true],
];

for (const [says, entry, isOurs] of INCOMPLETE) {
  test(`an entry of a HAR that is ${says} is left out and counted`, async () => {
    for (const at of [0, 1, 3]) {
      const document = JSON.parse(harOf(paidOrder()));
      document.log.entries.splice(at, 0, entry);
      const audit = await auditFile(JSON.stringify(document));
      assert.deepEqual(lawsThat('fail', audit), []);
      assert.equal(lawIn(audit, 'signed-and-secret').judged, 2);
      const [recording] = audit.recordings;
      assert.equal(recording?.seen.others, isOurs ? 0 : 1);
      assert.equal(
        /The time or the method of 1 entry about/.test(recording?.unseen.join('\n') ?? ''),
        isOurs,
      );
    }
  });
}

test('a call without its time may excuse a breach, and leaves it open', async () => {
  const blind = [payout(0, {}, { answer: 'gave-up' }), payout(40, { id: 1, status: 1 })];
  const asked = call(39, 'withdraw/shop_payment_status', { shop_payment_id: 'payout-1', now: nowAt(39) }, 7);
  const document = JSON.parse(harOf(blind));
  const law = 'status-after-read-timeout';
  assert.equal(lawIn(await auditFile(JSON.stringify(document)), law).outcome, 'fail');
  document.log.entries.push(...entriesOf([asked]).map(untimed));
  assert.equal(lawIn(await auditFile(JSON.stringify(document)), law).outcome, 'inconclusive');
});
