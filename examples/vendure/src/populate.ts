/** Makes the tables, and a shop that sells points at a hundredth of a rouble each. */
import { bootstrap, ChannelService, CurrencyCode, LanguageCode, RequestContextService } from '@vendure/core';
import { populate } from '@vendure/core/cli';
import { join } from 'node:path';
import { config } from './config';

async function start() {
  const app = await bootstrap({ ...config, dbConnectionOptions: { ...config.dbConnectionOptions, synchronize: true } as typeof config.dbConnectionOptions });
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  await app.get(ChannelService).update(ctx, {
    id: ctx.channelId,
    availableCurrencyCodes: [CurrencyCode.RUB],
    defaultCurrencyCode: CurrencyCode.RUB,
  });
  return app;
}

populate(
  start,
  {
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Everywhere',
    countries: [{ code: 'RS', name: 'Serbia', zone: 'Everywhere' }],
    taxRates: [{ name: 'none', percentage: 0 }],
    shippingMethods: [],
    paymentMethods: [{ name: 'Gateway', handler: { code: 'gateway', arguments: [] } }],
    collections: [],
  },
  join(__dirname, '..', 'products.csv'),
)
  .then((app) => app.close())
  .then(() => process.exit(0))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
