import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLines } from '../../cli/simulate-lines.ts';
import type { JournalEvent } from '../../simulator/server/journal-query.ts';

const stamp = { seq: 1, at: '2026-01-02T03:04:05.000Z', realAt: '2026-01-02T03:04:05.000Z' };

const request = {
  kind: 'request',
  exchange: 'x1',
  method: 'POST',
  path: '/gateway/v1/invoice/create',
  operation: 'invoice/create',
  fields: { shop_order_id: 'order-1', amount: '10.50', currency: '643', payway: 'card_rub' },
  sign: { ok: true, recipe: null },
};
const answer = {
  kind: 'answer',
  exchange: 'x1',
  operation: 'invoice/create',
  outcome: 'answered',
  status: 200,
  body: '{"result":true,"data":{"id":7}}',
  result: true,
  errorCode: 0,
  committed: true,
  paymentId: 7,
  fault: null,
};
const attempt = {
  kind: 'attempt',
  notification: 'n1',
  attempt: 2,
  type: 'invoice',
  about: { paymentId: 7, shopOrderId: 'order-1' },
  status: 4,
  genuine: true,
  label: null,
  url: 'http://shop.test/notify?type=invoice',
};
const reply = {
  kind: 'reply',
  notification: 'n1',
  attempt: 2,
  outcome: 'replied',
  status: 200,
  headers: {},
  body: 'OK',
  accepted: true,
  nextAt: null,
};
const refused = { accepted: false, nextAt: '2026-01-02T03:05:05.000Z' };
const state = {
  kind: 'state',
  object: 'invoice',
  id: '7',
  from: 2,
  to: 8,
  cause: 'payer',
  entity: { shopOrderId: 'order-1' },
};

/** A reply whose body says something that a terminal does not show. */
const unreadable = (headers: object, body: string) => [
  attempt,
  { ...reply, ...refused, headers, body, nextAt: null },
];
const toAttempt =
  'invoice notification about order-1, 4 (payment successful), attempt 2 of 25, to http://shop.test/notify?type=invoice';

const rows: readonly [what: string, events: readonly object[], kind: string, ok: boolean, text: string][] = [
  [
    'a request that did not arrive whole',
    [{ kind: 'cut-request', exchange: 'x2', method: 'POST', path: '/', operation: 'invoice/create' }],
    'request',
    false,
    'invoice/create: did not arrive whole, not carried out',
  ],
  [
    'an invoice that was accepted',
    [request, answer],
    'request',
    true,
    'invoice/create order-1 10.50 RUB by card_rub: accepted as invoice 7',
  ],
  [
    'a wrong signature, with the likely mistake',
    [
      { ...request, sign: { ok: false, recipe: { id: 'x', says: 'The secret comes first.' } } },
      { ...answer, result: false, errorCode: 10, body: '{"message":"Invalid sign"}', paymentId: undefined },
    ],
    'request',
    false,
    'invoice/create order-1 10.50 RUB by card_rub: refused with code 10: Invalid sign. Likely mistake: The secret comes first.',
  ],
  [
    'an answer that a fault kept back after the operation was carried out',
    [request, { ...answer, outcome: 'held', result: null, errorCode: null, body: null, fault: 'f1' }],
    'request',
    false,
    'invoice/create order-1 10.50 RUB by card_rub: no whole answer (held), but carried out [fault f1]',
  ],
  [
    'a status that was asked for',
    [
      { ...request, operation: 'withdraw/status', fields: { withdraw_id: '9' } },
      { ...answer, operation: 'withdraw/status', payoutId: 9, body: '{"data":{"status":4}}' },
    ],
    'request',
    true,
    'withdraw/status 9: 4 (payout error on the payment-system side)',
  ],
  [
    'a request that no operation is for',
    [
      { ...request, operation: null, method: 'GET', path: '/pay', fields: null, sign: null },
      { ...answer, operation: null, status: 404, result: null, errorCode: null, body: 'no' },
    ],
    'request',
    false,
    'GET /pay: no operation of the gateway (HTTP 404)',
  ],
  ['a notification that was taken', [attempt, reply], 'notification', true, `${toAttempt}: OK`],
  [
    'a notification that was refused, and when it comes again',
    [attempt, { ...reply, ...refused, status: 500, body: 'no such order' }],
    'notification',
    false,
    'invoice notification about order-1, 4 (payment successful), attempt 2 of 25, to http://shop.test/notify?type=invoice: HTTP 500 "no such order", which is not OK; next attempt at 2026-01-02T03:05:05Z',
  ],
  [
    'a reply in gzip',
    unreadable({ 'content-encoding': 'gzip' }, '\x1f'),
    'notification',
    false,
    `${toAttempt}: HTTP 200 with Content-Encoding gzip, for which nobody asked, which is not OK`,
  ],
  [
    'a byte order mark before OK',
    unreadable({}, '\ufeffOK'),
    'notification',
    false,
    `${toAttempt}: HTTP 200 "\\ufeffOK", which is not OK`,
  ],
  [
    'a shop that is not there',
    [attempt, { ...reply, ...refused, outcome: 'refused', status: null, body: '', nextAt: null }],
    'notification',
    false,
    'invoice notification about order-1, 4 (payment successful), attempt 2 of 25, to http://shop.test/notify?type=invoice: refused, which is not OK',
  ],
  [
    'a message that a tester made up',
    [
      { ...attempt, genuine: false, label: 'sign.random', status: null, attempt: 1 },
      { ...reply, attempt: 1 },
    ],
    'notification',
    true,
    'crafted notification (sign.random) about order-1, to http://shop.test/notify?type=invoice: OK',
  ],
  [
    'what the payer brought about',
    [state],
    'change',
    true,
    'invoice 7 (order-1): 2 → 8 (funds held by the payment system)',
  ],
  [
    'text that would steer a terminal',
    [{ ...request, fields: { ...request.fields, shop_order_id: 'a\u001b[2J\u202eb\nc' } }, answer],
    'request',
    true,
    'invoice/create a\\u{1b}[2J\\u{202e}b\\u{a}c 10.50 RUB by card_rub: accepted as invoice 7',
  ],
  [
    'a long id, by both of its ends',
    [{ ...request, fields: { shop_order_id: `begin-${'x'.repeat(300)}-end` } }, answer],
    'request',
    true,
    'invoice/create begin-xxxxxxxxxxxxxx…xxxxxxxxxxxxxxx-end: accepted as invoice 7',
  ],
];

for (const [what, events, kind, ok, text] of rows) {
  test(`says: ${what}`, () => {
    const lineOf = createLines();
    const lines = events.map((event) => lineOf({ ...stamp, ...event } as JournalEvent));
    assert.deepEqual(lines.filter(Boolean), [{ kind, at: stamp.at, ok, text }]);
  });
}

test('what the other lines say already makes none', () => {
  const lineOf = createLines();
  for (const event of [
    { ...state, from: null, cause: 'request' },
    { ...state, object: 'balance', to: '10', entity: {} },
    { kind: 'fault', fault: 'f1', effect: 'answer', action: 'bit' },
    { ...answer, exchange: 'of before' },
  ]) {
    assert.equal(lineOf({ ...stamp, ...event } as JournalEvent), undefined);
  }
});
