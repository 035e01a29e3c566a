import { afterwardsChecks } from './checks/afterwards.ts';
import { attemptChecks } from './checks/attempts.ts';
import { authenticityChecks } from './checks/authenticity.ts';
import { checkoutChecks } from './checks/checkout.ts';
import { contentChecks } from './checks/content.ts';
import { forgeryChecks } from './checks/forgeries.ts';
import { handlingChecks } from './checks/handling.ts';
import { holdChecks } from './checks/holds.ts';
import { hostileChecks } from './checks/hostile.ts';
import { interruptionChecks } from './checks/interruptions.ts';
import { invoiceChecks } from './checks/invoices.ts';
import { laterNewsChecks } from './checks/later-news.ts';
import { orderChecks } from './checks/orders.ts';
import { payerChecks } from './checks/payer.ts';
import { payoutIntentChecks } from './checks/payout-intents.ts';
import { payoutOutcomeChecks } from './checks/payout-outcomes.ts';
import { payoutChecks } from './checks/payouts.ts';
import { raceChecks } from './checks/races.ts';
import { recordChecks } from './checks/records.ts';
import { refundRuleChecks } from './checks/refund-rules.ts';
import { refundChecks } from './checks/refunds.ts';
import { renewalChecks } from './checks/renewals.ts';
import { requestChecks } from './checks/requests.ts';
import { resilienceChecks } from './checks/resilience.ts';
import type { CheckRow } from './checks/row.ts';
import { secretChecks } from './checks/secrets.ts';
import { trustChecks } from './checks/trust.ts';

/** What every check is about. How each is carried out is written in the specs. */
export const checks = [
  ...requestChecks,
  ...authenticityChecks,
  ...contentChecks,
  ...forgeryChecks,
  ...hostileChecks,
  ...handlingChecks,
  ...invoiceChecks,
  ...orderChecks,
  ...holdChecks,
  ...refundChecks,
  ...payoutChecks,
  ...payoutOutcomeChecks,
  ...resilienceChecks,
  ...recordChecks,
  ...secretChecks,
  ...payoutIntentChecks,
  ...raceChecks,
  ...attemptChecks,
  ...payerChecks,
  ...renewalChecks,
  ...refundRuleChecks,
  ...checkoutChecks,
  ...trustChecks,
  ...laterNewsChecks,
  ...afterwardsChecks,
  ...interruptionChecks,
] as const satisfies readonly CheckRow[];

export type CheckId = (typeof checks)[number]['id'];

/** The metadata of a check. */
export type CheckMeta = CheckRow & { readonly id: CheckId };
