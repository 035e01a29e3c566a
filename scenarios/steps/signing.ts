import type { OperationId } from '../../simulator/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';

/** The merchant called each of these operations; what it did not call it did not sign either. */
export async function mustHaveCalled(t: Verbs, needed: readonly OperationId[]): Promise<void> {
  const called = new Set((await t.calls({ operation: needed })).map(({ request }) => request.operation));
  const missing = needed.filter((operation) => !called.has(operation));
  if (missing.length > 0)
    t.inconclusive(`The merchant never called ${missing.join(', ')}, so its signature was not seen.`);
}

/** The merchant called at least one of these operations. */
export async function mustHaveCalledOneOf(t: Verbs, operations: readonly OperationId[]): Promise<void> {
  if ((await t.calls({ operation: operations })).length === 0)
    t.inconclusive(`The merchant called none of ${operations.join(', ')}, so no signature was seen.`);
}

export const accountDetails = { bic: '044525225' };

const ASK_AGAIN_MS = 15 * 60_000;

/** Lets the jobs of the merchant ask again, at another instant. */
export async function askAgain(t: Verbs): Promise<void> {
  for (let round = 0; round < 2; round++) {
    if (t.claims('clock')) await t.advance(ASK_AGAIN_MS);
    else await t.settle();
  }
}
