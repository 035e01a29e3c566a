import { check } from '../../suite/engine/index.ts';

export default check('payout.currency', {
  title: 'A payout that cannot be exchanged is not taken from another balance.',
  must: ['endpoint.withdraw.currency', 'errors.1', 'law.11', 'law.29', 'law.60'],
  readings: ['error.currency'],
  expectation:
    'The payway pays in another currency and exchanges none. The shop refuses the payout, or asks for it in the currency that it was wished in, and the gateway refuses: then it is not sent in the currency of the payway, nor again and again. A payout by the payway as it was is made.',
  fix: 'Send the currency of the balance that the payout was asked for from as shop_currency, and fail the payout when the gateway does not exchange it.',
  story: async (t) => {
    const [own = 643] = t.slot.config.profile.currencies;
    const customer = await t.funded();
    const since = await t.now();
    await t.withPayoutPayway({ currency: own === 840 ? 978 : 840 }, async () => {
      const { answer } = await t.askPayout({ currency: own, customer });
      const calls = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(answer) });
      if (answer.kind === 'unknown' && (await calls).length === 0)
        t.inconclusive(`The payout had no usable answer: ${answer.reason}.`);
      await t.polls(4);
      if (answer.kind === 'ok') await t.lookAtPayout({ payoutId: answer.value.payout_id });
      await t.balance(customer);
    });
    await t.payout();
  },
});
