import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingReader } from '../../../history/index.ts';
import { laws } from '../../../ledger/index.ts';
import { judge } from '../../../obligations/index.ts';
import { auditOf } from '../../../reports/audit/audit.ts';
import { type JournalEvent, resolveReadings, type SimulatorOptions } from '../../../simulator/index.ts';
import { plainInvoice, signedBody, startBench } from '../../simulator/server-support.ts';
import { lawsThat } from './audited.ts';

const create = (fields: object = {}) => signedBody('invoice/create', { ...plainInvoice, ...fields });
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const asForm = (body: string) => new URLSearchParams(JSON.parse(body)).toString();

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** What the simulator records of these requests, after one invoice that the shop created as it should. */
async function recorded(requests: readonly Sent[], options: Partial<SimulatorOptions> = {}) {
  const journal: JournalEvent[] = [];
  const bench = await startBench({ ...options, onEvent: (event) => journal.push(event) });
  try {
    await bench.invoice('good');
    for (const { method = 'POST', path = 'invoice/create', headers = json, body } of requests) {
      const init = { method, headers, ...(body === undefined ? {} : { body }) };
      await (await fetch(new URL(path, `${bench.simulator.baseUrl}/`), init)).arrayBuffer();
    }
  } finally {
    await bench.stop();
  }
  return journal.map((event) => JSON.stringify(event));
}

function auditOfLines(lines: readonly string[]) {
  const reader = new RecordingReader();
  for (const line of lines) reader.take(line);
  return auditOf(reader.end(), { file: 'journal', suite: '0', readings: {} }, laws);
}

const ANYBODY: readonly (readonly [says: string, sent: Sent])[] = [
  ['curl on the base', { method: 'GET', path: '.', headers: {} }],
  ['curl on the prefix', { method: 'GET', path: '../v1', headers: {} }],
  ['a monitor that asks for an operation', { method: 'GET', headers: {} }],
  ['a monitor that asks for the head', { method: 'HEAD', headers: {} }],
  ['a preflight', { method: 'OPTIONS', headers: { origin: 'https://shop.example' } }],
  ['a scanner without a body', { headers: {} }],
  ['a scanner at another path', { path: '../../wp-login.php', headers: form, body: 'log=a&pwd=b' }],
  ['XML', { headers: { 'content-type': 'text/xml' }, body: '<?xml version="1.0"?>' }],
  ['bytes', { body: new Uint8Array([0xff, 0xfe, 0, 1]) }],
  ['JSON that is no object', { body: '[]' }],
  ['JSON without a shop', { body: '{"amount":1}' }],
  ['JSON without a signature', { body: '{"shop_id":5,"amount":1}' }],
  ['a shop that the gateway does not have', { body: create({ shop_id: 7, amount: 5, payway: '§' }) }],
  ['a body that is cut', { body: create().slice(0, 50) }],
  ['a body that is too long', { body: `{"a":"${'a'.repeat(3_000_000)}"}` }],
];

test('what carries no signed body of a shop is held against nobody in a journal of a shared gateway', async () => {
  for (const [says, sent] of ANYBODY) {
    const audit = auditOfLines(await recorded([sent]));
    assert.deepEqual(lawsThat('fail', audit), [], says);
    const [recording] = audit.recordings;
    assert.equal(recording?.seen.requests, 1, says);
    assert.match(
      recording?.unseen.join('\n') ?? '',
      /^Who sent 1 request without a readable, signed body/,
      says,
    );
  }
});

const OWN: readonly (readonly [says: string, law: string, sent: Sent])[] = [
  [
    'another version',
    'calls-operations',
    { path: '../v2/invoice/create', body: create({ shop_order_id: 'a' }) },
  ],
  ['PUT', 'calls-operations', { method: 'PUT', body: create({ shop_order_id: 'a' }) }],
  ['a form', 'calls-operations', { headers: form, body: asForm(create({ shop_order_id: 'a' })) }],
  [
    'no media type',
    'calls-operations',
    { headers: { 'content-type': '' }, body: create({ shop_order_id: 'a' }) },
  ],
  ['a wrong signature', 'signed-and-secret', { body: create().replace(/"sign":"../, '"sign":"zz') }],
  [
    'an id for another amount',
    'one-order-per-id',
    { body: create({ shop_order_id: 'good', amount: '7.00' }) },
  ],
];

test('what carries a signed body of the shop is judged in a journal of a shared gateway, too', async () => {
  for (const [says, law, sent] of OWN) {
    assert.deepEqual(lawsThat('fail', auditOfLines(await recorded([sent]))), [law], says);
  }
});

test('a body with a signature in a header is the shop’s, too', async () => {
  const { sign, ...fields } = JSON.parse(create({ shop_order_id: 'a' }));
  const sent = { headers: { ...json, sign }, body: JSON.stringify(fields) };
  assert.deepEqual(lawsThat('fail', auditOfLines(await recorded([sent]))), ['signed-and-secret']);
  const put = { ...sent, method: 'PUT' };
  assert.deepEqual(lawsThat('fail', auditOfLines(await recorded([put]))), ['calls-operations']);
  const inHeader = { readings: resolveReadings('spec', { 'request.sign-place': 'either' }) };
  assert.deepEqual(lawsThat('fail', auditOfLines(await recorded([sent], inHeader))), []);
});

/** What no shop may send. That a shop_id is of no shop is seen in that nothing is made. */
const OWN_FAULTS = ANYBODY.filter(([says]) => says !== 'a shop that the gateway does not have');

test('where the merchant is the only client, all that arrives is its own', async () => {
  for (const [says, sent] of OWN_FAULTS) {
    const audit = auditOfLines(await recorded([sent], { soleClient: true }));
    assert.equal(audit.outcome, 'broken', says);
    assert.deepEqual(audit.recordings[0]?.unseen, [], says);
  }
});

test('whoever judges a part of a history says by itself that the merchant is the only client', async () => {
  const lines = await recorded([{ method: 'GET', headers: {} }]);
  const events = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind !== 'run');
  const broken = (soleClient: boolean) =>
    judge(events, { soleClient }).some(({ outcome }) => outcome === 'fail');
  assert.deepEqual([broken(false), broken(true)], [false, true]);
});
