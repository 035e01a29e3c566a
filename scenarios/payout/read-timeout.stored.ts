import { check, type Verbs } from '../../suite/engine/index.ts';
import { isFailed, isPaid } from '../steps/payout-steps.ts';
import { asksFirst, beginTimeout, creates } from '../steps/payouts.ts';

/** The first creation is lost on the way and may be repeated; the repeated one arrives, and has no answer either. */
async function unansweredTwice(t: Verbs): Promise<void> {
  const { since, answer, id } = await beginTimeout(t, false, true);
  const made = await t.inHand(answer);
  const about = [id, made.reference];
  const what = 'withdraw/create had no answer, was repeated, and had no answer again';
  for (let round = 0; round < 6; round++) {
    await t.runJobsNow({ advancePolls: 1 });
    const sent = await creates(t, since);
    if (sent.length < 2) continue;
    const ids = [...new Set(sent.map(({ request }) => String(request.fields?.shop_payment_id)))];
    const standing = (await Promise.all(ids.map((each) => t.payoutView(each)))).filter(
      (view) => view !== undefined,
    );
    if (standing.length > 1)
      t.fail(`${what}: one payout exists ${standing.length} times at the gateway.`, { about: ids });
    const seen = await t.lookAtPayout(made);
    if (standing.length > 0 && (isFailed(seen) || isPaid(seen))) {
      t.fail(
        `${what}; the gateway has the payout in status 1, and the merchant shows it as ${t.describePayout(seen)}.`,
        { about },
      );
    }
  }
  const [last] = (await creates(t, since)).slice(1);
  const view = last && (await t.payoutView(String(last.request.fields?.shop_payment_id)));
  if (view === undefined) return;
  await t.movePayout({ view }, 5);
  await t.payoutBecomes(made, `${what}; then the payout was completed (status 5)`, isPaid);
}

export default check('payout.read-timeout.stored', {
  title: 'After a read timeout the shop asks for the status and follows it.',
  requirements: ['errors.5', 'errors.5.exists', 'transport.5', 'limits.unique-payment', 'law.9', 'law.10'],
  level: 'must',
  capabilities: ['payout'],
  rule: 'Errors 5: after a read timeout on withdraw/create call withdraw/shop_payment_status; repeat the creation only if no such payout exists; a returned status decides.',
  expectation:
    'The next call is withdraw/shop_payment_status with the same id, no second id appears, and the payout ends as the gateway says; until then it is neither failed nor paid. The same applies when a repeated creation ends in a read timeout as well.',
  fix: 'Store shop_payment_id before the call, turn off automatic retries of the HTTP client, and after a timeout call withdraw/shop_payment_status with this id. A timeout means an unknown outcome, not a failure.',
  story: async (t) => {
    const { since, answer, id } = await beginTimeout(t, true);
    const made = await t.inHand(answer);
    for (let round = 0; round < 3; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      await asksFirst(t, since, id);
      const seen = await t.lookAtPayout(made);
      if (isFailed(seen) || isPaid(seen)) {
        t.fail(
          `withdraw/create had no answer, the gateway has the payout in status 1, and the merchant shows it as ${t.describePayout(seen)}.`,
          { about: [id, made.reference] },
        );
      }
    }
    const all = await creates(t, since);
    const ids = new Set(all.map(({ request }) => String(request.fields?.shop_payment_id)));
    if (ids.size > 1) {
      t.fail(`One payout was sent under ${ids.size} ids (${[...ids].join(', ')}): it can be paid twice.`, {
        about: [...ids],
      });
    }
    const polls = () =>
      t.calls({
        operation: 'withdraw/shop_payment_status',
        fields: { shop_payment_id: id },
        after: since,
      });
    if ((await polls()).length === 0) await t.askEveryone();
    if ((await polls()).length === 0) {
      t.late(
        'After a read timeout of withdraw/create the merchant never asked withdraw/shop_payment_status.',
        { about: [id] },
      );
    }
    const view = (await t.payoutView(id)) ?? t.inconclusive('The gateway does not have the payout.');
    await t.movePayout({ view }, 5);
    await t.payoutBecomes(made, 'The payout whose answer was lost was completed (status 5)', isPaid);
    await unansweredTwice(t);
  },
});
