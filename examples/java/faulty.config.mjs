// The same shop with one of the faults that src/Fault.java explains, named by SHOP_FAULT.
import { readFileSync } from 'node:fs';

const config = JSON.parse(readFileSync(new URL('gatecheck.config.json', import.meta.url), 'utf8'));
config.merchant.name += ` (${process.env.SHOP_FAULT})`;
config.merchant.start.env.SHOP_FAULT = '{env.SHOP_FAULT}';
export default config;
