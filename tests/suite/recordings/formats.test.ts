import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { RecordingError } from '../../../history/foreign/index.ts';
import { renderAudit } from '../../../reports/audit/page.ts';
import { envoyLogOf, nginxLogOf } from '../support/access-logs.ts';
import { dumpOf, flowOf, tnet } from '../support/flows.ts';
import type { WireCall } from '../support/wire-calls.ts';
import { auditFile, FORMATS, lawIn, lawsThat } from './audited.ts';
import { CALLBACK, call, create, elsewhere, KEY, notification, paidOrder, payout, reply } from './talk.ts';

const GAVE_UP = { answer: 'gave-up' } as const;

for (const [name, written, format] of FORMATS) {
  test(`${name}: told by what it holds, and judged like any other`, async () => {
    const audit = await auditFile(written([...paidOrder(), elsewhere]));
    const [recording] = audit.recordings;
    assert.equal(recording?.format, format);
    assert.deepEqual(
      [recording?.seen.requests, recording?.seen.deliveries, recording?.seen.others],
      [2, 1, 1],
    );
    assert.deepEqual(lawsThat('fail', audit), []);
    assert.deepEqual(recording?.unseen, []);
    assert.equal(lawIn(audit, 'signed-and-secret').judged, 2);
    assert.equal(lawIn(audit, 'notices-accepted').outcome, 'pass');
    const blind = [payout(0, {}, GAVE_UP), payout(40, { id: 1, status: 1 })];
    const unsigned = create(50, { shop_order_id: 'b' }, 100, { key: 'other' });
    const faulty = await auditFile(written([...blind, unsigned]));
    assert.deepEqual(lawsThat('fail', faulty), ['status-after-read-timeout', 'signed-and-secret']);
  });

  test(`${name}: no secret reaches a report`, async () => {
    const audit = await auditFile(
      written([
        create(0, { currency: 'RUB', card: { number: '4111111111111111', cvv: '987' }, note: KEY }, 100, {
          headers: {
            'content-type': 'application/json',
            authorization: 'Bearer jwt-of-shop',
            cookie: 'sid=cookie-1',
          },
        }),
        notification(1, {
          shop_order_id: 'o',
          status: 6,
          payment_id: 3,
          ps_data: '{"pan":"4012888888881881"}',
        }),
      ]),
    );
    assert.deepEqual(lawsThat('fail', audit), ['signed-and-secret', 'request-fields']);
    const shown = JSON.stringify(audit) + renderAudit(audit);
    for (const secret of ['4111111111111111', '4012888888881881', '987"', 'jwt-of-shop', 'cookie-1', KEY]) {
      assert.ok(!shown.includes(secret), `${secret} is shown`);
    }
  });
}

test('a body in a flow is decoded as its headers say; one that cannot be is not judged', async () => {
  const [first] = paidOrder();
  assert.ok(first !== undefined);
  const packed = (encoding: string, body: Buffer): Buffer => {
    const flow = flowOf({
      ...first,
      headers: { ...first.headers, 'content-encoding': encoding },
      body: '@',
    }).toString('latin1');
    const inner = flow.slice(flow.indexOf(':') + 1, -1).replace('1:@,', () => tnet(body).toString('latin1'));
    return Buffer.from(`${inner.length}:${grown(inner, body.length)}}`, 'latin1');
  };
  /** The request that holds the body has grown with it. */
  const grown = (inner: string, bytes: number): string => {
    const by = tnet(Buffer.alloc(bytes)).length - '1:@,'.length;
    return inner.replace(/7:request;(\d+):/, (_, size: string) => `7:request;${Number(size) + by}:`);
  };
  const framed = (flow: Buffer): Buffer => {
    const text = flow.toString('latin1');
    const inner = text.slice(text.indexOf(':') + 1, -1);
    return Buffer.from(`${inner.length}:${inner}}`, 'latin1');
  };
  const right = await auditFile(framed(packed('gzip', gzipSync(first.body))));
  assert.equal(lawIn(right, 'signed-and-secret').judged, 1);
  const unknown = await auditFile(framed(packed('zstd', Buffer.from('????'))));
  assert.deepEqual(lawsThat('fail', unknown), []);
  assert.match(unknown.recordings[0]?.unseen.join('\n') ?? '', /The whole body of 1 of 1 call/);
});

test('flows that are no HTTP are left out, and a last flow that was cut off is said to be', async () => {
  const tcp = tnet({ version: 21, type: 'tcp', messages: [] });
  const audit = await auditFile(Buffer.concat([tcp, dumpOf(paidOrder()), flowOf(elsewhere).subarray(0, 90)]));
  assert.deepEqual([audit.recordings[0]?.torn, audit.recordings[0]?.seen.requests], [true, 2]);
});

for (const [says, content, message] of [
  [
    'a dump that is cut off in its first flow',
    dumpOf(paidOrder()).subarray(0, 300),
    /cut off within its first flow/,
  ],
  [
    'a dump with garbage after a flow',
    Buffer.concat([dumpOf(paidOrder()), Buffer.from('garbage')]),
    /flow 4 is none/,
  ],
  [
    'a flow without times',
    tnet({ version: 1, type: 'http', request: {} }),
    /flow 1 \(version 1\) has no request with a time/,
  ],
  [
    'an access log that is no JSON in the middle',
    nginxLogOf(paidOrder()).replace('\n', '\n10.0.0.1 - -\n'),
    /line 2 is not one JSON object/,
  ],
  [
    'an access log with the escapes of nginx’s default',
    `${nginxLogOf(paidOrder().slice(0, 1))}{"request_body":"{\\x22shop_id\\x22:5}"}\n`,
    /line 2 .*escape=json/,
  ],
  [
    'an access log without times',
    '{"method":"POST","path":"/gateway/v1/invoice/create","status":200}\n',
    /line 1: there is none, and a time is expected/,
  ],
] as const) {
  test(`${says} is refused, and the place is named`, async () => {
    await assert.rejects(
      auditFile(content),
      (error) => error instanceof RecordingError && message.test(error.message),
    );
  });
}

test('a last line of a log that was cut off is left out and said to be', async () => {
  const audit = await auditFile(nginxLogOf(paidOrder()).slice(0, -40));
  assert.deepEqual([audit.recordings[0]?.torn, audit.recordings[0]?.seen.deliveries], [true, 0]);
});

/** Changes each line of a log. */
const relogged = (log: string, change: (line: Record<string, unknown>) => object): string =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`)
    .join('');

test('the fields of another log are mapped by their names', async () => {
  const log = relogged(nginxLogOf(paidOrder()), (line) => ({
    '@t': new Date(Number(line.msec) * 1000).toISOString(),
    http: { verb: line.request_method, target: line.request_uri },
    sent: line.request_body,
    got: line.resp_body,
    status: line.status,
  }));
  const logNames = {
    time: '@t',
    method: 'http.verb',
    path: 'http.target',
    'request-body': 'sent',
    'response-body': 'got',
  } as const;
  const audit = await auditFile(log, { keys: [['5', KEY]], logNames });
  assert.equal(lawIn(audit, 'signed-and-secret').judged, 2);
  const unseen = audit.recordings[0]?.unseen.join('\n') ?? '';
  assert.match(unseen, /The headers of 2 of 2 calls/);
  assert.match(unseen, /How long 3 calls took/);
  assert.deepEqual(lawsThat('fail', audit), []);
});

test('what nginx did not log is not judged: bodies on disk, answers, fractions of a second, the zone', async () => {
  const without = (...names: string[]) =>
    relogged(nginxLogOf(paidOrder()), (line) => ({
      ...Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name))),
      time_iso8601: new Date(Number(line.msec) * 1000).toISOString().slice(0, 19),
    }));
  const bare = await auditFile(without('msec', 'resp_body', 'request_time'));
  assert.deepEqual(lawsThat('fail', bare), []);
  const unseen = bare.recordings[0]?.unseen.join('\n') ?? '';
  for (const lack of [/answered/, /exact time/, /time zone/, /How long/, /reply to 1 of 1/])
    assert.match(unseen, lack);
  assert.equal(lawIn(bare, 'current-now').outcome, 'inconclusive');
  assert.notEqual(lawIn(bare, 'notices-accepted').outcome, 'pass');

  const bodiless = await auditFile(
    relogged(nginxLogOf(paidOrder()), (line) => ({ ...line, request_body: '-' })),
    { callback: [CALLBACK] },
  );
  assert.deepEqual(lawsThat('fail', bodiless), []);
  assert.equal(lawIn(bodiless, 'signed-and-secret').judged, 0);
});

test('numbers of a body that was logged as JSON stay as they were written', async () => {
  const paid: WireCall[] = paidOrder().map((each) => ({
    ...each,
    body: each.body.replace('"shop_amount":10.5,', '"shop_amount":10.50,'),
  }));
  // The signature is over 10.5: were the literal lost, it would be right.
  const audit = await auditFile(envoyLogOf(paid));
  assert.notEqual(lawIn(audit, 'notices-accepted').outcome, 'pass');
});

test('a body in a log that has a key twice is not judged, and does not end the audit', async () => {
  const log = envoyLogOf(paidOrder()).replace(
    '"shop_order_id":"order-1"',
    '"shop_order_id":"order-0","shop_order_id":"order-1"',
  );
  const audit = await auditFile(log);
  assert.deepEqual(lawsThat('fail', audit), []);
  assert.match(audit.recordings[0]?.unseen.join('\n') ?? '', /The whole body of 1 of 2 calls/);
});

test('a merchant that refuses its notifications is failed, and one whose proxy answers for it is not', async () => {
  const refused = (status: number) => [
    ...paidOrder(),
    notification(75, { shop_order_id: 'order-2', payment_id: 7002, status: 4 }),
    ...[60, 70, 80, 90, 100].map((second) =>
      notification(
        second,
        { shop_order_id: 'order-1', payment_id: 7001, status: 2, shop_amount: 10.5, shop_currency: 643 },
        { answer: reply(status, 'no') },
      ),
    ),
  ];
  assert.deepEqual(lawsThat('fail', await auditFile(nginxLogOf(refused(500)))), ['notices-accepted']);
  assert.deepEqual(lawsThat('fail', await auditFile(nginxLogOf(refused(502)))), []);
});

test('a refund that failed by a notification that nobody can verify excuses the next one', async () => {
  const refund = (second: number, id: string): WireCall =>
    call(
      second,
      'invoice/create-refund',
      { shop_refund_id: id, invoice_id: 7001, amount: '10.50', callback_url: CALLBACK },
      { shop_refund_id: id, status: 'WAITING', invoice_id: 7001, amount: '10.50' },
    );
  const failed = (key: string): WireCall =>
    notification(
      20,
      { shop_refund_id: 'r1', invoice_id: 7001, status: 'FAILED', amount: '10.50', currency: 643 },
      { url: `${CALLBACK}?type=refund`, key },
    );
  const calls = (key: string) => [...paidOrder(), refund(10, 'r1'), failed(key), refund(30, 'r2')];
  assert.deepEqual(lawsThat('fail', await auditFile(nginxLogOf(calls(KEY)))), []);
  const keyless = await auditFile(nginxLogOf(calls(KEY)), {});
  assert.deepEqual(lawsThat('fail', keyless), []);
  assert.equal(lawIn(keyless, 'refunds-within-paid').outcome, 'inconclusive');
  const forged = await auditFile(nginxLogOf(calls('forged')));
  assert.deepEqual(lawsThat('fail', forged), ['refunds-within-paid']);
});
