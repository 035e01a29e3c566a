import { configureDefaultOrderProcess, DefaultLogger, DefaultSchedulerPlugin, LogLevel, type VendureConfig } from '@vendure/core';
import { GatewayPlugin } from './gateway/gateway.plugin';

const env = process.env as Record<string, string>;

export const config: VendureConfig = {
  apiOptions: { hostname: '127.0.0.1', port: Number(env.PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    superadminCredentials: { identifier: 'superadmin', password: env.ADMIN_PASSWORD },
    cookieOptions: { secret: env.COOKIE_SECRET },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: '127.0.0.1',
    port: Number(env.DB_PORT),
    username: 'vendure',
    database: 'postgres',
    synchronize: process.env.SYNCHRONIZE === 'yes',
  },
  // Points have no stock, are not sent anywhere, and are bought by the thousand.
  orderOptions: {
    orderItemsLimit: 1_000_000_000,
    orderLineItemsLimit: 1_000_000_000,
    process: [configureDefaultOrderProcess({ arrangingPaymentRequiresShipping: false, arrangingPaymentRequiresStock: false })],
  },
  paymentOptions: { paymentMethodHandlers: [] },
  schedulerOptions: { runTasksInWorkerOnly: false },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    // Staff that runs a task by hand does not wait for it.
    DefaultSchedulerPlugin.init({ manualTriggerCheckInterval: 200 }),
    GatewayPlugin.init({
      url: env.PAY_URL,
      shopId: Number(env.SHOP_ID),
      secret: env.SHOP_KEY,
      readTimeoutMs: Number(process.env.READ_TIMEOUT_MS ?? 5000),
      currency: 643,
      notifyUrl: `${env.SHOP_URL}/payments/gateway`,
    }),
  ],
};
