import { check, type Verbs } from '../../suite/engine/index.ts';
import { NOT_SENT } from '../steps/effects.ts';

type Details = Readonly<Record<string, string>>;

/** A creation that came to nothing on its way, and may be sent again. */
async function lostOnItsWay(t: Verbs, accountDetails: Details): Promise<void> {
  await t.nextCall('withdraw/create', NOT_SENT);
  await t.askPayout({ accountDetails });
  await t.polls(3);
}

async function rejectedAndRetried(t: Verbs, accountDetails: Details): Promise<void> {
  const made = await t.payout({ accountDetails });
  await t.payoutEnds(made, 6);
  await t.driver.retryPayout(made.payoutId);
  await t.polls();
}

async function paidOutWithDetails(t: Verbs, accountDetails: Details): Promise<void> {
  const since = await t.now();
  const { answer } = await t.askPayout({ accountDetails });
  if ((await t.calls({ operation: 'withdraw/create', after: since })).length === 0) {
    return answer.kind === 'refused'
      ? t.notSeen('The merchant itself refuses payouts with account details.')
      : t.inconclusive('The merchant never called withdraw/create.');
  }
  if (t.claims('jobs')) await lostOnItsWay(t, accountDetails);
  if (t.claims('payout.retry')) await rejectedAndRetried(t, accountDetails);
}

export default check('payout.account-details', {
  title: 'Values that a payway requires are sent inside account_details.',
  must: ['fields.descriptor.account-details', 'endpoint.withdraw.create.request', 'law.29'],
  expectation:
    'A payout with the detail bic, which withdraw/try and the list of payways describe, carries it as account_details.bic and nowhere else, also when the request was lost and is sent again, and when the payout was rejected and is retried. A name in letters arrives unchanged, and a payout without details sends no array as account_details.',
  fix: 'Send { "account_details": { "bic": "…" } }, not { "bic": "…" }.',
  story: async (t) => {
    const config = {
      bic: { regex: '^\\d{9}$', title: 'BIC of the bank' },
      // Counted in characters or in bytes, the name fits.
      payee: { regex: '^.{2,60}$', title: 'Name of the recipient' },
    };
    await t.askPayout();
    const given = { bic: '044525225', payee: 'Иван Ё.' };
    await t.withPayoutPayway({ accountInfo: config }, () => paidOutWithDetails(t, given));
  },
});
