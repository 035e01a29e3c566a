import { join } from 'node:path';
import { shopStart } from './tiny-shop-config.ts';

const shop = join(import.meta.dirname, 'plain-shop.mjs');

/** What is asked of a shop as it is: its form, its staff's pages, and the file that its accounts are in. */
export const plainRecipes = {
  createOrder: [
    { http: 'GET /shop', out: { csrf: "$css('#buy input[name=csrf]', 'value')" } },
    {
      http: 'POST /checkout',
      form: { csrf: '{csrf}', amount: '{amount}' },
      follow: true,
      refused: 'body.errors[0]',
      out: { order_id: "$css('#number')" },
    },
  ],
  getOrder: [
    {
      http: 'GET /admin/{order_id}',
      session: 'staff',
      out: {
        shop_order_id: 'body.data.order.number',
        state: 'body.data.order.status',
        amount: 'body.data.order.total',
        currency: 643,
      },
    },
    {
      command: ['cat', '{slot.dir}/ledger.json'],
      amounts: 'minor',
      out: 'body[id = $number($call.order_id)].{ "credited": $sum(bookings), "credits": $count(bookings) }',
    },
  ],
  cancel: { http: 'POST /admin/{order_id}', session: 'staff' },
};

/** The configuration of that shop. */
export const plainConfig = (changes: object = {}, env: object = {}) => ({
  merchant: {
    start: shopStart(shop, { LEDGER: '{slot.dir}/ledger.json', ...env }),
    callbackUrl: '{merchant.url}/notify',
    interface: {
      type: 'recipes',
      states: { order: { completed: 'paid', processing: 'pending', 'wc-failed': 'failed' } },
      sessions: { staff: { http: 'POST /login', form: { password: '{env.STAFF_PASSWORD}' } } },
      recipes: plainRecipes,
      timeout: '5s',
      ...changes,
    },
  },
  capabilities: ['invoice', 'order.cancel'],
  tempo: { settle: '100ms', readTimeout: '300ms' },
});

export const plainEnv = { STAFF_PASSWORD: 'open sesame' };
