import { check, type Verbs } from '../../suite/engine/index.ts';
import { LOST } from '../steps/effects.ts';
import { ASKING } from '../steps/operations.ts';
import { wisher } from '../steps/payouts.ts';
import { accountDetails, mustHaveCalled } from '../steps/signing.ts';

const BIC = { bic: { regex: '^\\d{9}$', title: 'BIC of the bank' } };

/** Whether the merchant has asked twice about one and the same payout. */
async function isAskedAgain(t: Verbs): Promise<boolean> {
  const ids = (await t.calls({ operation: ASKING })).map(({ request }) =>
    String(request.fields?.withdraw_id ?? request.fields?.shop_payment_id),
  );
  return new Set(ids).size < ids.length;
}

export default check('sign.payout', {
  title:
    'The shop signs payout requests over the listed fields, with and without account details and a description.',
  must: [
    'transport.3',
    'auth.2',
    'auth.6',
    'flow.payout.create',
    'endpoint.withdraw.create.request',
    'endpoint.withdraw.create.sign',
    'endpoint.withdraw.try.sign',
    'endpoint.withdraw.status.request',
    'endpoint.withdraw.status.sign',
    'endpoint.withdraw.shop_payment_status.request',
    'endpoint.withdraw.shop_payment_status.sign',
    'fields.descriptor.account-details',
    'fields.request.shop-payment-id',
    'law.29',
  ],
  capabilities: ['payout'],
  rule: 'Endpoints, withdraw/create: account, amount, amount_type, payway, shop_currency, shop_id and shop_payment_id are signed; withdraw/status and withdraw/shop_payment_status sign their id, now and shop_id.',
  expectation:
    'A payout with account_details and a description, and the status requests by withdraw_id and by shop_payment_id, arrive with valid signatures. The details are inside account_details, unchanged.',
  fix: 'Leave account_details and description out of the signed string, send extra account fields inside account_details, and use the field list of each operation.',
  story: async (t) => {
    await t.askPayout();
    // Whoever has no answer asks by an id of its own.
    await t.nextCall('withdraw/create', LOST);
    await t.withPayoutPayway({ accountInfo: BIC }, () =>
      t.askPayout({ reference: t.unique('выплата-ё'), description: 'Prize of March', accountDetails }),
    );
    // Not every shop pays out such a sum, or to such an account.
    await t.askPayout({ amount: '1234.50', ...(await wisher(t, '2000.00')) });
    for (const account of ['+7 900 123-45-67', 'Счёт № 7']) await t.askPayout({ account });
    // A payout may not be due for a question in the first of its intervals; the second one has another now.
    for (let round = 0; round < 4; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      if (await isAskedAgain(t)) break;
    }
    await mustHaveCalled(t, ['withdraw/create']);
  },
});
