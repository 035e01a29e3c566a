// For gatecheck under: the same shop, without recipes. SHOP_FAULT may name one of its faults.
import { readFileSync } from 'node:fs';

const { merchant } = JSON.parse(readFileSync(new URL('gatecheck.config.json', import.meta.url), 'utf8'));
const { name, version, start, callbackUrl } = merchant;
export default {
  merchant: {
    name,
    version,
    start: { ...start, env: { ...start.env, SHOP_FAULT: process.env.SHOP_FAULT ?? '' } },
    callbackUrl,
  },
  under: {
    env: { SHOP_URL: '{merchant.url}' },
    results: 'results.xml',
    repeatsRedTests: false,
  },
  tempo: { readTimeout: '1s' },
};
