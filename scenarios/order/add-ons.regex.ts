import { check } from '../../suite/engine/index.ts';
import { askWith, extraOf, PHONE, VALUE } from '../steps/extra-fields.ts';

export default check('order.add-ons.regex', {
  title: 'The shop does not send an extra field that does not match its pattern.',
  must: ['fields.descriptor.regex'],
  readings: ['create.addons-place', 'create.addons-prefix'],
  expectation:
    'A value that does not match the regex of its descriptor never reaches the gateway; a matching one is sent.',
  fix: "Validate the payer's input against `regex` (with or without `prefix`) before you call the gateway, and let the payer correct it.",
  story: (t) =>
    t.withPayway({ addOns: { phone: PHONE } }, async () => {
      const good = await askWith(t, { phone: VALUE });
      const carried = good.seen.some((exchange) => extraOf(exchange, 'phone') === VALUE);
      if (!good.learnt || !carried) t.notSeen('The merchant sends no extra fields.');
      for (const phone of ['not a phone', '900123456', '90012345678']) await t.ask({ extra: { phone } });
    }),
});
