import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingError, readHar } from '../../../history/foreign/index.ts';
import { renderAudit } from '../../../reports/audit/page.ts';
import { renderAuditText } from '../../../reports/audit/words.ts';
import { type HarEntry, harOf, type WireCall } from '../support/wire-calls.ts';
import { auditFile, lawIn, lawsThat } from './audited.ts';
import {
  CALLBACK,
  call,
  create,
  elsewhere,
  envelope,
  KEY,
  notification,
  nowAt,
  paidOrder,
  payout,
  reply,
} from './talk.ts';

test('a right merchant is not failed, and what a HAR lacks is named', async () => {
  const audit = await auditFile(harOf([...paidOrder(), elsewhere]));
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.equal(audit.tier, 'T0 traffic');
  const [recording] = audit.recordings;
  assert.deepEqual(recording?.unseen, []);
  assert.equal(recording?.format, 'HAR (WebInspector 537.36)');
  assert.deepEqual(
    [recording?.seen.requests, recording?.seen.deliveries, recording?.seen.invoices, recording?.seen.others],
    [2, 1, 1, 1],
  );
  assert.deepEqual(lawIn(audit, 'signed-and-secret').judged, 2);
  assert.equal(lawIn(audit, 'notices-accepted').outcome, 'pass');
  assert.match(renderAuditText(audit, [], false), /^T0 traffic: /);
});

const UNKNOWN = { answer: 'gave-up' } as const;
const absent = 7;
const status = (second: number, data: unknown): WireCall =>
  call(second, 'withdraw/shop_payment_status', { shop_payment_id: 'payout-1', now: nowAt(second) }, data);

for (const [says, law, calls] of [
  ['a wrong signature', 'signed-and-secret', [create(0, {}, 100, { key: 'another key' })]],
  ['the key in a request', 'signed-and-secret', [create(0, { description: KEY }, { id: 1 })]],
  [
    'an id for two amounts',
    'one-order-per-id',
    [create(0, {}, { id: 1 }), create(5, { amount: '11.00' }, { id: 2 })],
  ],
  ['a currency in letters', 'request-fields', [create(0, { currency: 'RUB' }, { id: 1 })]],
  [
    'a wrong clock',
    'current-now',
    [call(0, 'invoice/check', { shop_order_id: 'a', now: nowAt(-9000) }, { status: 2 })],
  ],
  ['GET with a signed body', 'calls-operations', [create(0, {}, 1, { method: 'GET' })]],
  ['an unknown operation', 'calls-operations', [call(0, 'invoice/pay', {}, 404)]],
  [
    'a form',
    'calls-operations',
    [
      create(0, {}, 1, {
        body: 'shop_id=5&shop_order_id=a&sign=0123',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ],
  ],
  [
    'a blind second payout',
    'status-after-read-timeout',
    [payout(0, {}, UNKNOWN), payout(40, { id: 1, status: 1 })],
  ],
  [
    'another payout under the id',
    'one-payout-per-id',
    [payout(0, { id: 1, status: 1 }), payout(9, { id: 2, status: 1 }, { fields: { amount: '6.00' } })],
  ],
] as const) {
  test(`${says} is found: law.${law}`, async () => {
    const audit = await auditFile(harOf([...paidOrder('order-0'), ...calls]));
    assert.deepEqual(lawsThat('fail', audit), [law], JSON.stringify(lawIn(audit, law)));
  });
}

test('a payout that was asked about before it was repeated is right', async () => {
  const audit = await auditFile(
    harOf([payout(0, {}, UNKNOWN), status(40, absent), payout(41, { id: 1, status: 1 })]),
  );
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.equal(lawIn(audit, 'status-after-read-timeout').outcome, 'pass');
});

/** Removes from each entry what an exporter leaves out. */
function without(har: string, change: (entry: HarEntry) => void): string {
  const document = JSON.parse(har);
  document.log.entries.forEach(change);
  return JSON.stringify(document);
}

const noAnswers = (entry: HarEntry): void => {
  delete entry.response.content.text;
};

test('without answers a breach that one of them could excuse is open, and so is the pass', async () => {
  const reused = harOf([create(0, {}, { id: 1 }), create(5, { amount: '11.00' }, { id: 2 })]);
  const audit = await auditFile(without(reused, noAnswers));
  const law = lawIn(audit, 'one-order-per-id');
  assert.equal(law.outcome, 'inconclusive', JSON.stringify(law));
  assert.match(law.note ?? '', /if the gateway refused what it is not seen to answer/);
  assert.match(
    audit.recordings[0]?.unseen.join('\n') ?? '',
    /What 2 of 2 calls to the gateway were answered/,
  );
  // What no answer could excuse stands.
  const wrong = await auditFile(without(harOf([create(0, { currency: 'RUB' }, { id: 1 })]), noAnswers));
  assert.deepEqual(lawsThat('fail', wrong), ['request-fields']);
  const unknown = await auditFile(without(harOf([payout(0, { id: 1 }), payout(9, { id: 1 })]), noAnswers));
  assert.equal(lawIn(unknown, 'status-after-read-timeout').outcome, 'not-applicable');
});

test('without the key no signature is judged, neither for nor against the merchant', async () => {
  const forged = notification(
    3,
    { shop_order_id: 'order-1', payment_id: 7001, status: 4 },
    { key: 'forged', answer: reply(403, 'at Pay.verify (/srv/pay.js:10:5)\n  at x (/srv/a.js:1:1)') },
  );
  const calls = [...paidOrder(), forged, create(5, { shop_order_id: 'b' }, 100, { key: 'another' })];
  const audit = await auditFile(harOf(calls), {});
  assert.deepEqual(lawsThat('fail', audit), []);
  const law = lawIn(audit, 'signed-and-secret');
  assert.equal(law.outcome, 'not-applicable');
  assert.match(law.note ?? '', /--shop ID:env:NAME/);
  assert.notEqual(lawIn(audit, 'notices-accepted').outcome, 'pass');
  assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /signatures of 5 messages of shop 5/);
});

test('a signature that the gateway took is not held against the merchant: the key may be another', async () => {
  const audit = await auditFile(harOf(paidOrder()), { keys: [['5', 'the key of last year']] });
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /Is it the key of that shop\?/);
});

test('without notifications a hold that is charged is not said to be charged too early', async () => {
  const calls = [
    call(
      0,
      'invoice/hold',
      { shop_order_id: 'h', amount: '1.00', currency: 643, payway: 'card_rub' },
      { id: 9 },
    ),
    call(60, 'invoice/charge', { invoice_id: 9, now: nowAt(60) }, { payment_id: 9, status: 4 }),
  ];
  const audit = await auditFile(harOf(calls));
  assert.deepEqual(lawsThat('fail', audit), []);
  const law = lawIn(audit, 'one-charge-per-hold');
  assert.equal(law.outcome, 'inconclusive');
  assert.match(law.note ?? '', /No notification/);
});

const DOZENS = (second: number): WireCall[] => [
  call(
    second,
    'withdraw/status',
    { withdraw_id: 1, now: nowAt(second) },
    { id: 1, status: 5, shop_payment_id: 'payout-1' },
  ),
];

test('calls that may have overlapped prove no order', async () => {
  const created = payout(0, { id: 1, status: 1 });
  const asked = [4, 5, 6, 7].flatMap(DOZENS);
  assert.deepEqual(lawsThat('fail', await auditFile(harOf([created, ...asked]))), ['final-ends-polling']);
  // Without times nobody knows that the merchant asked on after it had been answered.
  const audit = await auditFile(
    without(harOf([created, ...asked]), (entry) => {
      entry.time = 0;
    }),
  );
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.match(lawIn(audit, 'final-ends-polling').note ?? '', /would be right if calls overlapped/);
  assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /How long 5 calls took/);
});

test('a repeat after a fatal code is open: traffic does not show who asked for it', async () => {
  const audit = await auditFile(harOf([create(0, {}, 1), create(30, {}, 1)]));
  assert.equal(lawIn(audit, 'fatal-ends-operation').outcome, 'inconclusive');
});

/** As each tool spells the same conversation. */
const DIALECTS: readonly (readonly [string, (entry: HarEntry) => void])[] = [
  ['Chrome', () => {}],
  [
    'Firefox',
    ({ request, response }) => {
      request.headers = request.headers.filter(({ name }) => !name.startsWith(':'));
      for (const header of request.headers)
        header.name = header.name.replace(/(^|-)[a-z]/g, (c: string) => c.toUpperCase());
      request.postData.params = [];
      response.content.encoding = 'base64';
      response.content.text = Buffer.from(response.content.text ?? '').toString('base64');
    },
  ],
  [
    'Charles and Fiddler',
    (entry) => {
      entry.startedDateTime = entry.startedDateTime.replace('Z', '+00:00');
      entry.request.headers = entry.request.headers.filter(({ name }) => name !== 'content-type');
      entry.response.content.size = -1;
      entry.request.bodySize = -1;
      entry.comment = 'exported';
    },
  ],
  [
    'mitmproxy',
    ({ request, response }) => {
      request.url = request.url.replace('gateway.example', 'gateway.example:443');
      request.postData.params = [{ name: '', value: '' }];
      response.content.compression = 12;
      response.content.size = 900;
    },
  ],
];

for (const [tool, spell] of DIALECTS) {
  test(`the conversation as ${tool} exports it is read as it was`, async () => {
    const audit = await auditFile(without(harOf([...paidOrder(), elsewhere]), spell));
    assert.deepEqual(lawsThat('fail', audit), []);
    assert.deepEqual(audit.recordings[0]?.unseen, []);
    assert.equal(lawIn(audit, 'signed-and-secret').judged, 2);
    const wrong = await auditFile(without(harOf([create(0, {}, 100, { key: 'x' })]), spell));
    assert.deepEqual(lawsThat('fail', wrong), ['signed-and-secret']);
  });
}

test('a form that was kept as names and values is a body', async () => {
  const [, , paid] = paidOrder();
  const fields = JSON.parse(paid?.body ?? '{}');
  const asForm = without(
    harOf([...paidOrder().slice(0, 2), { ...elsewhere, method: 'POST', url: `${CALLBACK}?type=invoice` }]),
    (entry) => {
      if (!entry.request.url.startsWith(CALLBACK)) return;
      entry.request.postData = {
        mimeType: 'application/x-www-form-urlencoded',
        params: Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
      };
      entry.response.content.text = 'OK';
      entry.response.content.size = 2;
    },
  );
  const audit = await auditFile(asForm);
  assert.equal(audit.recordings[0]?.seen.deliveries, 1);
  assert.equal(
    lawIn(audit, 'notices-accepted').outcome,
    'pass',
    JSON.stringify(lawIn(audit, 'notices-accepted')),
  );
});

test('a body that was cut is not held against the merchant', async () => {
  const cut = without(harOf(paidOrder()), (entry) => {
    entry.request.postData.text = (entry.request.postData.text ?? '').slice(0, 30);
  });
  const audit = await auditFile(cut);
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /The whole body of 2 of 2 calls/);
});

test('addresses tell the calls apart where paths do not', async () => {
  const moved = harOf(paidOrder().map((each) => ({ ...each, url: each.url.replace('/gateway/v1', '/psp') })));
  await assert.rejects(auditFile(harOf([elsewhere])), RecordingError);
  const audit = await auditFile(moved, {
    keys: [['5', KEY]],
    gateway: ['https://gateway.example/psp'],
    callback: [CALLBACK],
  });
  assert.deepEqual([audit.recordings[0]?.seen.requests, audit.recordings[0]?.seen.deliveries], [2, 1]);
  const elsewhereOnly = await auditFile(harOf(paidOrder()), {
    keys: [['5', KEY]],
    callback: ['https://shop.example/other'],
  });
  assert.equal(elsewhereOnly.recordings[0]?.seen.deliveries, 0);
});

test('no secret of a recording reaches any report', async () => {
  const secrets = [
    '4111111111111111',
    '4012888888881881',
    '5555555555554444',
    '987',
    'tok_live_payment',
    'cookie-of-shop',
    'basic-password',
    'bearer-jwt',
    'api-key-77',
    'set-cookie-9',
    'hunter2',
    'url-password',
    'camel-secret',
    'session-in-query',
    KEY,
  ];
  const secretCall = create(
    0,
    {
      currency: 'RUB',
      shop_order_id: 'with-secrets',
      description: `to 4012888888881881 with ${KEY}`,
      payment_token: 'tok_live_payment',
      card: { number: '4111 1111 1111 1111'.replaceAll(' ', ''), cvv: '987', cardholder: 'A B' },
      secretKey: 'camel-secret',
      meta: { password: 'hunter2', cardNumber: 5555555555554444 },
    },
    { id: 3, echo: '5555555555554444', access_token: 'bearer-jwt' },
    {
      url: 'https://user:url-password@gateway.example/gateway/v1/invoice/create?session=session-in-query',
      headers: {
        'content-type': 'application/json',
        Authorization: 'Basic basic-password',
        'X-Api-Key': 'api-key-77',
        Cookie: 'sid=cookie-of-shop',
      },
      answer: {
        status: 200,
        headers: { 'Set-Cookie': 'sid=set-cookie-9' },
        body: envelope({ id: 3, echo: '5555555555554444', access_token: 'bearer-jwt' }),
      },
    },
  );
  const again = create(
    9,
    { shop_order_id: 'with-secrets', amount: '12.00' },
    'Cookie: sid=cookie-of-shop; 4111111111111111',
    {
      answer: reply(502, 'password=hunter2 Authorization: Bearer bearer-jwt 4111-1111-1111-1111'),
    },
  );
  const audit = await auditFile(harOf([secretCall, again, ...paidOrder()]));
  assert.deepEqual(lawsThat('fail', audit).sort(), [
    'one-order-per-id',
    'request-fields',
    'signed-and-secret',
  ]);
  const shown = [JSON.stringify(audit), renderAudit(audit), renderAuditText(audit, [], false)].join('\n');
  for (const secret of [...secrets, '4111-1111-1111-1111', 'elsewhere']) {
    assert.ok(!new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(shown), `${secret} is shown`);
  }
  assert.match(shown, /411111\*\*\*1111/);
});

for (const [says, document, message] of [
  ['no log', {}, /log\.entries/],
  ['no entries', { log: { entries: 7 } }, /log\.entries/],
] as const) {
  test(`a HAR with ${says} is refused, and the place is named`, () => {
    assert.throws(
      () => [...readHar(document).calls],
      (error) => error instanceof RecordingError && message.test(error.message),
    );
  });
}
