import { check } from '../../suite/engine/index.ts';

export default check('payout.check-account.extra-keys', {
  title: 'Extra keys of account_info are passed on in account_details.',
  must: ['endpoint.check_account.extra-keys', 'fields.descriptor.account-details', 'law.29'],
  expectation:
    'When check_account answers account_info with the extra key bank_code, withdraw/create carries it inside account_details, for each account with the value that was answered for it. Not judged when the shop does not call check_account.',
  fix: 'Merge the keys of account_info into account_details of withdraw/create; they are not signed.',
  story: async (t) => {
    // Each is another account, of which something else is told.
    for (const bankCode of ['044525225', '044525974']) {
      await t.gateway.clearFaults();
      await t.everyCall('check_account', {
        kind: 'answer',
        set: { 'data.result': true, 'data.account_info': { first_name: 'IVAN', bank_code: bankCode } },
      });
      const since = await t.now();
      const made = await t.askPayout();
      const asked = await t.calls({ operation: 'check_account', after: since });
      if (asked.length === 0) t.notSeen('The merchant does not ask check_account before a payout.');
      const [sent] = await t.calls({ operation: 'withdraw/create', after: since });
      if (sent === undefined) t.inconclusive(`No withdraw/create followed: ${JSON.stringify(made.answer)}.`);
    }
  },
});
