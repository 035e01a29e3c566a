import { check, type Verbs } from '../../suite/engine/index.ts';
import { WAYS } from '../steps/effects.ts';
import { askGateway, numbersIn, profileLookups } from '../steps/lookups.ts';

/** Whole numbers, so that rounding changes none. */
const BALANCE = { available: 1034, frozen: 36, hold: 217 };

/** What may be shown of that balance, also in hundredths: each part, and sums of parts. */
const SHOWN: ReadonlySet<string> = new Set(['1034', '36', '217', '1070', '1251', '253', '1287']);

/** In whatever form a merchant shows its balance, an amount of it is there. */
async function showsBalance(t: Verbs, parameters: Readonly<Record<string, string | number>>): Promise<void> {
  await t.gateway.clearFaults();
  // A shop may show the balance of its own currency only.
  const balance = { currency: t.slot.config.profile.currencies[0] ?? 643, ...BALANCE };
  await t.everyCall('shop_balance', { kind: 'answer', set: { 'data.balances': [balance] } });
  const shown = await askGateway(t, 'shop_balance', parameters);
  if (shown.kind !== 'ok') return t.inconclusive(`shop_balance was not answered: ${JSON.stringify(shown)}.`);
  if (numbersIn(shown.value.result).some((number) => SHOWN.has(number.replace(/00$/, '')))) return;
  t.late(
    `shop_balance answered ${JSON.stringify(balance)}, and the merchant shows none of its amounts: ${JSON.stringify(shown.value)}.`,
    { about: ['shop_balance'] },
  );
}

export default check('lookup.answers', {
  title: 'The shop reports the result of a lookup correctly, in every form that the answer may have.',
  must: ['errors.1', 'versioning.4', 'fields.envelope.result', 'fields.envelope.error-code'],
  readings: ['error.data'],
  rule: 'Resources, Response envelope: result and error_code say whether a call succeeded; Versioning 4: unknown fields are ignored.',
  expectation:
    'A successful lookup is reported with its result, and a refused one with its code. One whose answer is not valid JSON, or is JSON without the response envelope, is not reported as a success. The same holds with unknown fields, and with null where it is allowed. Of a balance an amount is shown, in whatever form.',
  fix: 'Decide by result and error_code of the envelope, do not assume that data is present, and accept null, numbers as strings and unknown fields.',
  story: async (t) => {
    for (const [operation, parameters] of await profileLookups(t)) {
      await t.gateway.clearFaults();
      const good = await askGateway(t, operation, parameters);
      if (good.kind !== 'ok') {
        return t.inconclusive(`${operation}: a plain lookup was not answered: ${JSON.stringify(good)}.`);
      }
      if (good.value.error !== null || good.value.result === null) {
        t.late(
          `${operation} succeeded at the gateway, and the merchant reports ${JSON.stringify(good.value)}.`,
        );
      }
      if (operation === 'shop_balance') await showsBalance(t, parameters);
      await t.gateway.clearFaults();
      await t.everyCall(operation, { kind: 'answer', unknownFields: true, shuffle: true });
      const later = await askGateway(t, operation, parameters);
      if (later.kind !== 'ok' || later.value.error !== null) {
        t.late(`${operation}: unknown fields in the answer broke the lookup: ${JSON.stringify(later)}.`);
      }
      await t.gateway.clearFaults();
      await t.everyCall(operation, { kind: 'error', code: 57, message: 'Новый код' });
      const bad = await askGateway(t, operation, parameters);
      if (bad.kind === 'unknown') {
        return t.late(`${operation}: error code 57 left the lookup without a usable answer: ${bad.reason}.`);
      }
      if (bad.kind === 'ok' && bad.value.error === null) {
        t.fail(
          `${operation} answered error code 57, and the merchant reports success: ${JSON.stringify(bad.value)}.`,
        );
      }
      for (const [says, effect] of [
        ['no JSON', WAYS.notJson.effect],
        ["a proxy's JSON error (HTTP 504)", WAYS.proxyJson.effect],
      ] as const) {
        await t.gateway.clearFaults();
        await t.everyCall(operation, effect);
        const spoilt = await askGateway(t, operation, parameters);
        if (spoilt.kind !== 'ok' || spoilt.value.error !== null) continue;
        t.fail(
          `${operation} answered ${says}, and the merchant reports success: ${JSON.stringify(spoilt.value)}.`,
        );
      }
    }
  },
});
