import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/**
 * The configuration of the reference shop with these faults, as a merchant's team would write it: without any of the
 * reference's own defaults.
 *
 * @param main the compiled shop
 * @param faults ids of faulty shops; all of them at once
 */
export const faultyMerchant = (main: string, faults: readonly string[], capabilities: readonly string[]) => ({
  merchant: {
    name: 'test merchant',
    version: '1',
    start: {
      command: [process.execPath, main],
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
        SHOP_FAULT: faults.join(','),
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
    interface: { type: 'http', baseUrl: '{merchant.url}/test' },
  },
  capabilities: [...capabilities],
  profile: { lookups: ['shop_balance', 'shop_input_config/shop'] },
  tempo: { settle: '300ms', readTimeout: '500ms', recover: '10m' },
});
