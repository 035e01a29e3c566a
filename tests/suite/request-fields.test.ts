import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { faultyShops } from '../../fixtures/shops/faulty/index.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import { referenceConfig } from '../../suite/config/reference.ts';
import { compileShop } from './strength/compile-shop.ts';
import { measureFaulty } from './strength/faulty.ts';
import { recordsOf } from './strength/in-slot.ts';

let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(() => shop.discard());

const PLAIN = {
  scope: 'all',
  full: false,
  only: undefined,
  kinds: ['faulty'],
  pages: true,
  part: { index: 0, of: 1 },
  jobs: 1,
  seed: 1,
  progress: () => undefined,
} as const;

/** Wrong requests, and what the check that is about them must say of each. */
const WRONG: Readonly<Record<string, RegExp>> = {
  'rq-amount-number': /with amount .* number \(reading request\.amount-as-number = reject\)/,
  'rq-token-flag-text': /issue_payment_token .* boolean written as text/,
  'rq-client-ip-number': /invoice\/hold .* client_ip .* a number where a text is expected/,
  'rq-description-number': /description .* a number where a text is expected/,
  'rq-charge-amount': /with the amount 5\.25, a field that it does not have: the hold is over 10\.5/,
  'rq-token-always': /asks for a payment token .* no order asked/,
  'rq-expires-spaced': /expires_at .* space instead of T/,
  'rq-details-dropped': /lacks the detail bic .* "044525225"/,
};

for (const [index, [id, says]] of Object.entries(WRONG).entries()) {
  test(`${id} is caught by the check that is about it, in words`, async () => {
    const faulty = faultyShops.find((each) => each.id === id);
    assert.ok(faulty);
    const found = await measureFaulty({ ...PLAIN, main: shop.main }, index, faulty);
    assert.ok(found.ok, found.why);
    assert.match(found.why, says);
  });
}

/** Right requests that look alike, and what the check says of each under the presets. */
const TOLERATED: Readonly<Record<string, { readonly warns: RegExp; readonly observed: 'pass' | 'warn' }>> = {
  'integers-as-text': { warns: /currency .*\(reading request\.integer-as-string = warn\)/, observed: 'pass' },
  'amounts-as-numbers': { warns: /amount .*\(reading request\.amount-as-number = warn\)/, observed: 'pass' },
  'expires-spaced': { warns: /expires_at .*\(reading request\.date-separator = warn\)/, observed: 'warn' },
};

for (const [index, [style, { warns, observed }]] of Object.entries(TOLERATED).entries()) {
  test(`${style}: a warning by name under spec, ${observed} under observed`, async () => {
    const under = async (preset: 'spec' | 'observed') => {
      const config = referenceConfig({ main: shop.main, style, readings: answersOf(preset) });
      const [record] = await recordsOf(config, { index, seed: 1 }, ['transport.requests']);
      assert.ok(record);
      assert.deepEqual(
        record.laws.filter(({ outcome }) => outcome === 'fail'),
        [],
      );
      return record;
    };
    const spec = await under('spec');
    assert.equal(spec.outcome, 'warn', spec.actual);
    assert.match(spec.actual, warns);
    assert.equal((await under('observed')).outcome, observed);
  });
}

/** The answers of a preset about requests; the rest of it is for shops that know it. */
function answersOf(preset: 'spec' | 'observed'): Record<string, string> {
  const answers = Object.entries(resolveReadings(preset));
  return Object.fromEntries(answers.filter(([id]) => id.startsWith('request.')));
}
