import { isConcluded } from '../history/outcome.ts';
import type { CheckRecord } from '../history/record.ts';
import { type Catalogue, capabilitiesOf } from './catalogue.ts';
import type { CheckResult } from './result.ts';

/** Which claims cover the use of an operation; one of them is enough. Statuses may be asked by anybody who pays. */
const COVERED_BY: readonly (readonly [operation: RegExp, capabilities: readonly string[]])[] = [
  [/^invoice\/(hold|charge|unhold)$/, ['hold', 'hold.auto']],
  [/^invoice\/.*refund/, ['refund', 'refund.partial']],
  [/^invoice\/check$/, ['invoice', 'hold', 'hold.auto', 'recurrent', 'refund', 'refund.partial']],
  [/^invoice\/try$/, ['invoice', 'hold', 'hold.auto', 'recurrent', 'lookups']],
  [/^invoice\/create$/, ['invoice', 'recurrent']],
  [/^withdraw\/|^check_account$/, ['payout', 'payout.ps_amount', 'payout.shop_amount', 'lookups']],
  [/^shop_/, ['lookups', 'invoice', 'hold', 'payout']],
];

/** Claimed capabilities whose checks were chosen, and none of them came to a conclusion. */
export function unobserved(
  claimed: readonly string[],
  checks: readonly CheckResult[],
  catalogue: Catalogue,
): string[] {
  const concluded = new Set(checks.filter((check) => isConcluded(check.outcome)).map((check) => check.id));
  const chosen = new Set(checks.map((check) => check.id));
  const owed = catalogue.checks.filter((check) => chosen.has(check.id));
  return claimed.filter((capability) => {
    const about = owed.filter((check) => capabilitiesOf(check).includes(capability));
    return about.length > 0 && !about.some((check) => concluded.has(check.id));
  });
}

/** Operations that the merchant used although nothing that it claims covers them. Sorted. */
export function usedUnclaimed(records: readonly CheckRecord[], claimed: readonly string[]): string[] {
  const claims = new Set(claimed);
  const used = new Set(records.flatMap((record) => record.operations ?? []));
  return [...used].filter((operation) => !isCovered(operation, claims)).sort();
}

function isCovered(operation: string, claims: ReadonlySet<string>): boolean {
  const rule = COVERED_BY.find(([pattern]) => pattern.test(operation));
  return rule === undefined || rule[1].some((capability) => claims.has(capability));
}
