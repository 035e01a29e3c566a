import { join } from 'node:path';
import type { Config } from '../../../suite/config/index.ts';

type Variables = Readonly<Record<string, string>>;

/** How the suite starts a small shop of the tests, a file of Node's. */
export const shopStart = (file: string, env: Variables = {}) => ({
  command: [process.execPath, file],
  env: {
    PORT: '{port}',
    PAY_URL: '{gateway.baseUrl}',
    SHOP_ID: '{shop.id}',
    SHOP_KEY: '{shop.secret}',
    SELF: '{merchant.url}',
    ...env,
  },
  ready: '/health',
});

/** The configuration of the smallest shop (`tiny-shop.mjs`), with what it is told by its environment. */
export const tinyShopConfig = (env: Variables = {}, changes: Partial<Config['merchant']> = {}) =>
  ({
    merchant: {
      start: shopStart(join(import.meta.dirname, 'tiny-shop.mjs'), env),
      callbackUrl: '{merchant.url}/notify',
      interface: { type: 'http', baseUrl: '{merchant.url}/test', timeout: '1500ms' },
      ...changes,
    },
    capabilities: ['invoice'],
    tempo: { settle: '100ms', readTimeout: '300ms' },
  }) satisfies Config;
