import { check } from '../../suite/engine/index.ts';
import { misnamed } from '../steps/misnamed.ts';

export default check('compat.large-payout-ids', {
  title: 'Payout identifiers beyond 32 bits are preserved exactly.',
  should: ['fields.payout.id'],
  whyShould:
    'The specification gives integers no range. While the ids of the gateway stay below 2^31, 32 bits lose nothing.',
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'Resources, Payout record: id is an integer without a limit.',
  expectation:
    'A payout whose id is 3000000000 is polled by exactly this id, or by its shop_payment_id, and completed.',
  fix: 'Store payout ids as 64-bit integers or as text.',
  story: async (t) => {
    const payoutId = 3_000_000_000 + Math.floor((await t.now()) % 1_000_000);
    // A shop that repeats a create hears of the same id.
    await t.everyCall('withdraw/create', { kind: 'answer', set: { 'data.id': payoutId } });
    const since = await t.now();
    const made = await t.payout();
    await t.gateway.clearFaults();
    if (made.view.payoutId !== payoutId)
      return t.inconclusive('The gateway did not give the payout the large id.');
    await t.movePayout(made, 5);
    const isPaid = async () => (await t.lookAtPayout(made)).state === 'paid';
    for (let round = 0; round < 4 && !(await isPaid()); round++) await t.polls();
    if (!(await isPaid())) await t.askEveryone();
    const named = await t.calls({ operation: 'withdraw/status', after: since });
    const wrong = misnamed(named, 'withdraw_id', payoutId);
    if (wrong !== undefined) {
      t.fail(`The payout ${payoutId} was asked about as ${wrong.request.fields?.withdraw_id}.`, {
        about: t.aboutPayout(made),
      });
    }
    await t.lookAtPayout(made);
  },
});
