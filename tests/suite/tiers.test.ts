import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SeenAt, type Tier, tierOf } from '../../history/index.ts';
import { tierOfRequirement, unseenAt } from '../../reports/tiers.ts';
import { referenceConfig, resolveConfig, seenAt, showsRedirects } from '../../suite/config/index.ts';

const BOOKED = 'SELECT sum(amount) AS credited, count(*) AS credits FROM ledger WHERE order_id = {order_id}';
const page = { http: 'GET /orders/{order_id}', out: { state: "$css('#state')", credited: "$css('#paid')" } };

const resolved = (recipes: object, capabilities: readonly string[]) =>
  resolveConfig(
    {
      merchant: {
        url: 'http://127.0.0.1:9',
        callbackUrl: 'http://127.0.0.1:9/',
        interface: { type: 'recipes', database: 'sqlite:/tmp/shop.db', recipes },
      },
      capabilities,
    },
    { file: null, dir: '.', env: {} },
  );

const seenBy = (recipes: object, capabilities: readonly string[]): SeenAt => {
  const config = resolved(recipes, capabilities);
  return seenAt(config.merchant.interface, config.capabilities);
};

const createOrder = { http: 'POST /orders', out: { order_id: 'body.id' } };
const refunds = {
  createRefund: { http: 'POST /refunds', out: { refund_id: 'body.id' } },
  listRefunds: { http: 'GET /orders/{order_id}/refunds', out: 'body' },
};

const cases: readonly (readonly [string, object, readonly string[], SeenAt, Tier])[] = [
  ['pages alone', { createOrder, getOrder: page }, ['invoice'], { order: 'T1 pages' }, 'T1 pages'],
  [
    'a page, and the table in which value is booked',
    { createOrder, getOrder: [page, { sql: BOOKED }] },
    ['invoice'],
    { order: 'T2 ledger' },
    'T2 ledger',
  ],
  [
    'a table, and then a page that says it again: the page counts',
    { createOrder, getOrder: [{ sql: BOOKED }, page] },
    ['invoice'],
    { order: 'T1 pages' },
    'T1 pages',
  ],
  [
    'orders by the table, refunds by a page: the least counts for all of it',
    { createOrder, getOrder: [page, { sql: BOOKED }], ...refunds },
    ['invoice', 'refund'],
    { order: 'T2 ledger', refund: 'T1 pages' },
    'T1 pages',
  ],
];

for (const [says, recipes, capabilities, expected, overall] of cases) {
  test(`recipes: ${says}`, () => {
    const seen = seenBy(recipes, capabilities);
    assert.deepEqual(seen, expected);
    assert.equal(tierOf(seen), overall);
  });
}

test('a test interface is T3, for all that is claimed', () => {
  const { merchant, capabilities } = referenceConfig();
  const seen = seenAt(merchant.interface, capabilities);
  assert.deepEqual(new Set(Object.values(seen)), new Set(['T3 interface']));
  assert.deepEqual(Object.keys(seen).sort(), ['customer', 'lookup', 'order', 'payout', 'refund']);
});

test('a requirement is seen as far as the check or law that saw most of it, of those that came to a conclusion', () => {
  const seen: SeenAt = { order: 'T2 ledger', payout: 'T1 pages' };
  const needs = new Map([
    ['order.one', ['invoice']],
    ['payout.one', ['payout', 'jobs']],
    ['both.one', ['invoice', 'payout']],
  ]);
  const at = (...group: readonly (readonly [string, 'pass' | 'inconclusive'])[]) =>
    tierOfRequirement(
      group.map(([id, outcome]) => ({ id, outcome })),
      needs,
      seen,
    );
  assert.equal(at(['order.one', 'pass']), 'T2 ledger');
  assert.equal(at(['payout.one', 'pass']), 'T1 pages');
  assert.equal(at(['both.one', 'pass']), 'T1 pages');
  assert.equal(at(['order.one', 'inconclusive'], ['payout.one', 'pass']), 'T1 pages');
  assert.equal(at(['law.request-fields', 'pass']), 'T0 traffic');
  assert.equal(at(['law.single-credit', 'pass']), 'T2 ledger');
  assert.equal(at(['order.one', 'inconclusive']), undefined);
});

test('what could not be seen is said', () => {
  assert.deepEqual(
    unseenAt({ order: 'T1 pages', payout: 'T2 ledger' }, ['invoice', 'jobs', 'clock', 'restart']),
    ['What orders credited: by what the shop shows, and not from where it books value.'],
  );
  assert.equal(unseenAt({ order: 'T3 interface' }, ['invoice']).length, 3);
});

test('recipes without a redirect cannot say where payers are sent; whoever has a test interface can', () => {
  const shows = (out: object | string) =>
    showsRedirects(
      resolved({ createOrder: { ...createOrder, out }, getOrder: page }, ['invoice']).merchant.interface,
    );
  assert.equal(shows({ order_id: 'body.id' }), false);
  assert.equal(shows({ order_id: 'body.id', 'redirect.url': 'body.to' }), true);
  assert.equal(shows({ order_id: 'body.id', redirect: 'body.redirect' }), true);
  assert.equal(shows('{ "order_id": body.id, "redirect": body.redirect }'), true);
  assert.equal(showsRedirects(referenceConfig().merchant.interface), true);
});
