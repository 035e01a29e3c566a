import { check } from '../../suite/engine/index.ts';

export default check('payout.check-account.refused', {
  title: 'The shop does not pay out to an account that cannot be credited.',
  should: ['endpoint.check_account.result'],
  whyShould:
    'check_account is optional, and the specification does not say what data.result obliges the shop to do. A payout to such an account ends in status 6, and its funds are returned.',
  expectation:
    'When check_account answers result true with data.result false, no withdraw/create follows. Not judged when the shop does not call check_account.',
  fix: 'Check data.result: the result of the envelope only says that the call succeeded, data.result says whether the account can be credited.',
  story: async (t) => {
    const since = await t.now();
    await t.payout();
    const asked = await t.calls({ operation: 'check_account', after: since });
    if (asked.length === 0) t.notSeen('The merchant does not ask check_account before a payout.');
    await t.everyCall('check_account', { kind: 'answer', set: { 'data.result': false } });
    const then = await t.now();
    const refused = await t.askPayout();
    await t.polls();
    const [sent] = await t.calls({ operation: 'withdraw/create', after: then });
    if (sent !== undefined) {
      t.fail(
        'check_account said that the account cannot be credited (data.result false), and withdraw/create followed.',
        { about: [refused.reference, sent.request.exchange] },
      );
    }
  },
});
