import { check } from '../../suite/engine/index.ts';
import { profileLookups } from '../steps/lookups.ts';
import { accountDetails, mustHaveCalled, mustHaveCalledOneOf } from '../steps/signing.ts';

const DETAILS = { account_details: accountDetails };

/** What may be asked otherwise: with fields that are not signed, or with values that are easily spelt in two ways. */
const OTHERWISE: Readonly<Record<string, readonly object[]>> = {
  check_account: [DETAILS, { account: 'счёт-7', amount: '1234.50' }],
  'withdraw/try': [DETAILS, { amount: '1234.50' }],
  'invoice/try': [{ description: 'Two tickets, row 7', amount: '1234.50' }],
};

/** Whoever remembers a list of payways or a balance for an hour asks anew after it. */
const CACHED_MS = 61 * 60_000;

export default check('sign.lookups', {
  title: 'The shop signs lookups over the listed fields only.',
  must: [
    'transport.3',
    'auth.6',
    'endpoint.check_account.sign',
    'endpoint.invoice.check.request',
    'endpoint.invoice.check.sign',
    'endpoint.shop_input_config.shop.request',
    'endpoint.shop_input_config.shop.sign',
    'endpoint.shop_balance.request',
    'endpoint.shop_balance.sign',
  ],
  capabilities: ['lookups'],
  rule: 'Endpoints: shop_balance and shop_input_config/shop sign now and shop_id and not payway; check_account signs account, amount, payway, shop_id.',
  expectation:
    'Each lookup of the profile arrives with a valid signature, also when it carries an optional field.',
  fix: 'Sign now and shop_id for shop_balance and the payway lists, even when you send payway; keep account_details out of the signature of check_account.',
  story: async (t) => {
    const lookups = await profileLookups(t);
    if (t.claims('clock')) await t.advance(CACHED_MS);
    for (const [operation, parameters] of lookups) {
      await t.driver.lookup(operation, parameters);
      // Whoever cannot pass such values on leaves them out, or refuses the wish.
      for (const otherwise of OTHERWISE[operation] ?? []) {
        await t.driver.lookup(operation, { ...parameters, ...otherwise });
      }
    }
    const operations = lookups.map(([operation]) => operation);
    if (t.claims('clock')) return mustHaveCalled(t, operations);
    // Without a clock nobody can tell when a list is asked for anew.
    await mustHaveCalledOneOf(t, operations);
    const called = new Set(
      (await t.calls({ operation: operations })).map(({ request }) => request.operation),
    );
    const unseen = operations.filter((operation) => !called.has(operation));
    if (unseen.length > 0)
      t.note(`The merchant did not call ${unseen.join(', ')}, so its signature was not seen.`);
  },
});
