import { check } from '../../suite/engine/index.ts';
import { FAKE, saving, tokensUsed, withToken } from '../steps/stored-instruments.ts';

export default check('token.not-from-failure', {
  title: 'A token of a failed payment is not used.',
  should: ['fields.token.after-success', 'law.18'],
  whyShould:
    'The gateway sends a token only after a success (Resources, Payment token object), so a shop never meets a token of a failed payment.',
  expectation: 'After a genuine 6 with a token in ps_data no later order carries that token.',
  fix: 'Store a token only on status 4 of the order that requested it.',
  story: async (t) => {
    const customer = t.unique('customer');
    const payment = await saving(t, customer);
    await t.setTruth(payment, 6);
    await t.send(payment, {
      label: 'rejected, with a token all the same',
      status: 6,
      set: { ps_data: withToken(FAKE) },
    });
    await t.settle();
    await t.ask({ customer, instrumentOf: payment });
    await t.settle();
    const control = t.unique('customer');
    const paid = await saving(t, control);
    await t.pay(paid);
    await t.settle();
    const since = await t.now();
    await t.ask({ customer: control, instrumentOf: paid });
    if ((await tokensUsed(t, since)).length === 0)
      t.inconclusive('The merchant uses no stored instrument at all.');
  },
});
