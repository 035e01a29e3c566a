import { check, type Verbs } from '../../suite/engine/index.ts';
import { PATIENT_ROUNDS } from '../steps/afterwards.ts';
import { idsSent, isFailed, isPaid, type Standing, wisher } from '../steps/payout-steps.ts';

/** Waits until the gateway has so many payouts under these calls, at most as long as a merchant waits for an answer. */
async function standing(t: Verbs, since: number, count: number) {
  const until = performance.now() + t.slot.config.tempo.readTimeoutMs / 2;
  for (;;) {
    const views = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
    const there = views.filter((view) => view !== undefined);
    if (there.length >= count || performance.now() >= until) return there;
    await t.pause(10);
  }
}

export default check('payout.read-timeout.status', {
  title: 'After a read timeout the shop adopts the payout status that the gateway returns.',
  must: ['errors.5.exists', 'states.payout.4', 'states.payout.6', 'states.payout.9', 'law.11', 'law.12'],
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'Errors 5: after a read timeout the shop asks for the status; if a status is returned, the payout exists and that status decides.',
  expectation:
    'The creation of four payouts ends in a read timeout. Those in status 3, 4 and 9 stay open until they become 5; the one in 6 is failed, and its funds are returned.',
  fix: 'Interpret the status in the answer of withdraw/shop_payment_status with the same table as that of withdraw/status.',
  story: async (t) => {
    const statuses = [3, 4, 9, 6];
    // Each is another customer's: some shops have one open payout for each of them.
    const wishers = await Promise.all(statuses.map(() => wisher(t)));
    await Promise.all(wishers.map(({ customer }) => t.balance(customer)));
    await t.gateway.arm([
      {
        where: { operation: 'withdraw/create' },
        times: statuses.length,
        effect: { kind: 'read-timeout', committed: true },
      },
    ]);
    const since = await t.now();
    const asking = wishers.map((who) => t.askPayout(who));
    // The question about the status comes when the merchant has waited long enough for the answer.
    const views = await standing(t, since, statuses.length);
    for (const [index, view] of views.entries()) await t.movePayout({ view }, statuses[index] ?? 3);
    const made: Standing[] = [];
    for (const asked of await Promise.all(asking)) {
      const one = await t.inHand(asked);
      if (one.view === undefined) return t.inconclusive('A payout does not exist at the gateway.');
      made.push({ ...one, view: one.view });
    }
    for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
    const what = (status: number): string =>
      `withdraw/create had no answer, and the gateway has the payout in status ${status}`;
    const open: (Standing & { readonly status: number })[] = [];
    for (const one of made) {
      const { status } = (await t.payoutView(one.shopPaymentId)) ?? one.view;
      if (status !== 6) open.push({ ...one, status });
      else await t.payoutBecomes(one, what(6), isFailed);
    }
    for (const one of open) await t.lookAtPayout(one);
    for (const one of open) await t.movePayout(one, 5);
    for (const one of open) {
      await t.payoutBecomes(one, `${what(one.status)} and then in 5`, isPaid, PATIENT_ROUNDS);
    }
    for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
    for (const one of made) {
      await t.lookAtPayout(one);
      await t.balance(one.customer);
    }
  },
});
