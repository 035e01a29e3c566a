import { anotherShopDuties } from './another-shop.ts';
import { errorDuties } from './errors.ts';
import type { Duty } from './gateway.ts';
import { invoiceDuties } from './invoices.ts';
import { notificationDuties } from './notifications.ts';
import { payoutDuties } from './payouts.ts';
import { recordDuties } from './records.ts';
import { refundDuties } from './refunds.ts';
import { requestDuties } from './requests.ts';
import { tokenDuties } from './tokens.ts';
import { transportDuties } from './transport.ts';

export type { Duty } from './gateway.ts';

/** Every proof that the simulator keeps the requirements of the gateway. */
export const duties: readonly Duty[] = [
  ...transportDuties,
  ...requestDuties,
  ...recordDuties,
  ...invoiceDuties,
  ...tokenDuties,
  ...payoutDuties,
  ...refundDuties,
  ...notificationDuties,
  ...errorDuties,
  ...anotherShopDuties,
];
