import { PAYER_ACTIONS } from '../../core/types.ts';
import { EFFECT_KINDS } from '../../faults/fault.ts';
import { CURRENCY_CODES } from '../../protocol/currencies.ts';
import { INVOICE_STATUSES } from '../../protocol/invoice-states.ts';
import { operationsUnder } from '../../protocol/operations.ts';
import { PAYOUT_STATUSES } from '../../protocol/payout-states.ts';
import { REFUND_STATUSES } from '../../protocol/refund-states.ts';
import { attemptAt } from '../../protocol/retry-schedule.ts';
import type { Runtime } from '../runtime.ts';
import { FIELD_NAMES } from './search.ts';

const mostAttempts = 25;

/** What the console needs to know of the protocol, so that it repeats none of it. */
export function consoleFacts(runtime: Runtime) {
  const readings = runtime.core.readings();
  const attempts = Array.from({ length: mostAttempts }, (_, index) => attemptAt(0, index + 1, readings));
  return {
    version: runtime.version,
    seed: runtime.seed,
    origin: runtime.origin(),
    operations: operationsUnder(readings).map(({ id, signedFields }) => ({ id, signedFields })),
    invoiceStatuses: INVOICE_STATUSES,
    payoutStatuses: PAYOUT_STATUSES,
    refundStatuses: Object.keys(REFUND_STATUSES),
    payerActions: PAYER_ACTIONS,
    effects: EFFECT_KINDS,
    currencies: CURRENCY_CODES,
    searchFields: FIELD_NAMES,
    /** When each attempt of a notification is made, in milliseconds after the first. */
    attemptsAtMs: attempts.filter((each) => each !== undefined),
  };
}
