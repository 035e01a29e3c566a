import assert from 'node:assert/strict';
import test from 'node:test';
import { createAgenda } from '../../simulator/core/agenda.ts';
import { createRandom } from '../../simulator/core/index.ts';
import { isFatal } from '../../simulator/protocol/codes.ts';
import { FIELD_TYPES, type FieldTypeName } from '../../simulator/protocol/fields.ts';
import {
  maskCard,
  maskFields,
  maskHeaders,
  maskJson,
  maskText,
  maskToken,
} from '../../simulator/protocol/masking.ts';
import { OPERATION_IDS, operationsUnder } from '../../simulator/protocol/operations.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import { requestSchema } from '../../simulator/protocol/request-schema.ts';
import { SPELLINGS, spellingAnswer } from '../../simulator/protocol/spellings.ts';
import { parseDateTime, recordTime } from '../../simulator/protocol/time.ts';
import { wire } from './core-support.ts';

const readings = resolveReadings();

function verdict(type: FieldTypeName, value: unknown, overrides: Record<string, string> = {}): string {
  const found = FIELD_TYPES[type].check(wire({ value }).value ?? null, resolveReadings('spec', overrides));
  if (found === undefined) return 'right';
  if ('spelt' in found) return spellingAnswer(SPELLINGS[found.spelt].reading, overrides);
  return 'wrong' in found ? 'wrong' : 'mistyped';
}

const TABLE: readonly [FieldTypeName, unknown, string, Record<string, string>?][] = [
  ['integer', 5, 'right'],
  ['integer', '5', 'warn'],
  ['integer', '5', 'reject', { 'request.integer-as-string': 'reject' }],
  ['integer', '5', 'accept', { 'request.integer-as-string': 'accept' }],
  ['integer', 5.5, 'mistyped'],
  ['integer', '5a', 'mistyped'],
  ['integer', true, 'mistyped'],
  ['amount', '10.50', 'right'],
  ['amount', 10.5, 'warn'],
  ['amount', 10.5, 'reject', { 'request.amount-as-number': 'reject' }],
  ['amount', '10.5', 'wrong', { 'request.amount-fraction': 'exactly-two' }],
  ['amount', '0.30000000000000004', 'wrong'],
  ['amount', '1e3', 'mistyped'],
  ['amount', ['1'], 'mistyped'],
  ['payway', 'card_rub', 'right'],
  ['payway', 'card[a],b', 'right'],
  ['payway', 'card-rub', 'wrong'],
  ['payway', 'x'.repeat(150), 'right'],
  ['payway', 'x'.repeat(151), 'wrong'],
  ['orderId', 'Ж'.repeat(255), 'right'],
  ['orderId', '😀'.repeat(255), 'right'],
  ['orderId', '😀'.repeat(256), 'wrong'],
  ['orderId', 'Ж'.repeat(128), 'wrong', { 'request.text-length-unit': 'bytes' }],
  ['orderId', '😀'.repeat(128), 'wrong', { 'request.text-length-unit': 'utf16' }],
  ['orderId', 7, 'reject'],
  ['orderId', 7, 'warn', { 'request.text-as-number': 'warn' }],
  ['text', true, 'mistyped'],
  ['description', 7, 'reject'],
  ['payway', 7, 'mistyped'],
  ['payoutId', 'x'.repeat(1000), 'right'],
  ['payoutId', 'x'.repeat(256), 'wrong', { 'payout.id-length': '255' }],
  ['description', 'x'.repeat(256), 'wrong'],
  ['dateTime', '2026-01-15T12:00:00', 'right'],
  ['dateTime', '2026-01-15T12:00:00.123456+03:00', 'right'],
  ['dateTime', '2026-01-15 12:00:00Z', 'warn'],
  ['dateTime', '2026-01-15 12:00:00Z', 'reject', { 'request.date-separator': 'reject' }],
  ['dateTime', '15-01-2026 12:00:00', 'mistyped'],
  ['dateTime', '2026-02-30T12:00:00', 'mistyped'],
  ['dateTime', '2026-01-15T01:00:00 PM', 'mistyped'],
  ['dateTime', 1768467600, 'mistyped'],
  ['url', 'https://shop.test/n?a=1', 'right'],
  ['url', 'ftp://shop.test', 'mistyped'],
  ['url', '/notify', 'mistyped'],
  ['boolean', true, 'right'],
  ['boolean', 'true', 'reject'],
  ['boolean', 'true', 'warn', { 'request.boolean-text': 'warn' }],
  ['boolean', 1, 'mistyped'],
  ['card', { number: '4111111111111111', cvv: '123' }, 'right'],
  ['card', { number: '4111-1111' }, 'wrong'],
  ['card', 'x', 'mistyped'],
  ['card', { cvv: 123 }, 'reject'],
  ['map', { bic: '1', ok: true }, 'right'],
  ['map', { bic: {} }, 'mistyped'],
  ['map', [], 'mistyped'],
  ['clientInfo', { browser_java_enabled: true, browser_screen_width: '1920', own: 1 }, 'right'],
  ['clientInfo', { browser_java_enabled: 'true' }, 'reject'],
  ['clientInfo', { browser_screen_width: 1920 }, 'reject'],
  ['clientInfo', { browser_tz: true }, 'mistyped'],
  ['clientInfo', 'x', 'mistyped'],
  ['amountType', 'ps_amount', 'right'],
  ['amountType', 'both', 'wrong'],
];

for (const [type, value, expected, overrides] of TABLE) {
  test(`${type} ${JSON.stringify(value)?.slice(0, 40)} is ${expected} ${JSON.stringify(overrides ?? '')}`, () => {
    assert.equal(verdict(type, value, overrides ?? {}), expected);
  });
}

test('a card that is wrong is not quoted', () => {
  const found = FIELD_TYPES.card.check(
    wire({ card: { number: '4111-1111-1111-1111' } }).card ?? null,
    readings,
  );
  assert.doesNotMatch(JSON.stringify(found), /4111/);
});

test('a date and time without a zone is UTC+03:00', () => {
  assert.equal(parseDateTime('2026-01-15T12:00:00')?.instant, Date.UTC(2026, 0, 15, 9));
  assert.equal(parseDateTime('20260115T120000-0830')?.instant, Date.UTC(2026, 0, 15, 20, 30));
  assert.equal(parseDateTime('2026-01-15T12:00:00,5Z')?.instant, Date.UTC(2026, 0, 15, 12, 0, 0, 500));
  assert.equal(recordTime(Date.UTC(2026, 0, 15, 21, 30), 'zoneless'), '2026-01-16T00:30:00');
  assert.equal(recordTime(Date.UTC(2026, 0, 15, 21, 30), 'offset'), '2026-01-16T00:30:00+03:00');
});

test('masks: cards, CVVs, tokens, secrets, in JSON, in JSON text, in a form', () => {
  const token = `tok_${'0a'.repeat(20)}`;
  const shown = maskToken(token);
  assert.match(shown, /^tok~[0-9a-f]{8}$/);
  assert.equal(maskToken(shown), shown);
  assert.equal(maskCard('4111 1111 1111 1234'), '411111***1234');
  const inner = JSON.stringify({ payment_token: { token, status: 'active' } });
  for (const text of [
    JSON.stringify({
      card: { number: '4111111111111111', cvv: '123' },
      payment_token: token,
      ps_data: inner,
    }),
    `card%5Bnumber%5D=4111111111111111&cvv=123&payment_token=${token}&ps_data=${encodeURIComponent(inner)}`,
    '{"card":{"number":4111111111111111,"cvv":123}',
    JSON.stringify({ text: JSON.stringify({ card: { number: '4111111111111111', cvv: '123' } }) }),
  ]) {
    const masked = maskText(text, ['s3cret']);
    assert.doesNotMatch(masked, /4111111111111111|123|tok_/, masked);
  }
  assert.equal(maskText('sign me with s3cret', ['s3cret']), 'sign me with <SECRET>');
  const fields = wire({ account: '4111111111111111', shop_order_id: '4111111111111111', ps_data: inner });
  const masked = maskFields(fields);
  assert.deepEqual([masked.account, masked.shop_order_id], ['411111***1111', '4111111111111111']);
  assert.doesNotMatch(String(masked.ps_data), /tok_/);
  assert.equal(maskFields(wire({ account: '79001234567' })).account, '79001234567');
});

test('masks: a secret that is spelled like a number or a word of JSON leaves the JSON as it is', () => {
  const value = { latest: true, id: 123456, none: null, token: 'x', says: ['key 1234', 'true', 's3"cret'] };
  for (const [secrets, says] of [
    [
      ['true', '1234', 'null'],
      ['key <SECRET>', '<SECRET>', 's3"cret'],
    ],
    [['s3"cret'], ['key 1234', 'true', '<SECRET>']],
  ] as const) {
    const masked = maskJson(value, secrets) as typeof value;
    assert.deepEqual([masked.id, masked.none, masked.says], [123456, null, says]);
  }
  assert.equal(maskJson(undefined), null);
});

test('masks: credentials in headers are never shown, and a secret among them leaves its mark', () => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const seen = (authorization: string) => maskHeaders({ authorization }, ['s3cret-key']).authorization;
  assert.equal(seen('Bearer something'), '***');
  assert.equal(seen(basic('5:another-key')), '***');
  assert.equal(seen('Bearer s3cret-key'), '<SECRET>');
  assert.equal(seen(basic('5:s3cret-key')), '<SECRET>');
  assert.equal(maskHeaders({ 'x-shop-key': 's3cret-key' }, ['s3cret-key'])['x-shop-key'], '<SECRET>');
});

test('operations: sixteen, each with a path and signed fields that its request has', () => {
  const observed = resolveReadings('observed', {
    'refund.path': 'invoice/refund',
    'refund.sign-fields': 'with-now',
  });
  for (const values of [readings, observed]) {
    const operations = operationsUnder(values);
    assert.deepEqual(
      operations.map(({ id }) => id),
      [...OPERATION_IDS],
    );
    assert.equal(new Set(operations.map(({ path }) => path)).size, 16);
    for (const { id, signedFields } of operations) {
      const missing = requestSchema(id, values).safeParse(wire({}));
      const named = missing.error?.issues.map(({ path }) => path[0]) ?? [];
      for (const field of signedFields) assert.ok(named.includes(field), `${id} requires ${field}`);
    }
  }
});

test('fatal codes, with the readings for those that are not shown', () => {
  const fatal = (code: number, beyond = '5-and-11', soft = 'none') =>
    isFatal(
      code,
      resolveReadings('spec', { 'error.fatal-codes-beyond': beyond, 'error.non-fatal-codes': soft }),
    );
  assert.deepEqual(
    [1, 2, 3, 4].map((code) => fatal(code, 'none')),
    [true, true, true, true],
  );
  assert.deepEqual(
    [fatal(5), fatal(11), fatal(5, 'only-11'), fatal(11, 'only-11')],
    [true, true, false, true],
  );
  assert.deepEqual([fatal(8), fatal(8, 'none', '8'), fatal(57)], [undefined, false, undefined]);
});

test('the agenda gives what is due, the earliest first, and forgets what is not wanted', () => {
  const unwanted = new Set<number>();
  const agenda = createAgenda<number>((item) => !unwanted.has(item));
  const random = createRandom(9);
  const instants = Array.from({ length: 500 }, () => Math.floor(random() * 100));
  for (const [item, at] of instants.entries()) agenda.plan(at, item);
  for (let item = 0; item < 500; item += 3) unwanted.add(item);
  const taken: number[] = [];
  for (let item = agenda.take(1000); item !== undefined; item = agenda.take(1000)) taken.push(item);
  const expected = [...instants.keys()]
    .filter((item) => !unwanted.has(item))
    .sort((a, b) => (instants[a] ?? 0) - (instants[b] ?? 0) || a - b);
  assert.deepEqual(taken, expected);
  assert.deepEqual([agenda.nextAt(), agenda.size()], [undefined, 0]);
});
