import { check, type Verbs } from '../../suite/engine/index.ts';
import { SILENCE } from '../steps/effects.ts';
import { idsSent, PATIENT_ROUNDS, type Standing, wisher } from '../steps/payouts.ts';

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
  must: ['errors.5.exists', 'states.payout.4', 'states.payout.6', 'states.payout.9', 'law.11'],
  means: ['jobs'],
  expectation:
    'The creation of four payouts ends in a read timeout. Those in status 3, 4 and 9 stay open until they become 5; the one in 6 is failed, and its funds are returned.',
  fix: 'Interpret the status in the answer of withdraw/shop_payment_status with the same table as that of withdraw/status.',
  story: async (t) => {
    const statuses = [3, 4, 9, 6];
    // Each is another customer's: some shops have one open payout for each of them.
    const wishers = await Promise.all(statuses.map(() => wisher(t)));
    await Promise.all(wishers.map(({ customer }) => t.balance(customer)));
    await t.nextCall('withdraw/create', SILENCE, { times: statuses.length });
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
    await t.polls(2);
    const open: Standing[] = [];
    for (const one of made) {
      const { status } = (await t.payoutView(one.shopPaymentId)) ?? one.view;
      if (status !== 6) open.push(one);
      else await t.payoutShows(one, 6);
    }
    for (const one of open) await t.lookAtPayout(one);
    for (const one of open) await t.movePayout(one, 5);
    for (const one of open) await t.payoutShows(one, 5, { rounds: PATIENT_ROUNDS });
    await t.polls(2);
    for (const one of made) {
      await t.lookAtPayout(one);
      await t.balance(one.customer);
    }
  },
});
