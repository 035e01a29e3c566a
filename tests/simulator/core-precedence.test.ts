import assert from 'node:assert/strict';
import test from 'node:test';
import { OPERATIONS } from '../../simulator/protocol/operations.ts';
import { signRequest } from '../../simulator/protocol/signing.ts';
import { stringifyWire } from '../../simulator/protocol/wire.ts';
import { invoice, lab, NOW, read, SECRET, wire } from './core-support.ts';

const signed = (fields: Record<string, unknown>, secret = SECRET): string => {
  const body = wire(fields);
  const operation = OPERATIONS.find(({ id }) => id === 'invoice/hold');
  body.sign = signRequest(operation?.signedFields ?? [], body, secret);
  return stringifyWire(body);
};

interface Row {
  fault: string;
  repair: Partial<Request>;
  status: number;
  code: number;
  says: RegExp;
}

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const taken = { ...invoice({ shop_order_id: 'taken' }), shop_id: 5 };
const fields = (changes: Record<string, unknown>) => ({ ...taken, payway: 'no_such_way', ...changes });

/** Each row repairs the fault of the row before it, and exposes the next. */
const ROWS: readonly Row[] = [
  { fault: 'method', repair: {}, status: 405, code: 10, says: /GET.*POST is expected/ },
  { fault: 'path', repair: { method: 'POST' }, status: 404, code: 10, says: /no\/such/ },
  {
    fault: 'content type',
    repair: { path: '/gateway/v1/invoice/hold' },
    status: 415,
    code: 10,
    says: /text\/xml/,
  },
  {
    fault: 'size',
    repair: { headers: { 'content-type': 'application/json; charset=UTF-8' } },
    status: 413,
    code: 10,
    says: /more than \d+ bytes/,
  },
  { fault: 'JSON', repair: { body: '{"a":' }, status: 200, code: 10, says: /Bad JSON/ },
  {
    fault: 'fields',
    repair: { body: signed(fields({ shop_id: 99, amount: '1,00', payway: 'no-such-way' }), 'wrong') },
    status: 200,
    code: 10,
    says: /amount=.*1,00.*payway=/,
  },
  {
    fault: 'shop',
    repair: { body: signed(fields({ shop_id: 99 }), 'wrong') },
    status: 200,
    code: 11,
    says: /^Shop \(id = 99\) is not found$/,
  },
  {
    fault: 'signature',
    repair: { body: signed(fields({}), 'wrong') },
    status: 200,
    code: 10,
    says: /^Incorrect values for parameters: sign="Invalid sign, string to sign: "10\.50:643:no_such_way:5:taken""$/,
  },
  {
    fault: 'payway not found',
    repair: { body: signed(fields({})) },
    status: 200,
    code: 1,
    says: /not found/,
  },
  {
    fault: 'payway not active',
    repair: { body: signed(fields({ payway: 'closed_rub', amount: '0.00' })) },
    status: 200,
    code: 2,
    says: /not active/,
  },
  {
    fault: 'payway not available',
    repair: { body: signed(fields({ payway: 'away_rub', amount: '0.00' })) },
    status: 200,
    code: 3,
    says: /not available/,
  },
  {
    fault: 'payway without two steps',
    repair: { body: signed(fields({ payway: 'phone_rub', amount: '0.00' })) },
    status: 200,
    code: 3,
    says: /two-step/,
  },
  {
    fault: 'amount too small',
    repair: { body: signed(fields({ payway: 'narrow_rub', amount: '9.99' })) },
    status: 200,
    code: 4,
    says: /^Payer price amount is too small, min: 10\.0$/,
  },
  {
    fault: 'amount too big',
    repair: { body: signed(fields({ payway: 'narrow_rub', amount: '20.01' })) },
    status: 200,
    code: 5,
    says: /too big, max: 20\.0/,
  },
  {
    fault: 'uniqueness',
    repair: { body: signed(fields({ payway: 'narrow_rub', amount: '10.00' })) },
    status: 200,
    code: 6,
    says: /shop_order_id/,
  },
  {
    fault: 'nothing',
    repair: { body: signed(fields({ payway: 'narrow_rub', amount: '10.00', shop_order_id: 'free' })) },
    status: 200,
    code: 0,
    says: /^Ok$/,
  },
];

test('the first step that fails decides: each row repairs one fault and exposes the next', () => {
  const bench = lab();
  assert.equal(bench.call('invoice/create', taken).error_code, 0);
  let request: Request = {
    method: 'GET',
    path: '/gateway/v1/no/such',
    headers: { 'content-type': 'text/xml' },
    body: `{"shop_id": 5, "filler": "${'x'.repeat(2_000_000)}`,
  };
  for (const { fault, repair, status, code, says } of ROWS) {
    request = { ...request, ...repair };
    const said = read(bench.raw(request));
    assert.deepEqual([said.status, said.error_code, said.result], [status, code, code === 0], fault);
    assert.match(said.message, says, fault);
    assert.deepEqual(said.data === null, code !== 0, `${fault}: data of an error is null`);
    assert.equal(said.headers['content-length'], String(Buffer.byteLength(said.text)), fault);
  }
});

test('state comes last: a charge of what is no hold, and of what does not exist', () => {
  const bench = lab();
  const { data } = bench.call('invoice/create', invoice());
  assert.equal(bench.call('invoice/charge', { invoice_id: data.id, now: NOW }).error_code, 100);
  assert.equal(bench.call('invoice/charge', { invoice_id: 7, now: NOW }).error_code, 7);
});

test('a shop of its own base: the test base has its own secret and its own invoices', () => {
  const bench = lab();
  const order = invoice();
  const how = { base: 'test', secret: 'a-test-secret' } as const;
  assert.equal(bench.call('invoice/create', order, { base: 'test' }).error_code, 10);
  assert.equal(bench.call('invoice/create', order, how).error_code, 0);
  assert.equal(bench.call('invoice/create', order).error_code, 0);
  assert.equal(bench.core.invoices({ shopOrderId: String(order.shop_order_id) }).length, 2);
});

test('whatever bytes arrive, the answer is the envelope', () => {
  const bench = lab();
  const bodies = [
    '',
    'null',
    '[]',
    '"x"',
    '1',
    '{}',
    '{"shop_id":{}}',
    '{"shop_id":5,"shop_id":6}',
    '\u0000',
  ];
  for (const body of [...bodies, Buffer.from([0xff, 0xfe, 0x00]), '['.repeat(200_000)]) {
    const said = read(bench.raw({ body }));
    assert.deepEqual(
      [said.status, said.result, said.error_code],
      [200, false, 10],
      String(body).slice(0, 20),
    );
  }
  const aborted = bench.raw({ body: '{', bodyProblem: 'aborted' });
  assert.equal(aborted.kind, 'close');
  assert.equal(bench.kinds('cut-request').length, 1);
  assert.equal(bench.kinds('request').length, bodies.length + 2);
  assert.equal(bench.kinds('answer').length, bodies.length + 2);
});

const HTTP_READING = {
  'error.http-status': '4xx',
  'error.data': 'empty-object',
  'error.bad-parameter': '2000',
};

test('readings change how errors arrive', () => {
  const bench = lab({ readings: HTTP_READING });
  const said = bench.call('invoice/create', invoice({ amount: 'ten' }));
  assert.deepEqual([said.status, said.error_code, said.data], [400, 2000, {}]);
});

test('the place of the signature is a reading', () => {
  const inHeader = (place: string): number => {
    const bench = lab({ readings: { 'request.sign-place': place } });
    const body = wire({ ...taken, shop_order_id: 'by-header' });
    const sign = signRequest(OPERATIONS[1]?.signedFields ?? [], body, SECRET);
    const headers = { 'content-type': 'application/json', sign };
    return read(bench.raw({ headers, body: stringifyWire(body) })).error_code;
  };
  assert.deepEqual([inHeader('body'), inHeader('header'), inHeader('either')], [10, 0, 0]);
});

test('an inactive shop, and one request too many in a second', () => {
  assert.equal(lab({ shop: { active: false } }).call('invoice/create', invoice()).error_code, 12);
  const bench = lab({ readings: { 'request.rate-limit': '10-per-second' } });
  const codes = Array.from({ length: 11 }, () => bench.call('invoice/create', invoice()).status);
  assert.deepEqual(codes, [...Array.from({ length: 10 }, () => 200), 429]);
});
