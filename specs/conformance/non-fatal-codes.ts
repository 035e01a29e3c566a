import type { Verbs } from '../../fixtures/engine/index.ts';

/** The codes that the readings call non-fatal. */
export async function nonFatalCodes(t: Verbs): Promise<readonly number[]> {
  const called = (await t.gateway.readings())['error.non-fatal-codes'];
  const codes = { none: [], '8': [8], '8-and-2000': [8, 2000] }[called];
  return codes.length > 0
    ? codes
    : t.notApplicable('The profile calls no code of the gateway non-fatal (reading error.non-fatal-codes).');
}
