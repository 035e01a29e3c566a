import { join, resolve } from 'node:path';
import type { Config } from '../../../suite/config/index.ts';

const root = resolve(import.meta.dirname, '../../..');
const token = 'only-for-actions';

/** The order as the shop's tables have it, with what its ledger has booked. */
const order = `
  SELECT o.order_id, o.reference, o.amount, o.currency, i.shop_order_id,
    '{merchant.url}/pay/' || o.order_id AS pay_url, '{merchant.url}/status/' || o.order_id AS status_url,
    i.error_code AS "error.code", i.error_message AS "error.message",
    json_extract(i.redirect, '$.method') AS "redirect.method", json_extract(i.redirect, '$.url') AS "redirect.url",
    json_extract(i.redirect, '$.data') AS "redirect.data",
    printf('%.2f', (SELECT total(amount) FROM ledger WHERE owner = o.order_id AND kind = 'credit')) AS credited,
    (SELECT count(*) FROM ledger WHERE owner = o.order_id AND kind = 'credit') AS credits,
    printf('%.2f', (SELECT total(amount) FROM ledger WHERE owner = o.order_id AND kind = 'refund')) AS refunded,
    CASE
      WHEN EXISTS (SELECT 1 FROM invoices WHERE order_id = o.order_id AND state = 'review') THEN 'review'
      WHEN EXISTS (SELECT 1 FROM invoices WHERE order_id = o.order_id AND state = 'paid') THEN
        (SELECT CASE WHEN total(amount) = 0 THEN 'paid' WHEN total(amount) >= o.amount + 0 THEN 'refunded'
          ELSE 'partially_refunded' END FROM ledger WHERE owner = o.order_id AND kind = 'refund')
      WHEN i.state = 'held' AND i.asked IS NOT NULL THEN 'pending'
      ELSE i.state
    END AS state
  FROM orders o JOIN invoices i ON i.order_id = o.order_id
    AND i.seq = (SELECT max(seq) FROM invoices WHERE order_id = o.order_id)`;

/** What the shop's own page makes an order of, and what its database shows. */
const pages = {
  createOrder: {
    http: 'POST /checkout',
    form: { reference: '{reference}', amount: '{amount}', description: '{description}', mode: '{mode}' },
    out: { order_id: "$decodeUrlComponent($substringAfter(headers.location, '/pay/'))" },
  },
  getOrder: { sql: `${order} WHERE o.order_id = {order_id}` },
  findOrders: { sql: `${order} WHERE o.reference = {reference} ORDER BY o.created_at, o.order_id` },
};

const payout = `
  SELECT payout_id, reference, shop_payment_id, state, error_code AS "error.code", error_message AS "error.message",
    printf('%.2f', (SELECT total(amount) FROM ledger WHERE owner = payout_id AND kind IN ('payout', 'payout-return')))
      AS debited
  FROM payouts`;

const action = (path: string, json?: object, out?: object) => ({
  http: `POST /test${path}`,
  headers: { authorization: `Bearer ${token}` },
  json: json ?? {},
  ...(out === undefined ? {} : { out }),
});

/** What the shop has no page for: its test interface does it, and the database shows what came of it. */
const actions = {
  charge: action('/orders/{order_id}/charge'),
  unhold: action('/orders/{order_id}/unhold'),
  cancel: action('/orders/{order_id}/cancel'),
  retry: action('/orders/{order_id}/retry'),
  amend: action('/orders/{order_id}/amend', { amount: '{amount}' }),
  createRefund: action(
    '/orders/{order_id}/refunds',
    { amount: '{amount}', currency: '{currency}' },
    { refund_id: 'body.refund_id' },
  ),
  listRefunds: {
    sql: `SELECT refund_id, amount, state, error_code AS "error.code", error_message AS "error.message"
      FROM refunds WHERE order_id = {order_id} ORDER BY created_at`,
  },
  createPayout: action(
    '/payouts',
    {
      reference: '{reference}',
      amount: '{amount}',
      amount_type: '{amount_type}',
      currency: '{currency}',
      payway: '{payway}',
      account: '{account}',
      account_details: '{account_details}',
      description: '{description}',
    },
    { payout_id: 'body.payout_id' },
  ),
  getPayout: { sql: `${payout} WHERE payout_id = {payout_id}` },
  findPayouts: { sql: `${payout} WHERE reference = {reference} ORDER BY submitted_at` },
  retryPayout: action('/payouts/{payout_id}/retry'),
  runJobs: action('/jobs/run', { at: '{at}' }),
};

/** The reference shop by its pages and its tables, or also with the actions that it has no page for. */
export function byRecipes(has: { readonly actions: boolean; readonly fault?: string }): Config {
  return {
    merchant: {
      name: 'reference shop as it is',
      start: {
        prepare: [process.execPath, join(root, 'scripts/compile-shop.mjs'), '{slot.dir}/shop.cjs'],
        command: [process.execPath, '{slot.dir}/shop.cjs'],
        cwd: root,
        env: {
          PORT: '{port}',
          PAY_URL: '{gateway.baseUrl}',
          SHOP_ID: '{shop.id}',
          SHOP_KEY: '{shop.secret}',
          SELF: '{merchant.url}',
          DB: '{slot.dir}/shop.db',
          LOG: '{slot.dir}/shop.log',
          READ_TIMEOUT_MS: '500',
          POLL_MS: '30000',
          TEST_TOKEN: token,
          ...(has.fault === undefined ? {} : { SHOP_FAULT: has.fault }),
        },
        ready: '/health',
      },
      callbackUrl: '{merchant.url}/payments/notify',
      logs: ['{slot.dir}/*.log'],
      checkout: {
        pay: '#pay',
        paid: '#status[data-state=paid]',
        pending: '#status[data-state=pending]',
        failed: '#status[data-state=failed]',
      },
      interface: {
        type: 'recipes',
        database: 'sqlite:{slot.dir}/shop.db',
        recipes: has.actions ? { ...pages, ...actions } : pages,
      },
    },
    capabilities: [
      'invoice',
      'checkout',
      'intents',
      'restart',
      'logs',
      ...(has.actions
        ? [
            'hold',
            'refund',
            'refund.partial',
            'order.retry',
            'order.cancel',
            'order.amend',
            'payout',
            'payout.ps_amount',
            'payout.shop_amount',
            'payout.retry',
            'jobs',
            'clock',
          ]
        : []),
    ],
    tempo: { settle: '300ms', readTimeout: '500ms', poll: '30s', recover: '10m' },
  };
}
