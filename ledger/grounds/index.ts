import { notificationGrounds } from './notifications.ts';
import { orderGrounds } from './orders.ts';
import { payoutGrounds } from './payouts.ts';
import { ruleGrounds } from './rules.ts';
import type { Grounds } from './types.ts';

export type { Ground } from './types.ts';

/**
 * Why each check, property and rule may fail a shop: the sentence of the specification that the shop breaks, and the most
 * different conforming shop that must pass. Written by readers who did not write the checks.
 */
export const grounds: Grounds = {
  ...notificationGrounds,
  ...orderGrounds,
  ...payoutGrounds,
  ...ruleGrounds,
};
