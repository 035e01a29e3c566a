import type { Verbs } from '../../suite/engine/index.ts';

/** The codes whose fatality the specification shows (Errors, table of codes). */
export const FATAL = [1, 2, 3, 4];

/** The codes that the operator calls non-fatal. */
export async function codesThatWait(t: Verbs): Promise<readonly number[]> {
  const called = (await t.gateway.readings())['error.non-fatal-codes'];
  return { none: [], '8-unstated': [], '8': [8], '8-and-2000': [8, 2000] }[called];
}

/** A code after which a result follows. */
export interface WaitingCode {
  readonly code: number;
  /** Whether the operator calls it non-fatal; else a merchant may take it for fatal, as every unlisted code. */
  readonly isStated: boolean;
}

/** The codes after which a result follows; without any the check is not applicable. */
export async function nonFatalCodes(t: Verbs): Promise<readonly WaitingCode[]> {
  const stated = await codesThatWait(t);
  if (stated.length > 0) return stated.map((code) => ({ code, isStated: true }));
  if ((await t.gateway.readings())['error.non-fatal-codes'] === '8-unstated') {
    return [{ code: 8, isStated: false }];
  }
  return t.notApplicable(
    'Every error code of the gateway is fatal here (interpretation error.non-fatal-codes).',
  );
}

/** Nothing shows that a code is not fatal, so a merchant may end there what it was about. */
export function takenForFatal(t: Verbs, code: number, what: string): never {
  return t.notSeen(
    `The merchant treats code ${code} as fatal and gives up ${what}; no operator has declared that code as not fatal (interpretation error.non-fatal-codes).`,
  );
}
