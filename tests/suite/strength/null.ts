import { resolve } from 'node:path';
import type { NullShop } from '../../../fixtures/shops/null/index.ts';
import { referenceCapabilities } from '../../../suite/config/reference.ts';
import { resolveConfig } from '../../../suite/config/resolve.ts';
import { everyCheck, recordsOf } from './in-slot.ts';
import type { Finding, MeasureOptions } from './shop-result.ts';

const root = resolve(import.meta.dirname, '../../..');

const configOf = (shop: NullShop) =>
  resolveConfig(
    {
      merchant: {
        name: `null shop ${shop}`,
        version: 'bundled',
        start: {
          command: [
            process.execPath,
            '--import',
            import.meta.resolve('tsx'),
            resolve(root, 'fixtures/shops/null/main.ts'),
            shop,
          ],
          env: { PORT: '{port}' },
          ...(shop === 'dead' ? { readyTimeout: '1s' } : { ready: '/health' }),
        },
        callbackUrl: '{merchant.url}/payments/notify',
        interface: { type: 'http', baseUrl: '{merchant.url}/test', timeout: '2s' },
      },
      capabilities: referenceCapabilities.filter((name) => name !== 'checkout' && name !== 'logs'),
      tempo: { settle: '50ms', readTimeout: '100ms' },
    },
    { file: null, dir: root, env: process.env },
  );

/** A merchant that is none: no check may pass. Its laws are not looked at, as it breaks none by doing nothing. */
export async function measureNull(options: MeasureOptions, index: number, shop: NullShop): Promise<Finding> {
  const records = await recordsOf(configOf(shop), { index, seed: options.seed }, everyCheck);
  const passed = records.filter(({ outcome }) => outcome === 'pass' || outcome === 'warn');
  return {
    caughtBy: records.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id),
    lawsBroken: [],
    ok: passed.length === 0,
    why: passed.map(({ id, outcome }) => `${id} ${outcome}`).join(', '),
  };
}
