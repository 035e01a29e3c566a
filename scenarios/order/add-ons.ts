import { check } from '../../suite/engine/index.ts';
import { givesExtras, PHONE, takesSameInTwoSteps, VALUE } from '../steps/extra-fields.ts';

export default check('order.add-ons', {
  title: 'The shop sends the extra fields that the payway asks for.',
  must: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
  readings: ['create.addons-place', 'create.addons-prefix'],
  expectation:
    'When the payway asks for `phone`, with and without a prefix, the invoice request carries the value that the payer entered, also for a two-step order. Not judged when the shop calls neither invoice/try nor the list of payways, or refuses such a payway.',
  fix: 'Read add_ons_config of invoice/try, show its fields to the payer, and send each value under the name of its field in the invoice request. These fields are not signed.',
  story: async (t) => {
    for (const phone of [PHONE, { ...PHONE, prefix: '7' }])
      await t.withPayway({ addOns: { phone } }, () => givesExtras(t, { phone: VALUE }));
    if (!takesSameInTwoSteps(t)) return;
    await t.withPayway({ addOns: { phone: PHONE } }, () => t.ask({ extra: { phone: VALUE }, mode: 'hold' }));
  },
});
