import type { OperationId } from '../../simulator/index.ts';
import type { Exchange, Verbs } from '../../suite/engine/index.ts';

export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

export function judgeSigns(t: Verbs, exchanges: readonly Exchange[]): void {
  for (const { request } of exchanges) {
    const sign = request.sign;
    if (sign === null || sign === undefined || sign.ok) continue;
    const cause =
      sign.recipe === null ? 'no known mistake gives this digest' : sign.recipe.says.replace(/\.$/, '');
    t.fail(
      `${request.operation} was signed wrongly: ${cause}. Sent: ${sign.sent ?? 'no sign in the body'}; the string to sign is ${sign.expectedText}.`,
      { about: [request.exchange] },
    );
  }
}

/** Every request of these operations since the check began carries the right sign, and there was one of each. */
export async function everySignIsRight(
  t: Verbs,
  needed: readonly OperationId[],
  also: readonly OperationId[] = [],
): Promise<void> {
  const seen = await t.calls({ operation: [...needed, ...also] });
  judgeSigns(t, seen);
  const missing = needed.filter((operation) => !seen.some(({ request }) => request.operation === operation));
  if (missing.length > 0)
    t.inconclusive(`The merchant never called ${missing.join(', ')}, so its signature was not seen.`);
}

/** At least one of these operations was called, and each call was signed right. */
export async function someSignIsRight(t: Verbs, operations: readonly OperationId[]): Promise<void> {
  const seen = await t.calls({ operation: operations });
  judgeSigns(t, seen);
  if (seen.length === 0)
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
