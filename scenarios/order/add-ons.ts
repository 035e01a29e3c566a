import { check, type Exchange, type Verbs } from '../../suite/engine/index.ts';
import { extraOf, PHONE, VALUE } from '../steps/add-ons.ts';
import { askWith, takesSameInTwoSteps } from '../steps/orders.ts';

function phoneIsSent(t: Verbs, seen: readonly Exchange[], what: string): void {
  for (const exchange of seen) {
    const sent = extraOf(exchange, 'phone');
    if (sent === VALUE) continue;
    t.fail(
      `${what}: the payway asks for the field phone, the payer gave ${VALUE}, and the request carries ${sent === undefined ? 'no such field' : JSON.stringify(sent)}.`,
      { about: [exchange.request.exchange] },
    );
  }
}

/** The field is needed for every invoice of the payway: also one in two steps. */
async function phoneIsSentInTwoSteps(t: Verbs): Promise<void> {
  if (takesSameInTwoSteps(t)) {
    phoneIsSent(t, (await askWith(t, { phone: VALUE }, 'hold')).seen, 'A two-step order');
  }
}

export default check('order.add-ons', {
  title: 'The shop sends the extra fields that the payway asks for.',
  requirements: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
  level: 'must',
  capabilities: ['invoice'],
  readings: ['create.addons-place', 'create.addons-prefix'],
  rule: 'Typical flows, single-step payment (2), and Resources, Extra-field descriptor: the extra parameters that add_ons_config describes are sent in the invoice request; `regex` is the pattern of the value.',
  expectation:
    'When the payway asks for `phone`, with and without a prefix, the invoice request carries the value that the payer entered, also for a two-step order. Not judged when the shop calls neither invoice/try nor the list of payways, or refuses such a payway.',
  fix: 'Read add_ons_config of invoice/try, show its fields to the payer, and send each value under the name of its field in the invoice request. These fields are not signed.',
  story: async (t) => {
    for (const prefix of [undefined, '7']) {
      const phone = prefix === undefined ? PHONE : { ...PHONE, prefix };
      await t.withPayway({ addOns: { phone } }, async () => {
        const { asked, seen, learnt } = await askWith(t, { phone: VALUE });
        if (!learnt)
          t.notApplicable(
            'The merchant asks neither invoice/try nor the list of payways which fields are required.',
          );
        if (seen.length === 0)
          t.notApplicable(
            `The merchant accepts no orders for a payway with extra fields: ${JSON.stringify(asked.answer)}.`,
          );
        for (const exchange of seen) {
          const sent = extraOf(exchange, 'phone');
          if (sent === VALUE || sent === `${prefix ?? ''}${VALUE}`) continue;
          t.fail(
            `The payway asks for the field phone${prefix === undefined ? '' : ` with the prefix ${prefix}`}, the payer gave ${VALUE}, and the request carries ${sent === undefined ? 'no such field' : JSON.stringify(sent)}.`,
            { about: [exchange.request.exchange, asked.reference] },
          );
        }
      });
    }
    await t.withPayway({ addOns: { phone: PHONE } }, () => phoneIsSentInTwoSteps(t));
  },
});
