import type { CheckRow } from './row.ts';

const account = 'Endpoints, check_account' as const;

/** What the shop makes of records in every form that the specification allows. */
export const recordChecks = [
  {
    id: 'compat.record-variants',
    title: 'Optional parts of an invoice record may be null or missing.',
    requirements: ['versioning.3.response-fields', 'versioning.4', 'events.5'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Resources, Invoice record: settlement_rate is a number or null, payment_token is present only when a token was issued; Versioning 3: new fields may be null or not.',
    expectation:
      'A genuine notification with settlement_rate null pays its order. Where the shop acts on invoice/check, so does an answer with settlement_rate null and without payment_token.',
    fix: 'Treat every field that you do not need as optional, and accept null for it.',
  },
  {
    id: 'refund.record-types',
    title: 'The shop reads each field of a refund record by its listed type.',
    requirements: ['fields.refund.types', 'states.refund.success', 'law.21'],
    level: 'must',
    capabilities: ['refund'],
    means: ['jobs'],
    rule: 'Resources, Refund record: amount and currency are strings, settlement_rate is a number or null. What the service does: refunds are in the currency of the paid invoice.',
    expectation:
      'A refund of 10.50 that is settled in another currency at a rate of 0.0123 counts as 10.50. When invoice/get-refunds shows a refund as SUCCESS with amount "10.50" and currency "643", it is successful; this part is not judged when the shop does not call invoice/get-refunds.',
    fix: 'Parse amount and currency of a refund record from strings, compare them as numbers, accept null for settlement_rate, and count amount, never settlement_amount.',
  },
  {
    id: 'lookup.balance-total',
    title: 'A total balance is available + frozen + hold of one currency.',
    requirements: ['fields.balance.total'],
    level: 'must',
    capabilities: ['lookups'],
    rule: 'Resources, Balance: the total balance equals available + frozen + hold in that currency.',
    expectation:
      'Each total that the shop shows for its balances in two currencies is the sum of the three parts of one currency. Not judged when it shows none.',
    fix: 'Add available, frozen and hold, as decimals, separately for each currency; never add different currencies.',
  },
  {
    id: 'lookup.is-active',
    title: 'A payway whose is_active says "false" is not active.',
    requirements: ['fields.payway.is-active'],
    level: 'must',
    capabilities: ['lookups'],
    rule: 'Resources, Payment-way group: is_active is a string that holds a boolean word.',
    expectation:
      'A payway that the gateway lists with is_active "false" is reported as not active, or left out, and one with "true" is not reported as inactive. Not judged when the shop does not show it.',
    fix: 'Compare the word: is_active === "true" (or a boolean true). In most languages every non-empty string is truthy, also "false".',
  },
  {
    id: 'lookup.variants',
    title: 'The shop accepts shop_write_off of withdraw/try as a number or a numeric string.',
    requirements: ['versioning.4', 'fields.envelope.result'],
    level: 'must',
    capabilities: ['lookups'],
    rule: 'Endpoints, withdraw/try: shop_write_off is a number or a numeric string.',
    expectation:
      'The lookup succeeds with shop_write_off as a number and as a string. Applies when withdraw/try is among the lookups.',
    fix: 'Parse shop_write_off from its text, whether it is a number or a string.',
  },
  {
    id: 'payout.check-account.refused',
    title: 'The shop does not pay out to an account that cannot be credited.',
    requirements: ['endpoint.check_account.result'],
    level: 'should',
    whyShould:
      'check_account is optional, and the specification does not say what data.result obliges the shop to do. A payout to such an account ends in status 6, and its funds are returned.',
    capabilities: ['payout'],
    rule: `${account}: the data has a result of its own, beside that of the envelope.`,
    expectation:
      'When check_account answers result true with data.result false, no withdraw/create follows. Not judged when the shop does not call check_account.',
    fix: 'Check data.result: the result of the envelope only says that the call succeeded, data.result says whether the account can be credited.',
  },
  {
    id: 'payout.check-account.extra-keys',
    title: 'Extra keys of account_info are passed on in account_details.',
    requirements: ['endpoint.check_account.extra-keys', 'fields.descriptor.account-details'],
    level: 'must',
    capabilities: ['payout'],
    rule: `${account}: if account_info contains extra keys, the shop passes them on in account_details of the payout creation.`,
    expectation:
      'When check_account answers account_info with the extra key bank_code, withdraw/create carries it inside account_details, for each account with the value that was answered for it. Not judged when the shop does not call check_account.',
    fix: 'Merge the keys of account_info into account_details of withdraw/create; they are not signed.',
  },
] as const satisfies readonly CheckRow[];
