/**
 * The simulator's public entry: start a gateway, and the words in which one speaks about it. Importing it
 * starts nothing and loads neither mockttp nor the HTTP libraries.
 */
export * from './core/default-shop.ts';
export type * from './core/shop-config.ts';
export type {
  ActionResult,
  BalanceView,
  DeliveryReply,
  DueAttempt,
  GatewayAction,
  InvoiceQuery,
  NotificationQuery,
  PayoutQuery,
  Receipt,
  RefundQuery,
  ShopPatch,
  ShopView,
} from './core/types.ts';
export { PAYER_ACTIONS, type PayerAction } from './core/types.ts';
export type * from './core/views.ts';
export * from './faults/fault.ts';
export * from './protocol/codes.ts';
export * from './protocol/currencies.ts';
export * from './protocol/events.ts';
export * from './protocol/invoice-states.ts';
export * from './protocol/limits.ts';
export * from './protocol/masking.ts';
export * from './protocol/notification-forms.ts';
export { bodyWords, withoutSpace } from './protocol/notifications.ts';
export * from './protocol/operations.ts';
export * from './protocol/payout-states.ts';
export * from './protocol/readings.ts';
export * from './protocol/refund-states.ts';
export * from './protocol/retry-schedule.ts';
export * from './protocol/signing.ts';
export { type DateTime, parseDateTime } from './protocol/time.ts';
export * from './protocol/verdicts.ts';
export { unmistakable, weakSecret } from './protocol/weak-secret.ts';
export * from './protocol/wire.ts';
export { isLoopback, originOf } from './server/addresses.ts';
export type { ClockOptions } from './server/clock.ts';
export type { ControlAnswer, ControlCall } from './server/control/control-app.ts';
export type { CraftedDelivery, DeliveriesRequest, ForeignEvent } from './server/control/schemas.ts';
export * as controlSchemas from './server/control/schemas.ts';
export { type Courier, createCourier } from './server/delivery.ts';
export { PortInUseError, SimulatorOptionError } from './server/errors.ts';
export { passingOver100 } from './server/interim.ts';
export { openJournalFile } from './server/journal-file.ts';
export type { JournalEvent } from './server/journal-query.ts';
export { lookupLocalhost } from './server/localhost.ts';
export type { Simulator, SimulatorOptions } from './server/options.ts';
export { TLS_REFUSED } from './server/receiver-tls.ts';
export { startSimulator } from './server/start.ts';
export type { TlsOptions } from './server/tls.ts';
