import type { Verbs } from '../../fixtures/engine/index.ts';

/** The codes that the readings call non-fatal. */
export async function codesThatWait(t: Verbs): Promise<readonly number[]> {
  const called = (await t.gateway.readings())['error.non-fatal-codes'];
  return { none: [], '8': [8], '8-and-2000': [8, 2000] }[called];
}

/** As {@link codesThatWait}; without any the check is not applicable. */
export async function nonFatalCodes(t: Verbs): Promise<readonly number[]> {
  const codes = await codesThatWait(t);
  return codes.length > 0
    ? codes
    : t.notApplicable('The profile calls no code of the gateway non-fatal (reading error.non-fatal-codes).');
}
