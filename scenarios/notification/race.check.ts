import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { releaseAfter, seenBefore } from '../steps/races.ts';
import { pastRecovery } from '../steps/recovery.ts';

/** A notification comes while the answer of invoice/check is on its way; false where a merchant asks nothing. */
async function metByCheck(t: Verbs, payment: Payment): Promise<boolean> {
  await t.setTruth(payment, 4);
  const { shopOrderId } = payment;
  const unless = 'the merchant asks nothing about this order';
  const fault = await t.nextCall('invoice/check', { kind: 'wait' }, { shopOrderId, unless });
  const question = async () =>
    (await t.calls({ operation: 'invoice/check', fields: { shop_order_id: shopOrderId } })).at(0);
  // Who asks by its own interval alone is given that time.
  const jobs = t.driver.runJobs({}).then(async () => {
    if (t.claims('clock') && (await question()) === undefined) await pastRecovery(t, 3);
  });
  const asked = await seenBefore(t, jobs, question);
  if (asked === undefined) {
    await t.gateway.clearFaults();
    return false;
  }
  const reply = t.send(payment, { label: 'genuine, while invoice/check is answered', genuine: true });
  await releaseAfter(t, fault, reply);
  await Promise.all([reply, jobs]);
  await t.honours(payment, t.genuine(payment, { label: 'genuine, once more' }), t.isPaid);
  await t.settled(payment);
  return true;
}

export default check('notification.race.check', {
  title: 'A notification and an answer of invoice/check at the same moment credit once.',
  must: ['events.6.repeats', 'states.invoice.4', 'law.1'],
  means: ['jobs'],
  rule: 'States and transitions, Invoice statuses: 4 is one payment, however often and through whichever channel the shop learns of it.',
  expectation:
    'The genuine notification arrives while the answer of invoice/check with status 4 is on its way: the order is credited once, and so is a hold that is charged.',
  fix: 'Book under a key that identifies the paid attempt, not the channel through which you learned of it, in one place and one transaction.',
  story: async (t) => {
    let isMet = await metByCheck(t, await t.order());
    if (t.claims('hold')) {
      const held = await t.held();
      await t.charge(held);
      isMet = (await metByCheck(t, held)) || isMet;
    }
    if (!isMet) t.notSeen('The jobs of the merchant do not ask invoice/check about an open order.');
  },
});
