/** What holds for whatever is drawn, as fast-check's properties: tests, campaigns and the command line run them. */
export { type CheckPropertyOptions, checkProperty } from './check.ts';
export { idempotency } from './idempotency.ts';
export { journeys } from './journeys.ts';
export { notifications } from './notifications.ts';
export type { Heard, Property, Tried } from './property.ts';
export { signatures } from './signatures.ts';
export { statuses } from './statuses.ts';
