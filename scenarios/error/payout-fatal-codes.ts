import { check, type Verbs } from '../../suite/engine/index.ts';
import { FATAL } from '../steps/codes.ts';
import { mustBeRefusedSo, NOT_SENT, refused } from '../steps/effects.ts';

/** A creation that did not arrive, and is refused with a fatal code when it is sent again. */
async function refusedWhenRepeated(t: Verbs): Promise<void> {
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect: NOT_SENT },
    { where: { operation: 'withdraw/create' }, skip: 1, times: null, effect: { kind: 'error', code: 4 } },
  ]);
  const asked = await t.askPayout();
  if (asked.answer.kind === 'refused') return void (await t.gateway.clearFaults());
  const made = await t.inHand(asked);
  await t.polls(4);
  await t.gateway.clearFaults();
  await t.lookAtPayout(made);
}

export default check('error.payout-fatal-codes', {
  title: 'After a fatal code the payout is failed and no further call is made about it.',
  must: [
    'errors.1',
    'errors.2',
    'errors.code.1',
    'errors.code.2',
    'errors.code.3',
    'errors.code.4',
    'law.11',
    'law.17',
  ],
  capabilities: ['payout'],
  readings: ['error.data'],
  rule: 'Errors 2: on a fatal code (1 to 4) communication about the operation ends.',
  expectation:
    'When withdraw/create answers 1, 2, 3 or 4, the payout is failed, its funds are returned once, and no further call about it is made. The same holds when the first request was lost and the repeated one is refused with 4.',
  fix: 'On codes 1 to 4 fail the payout, return the reserved funds, and remove it from the lists for retries and polls.',
  story: async (t) => {
    for (const code of FATAL) {
      const customer = await t.funded();
      await t.balance(customer);
      await t.gateway.clearFaults();
      await t.nextCall('withdraw/create', refused(code));
      const since = await t.now();
      const asked = await t.askPayout({ customer });
      const first = (
        await t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(asked.answer) })
      )[0];
      if (first === undefined)
        return t.inconclusive(`The merchant never called withdraw/create (code ${code}).`);
      mustBeRefusedSo(t, first, code);
      // A question may be due a moment after its interval, which makes it every second round.
      await t.polls(t.claims('jobs') ? 4 : 2);
      if (asked.answer.kind === 'ok') await t.lookAtPayout({ payoutId: asked.answer.value.payout_id });
      await t.balance(customer);
    }
    await t.gateway.clearFaults();
    if (t.claims('jobs')) await refusedWhenRepeated(t);
    await t.payout();
  },
});
