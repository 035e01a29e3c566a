import { check } from '../../suite/engine/index.ts';
import { judgeDescription, LONG_TEXTS } from '../steps/orders.ts';

export default check('payout.description', {
  title: 'A long payout description is cut to 255 characters without breaking one.',
  requirements: ['limits.description', 'transport.2'],
  level: 'must',
  capabilities: ['payout'],
  rule: 'Limits and Resources, Common parameter conventions: description has at most 255 characters. Transport rule 2: UTF-8.',
  expectation:
    'For descriptions of 300 Cyrillic letters and with an emoji at the limit, the description that is sent has at most 255 characters and no broken one. The shop may also refuse such a description or send none.',
  fix: 'Cut by characters (code points), not by bytes or UTF-16 units, and keep the text in UTF-8 all the way.',
  story: async (t) => {
    for (const [what, description] of LONG_TEXTS) {
      const since = await t.now();
      await t.askPayout({ description });
      for (const exchange of await t.calls({ operation: 'withdraw/create', after: since })) {
        judgeDescription(t, what, exchange);
      }
    }
    await t.payout();
  },
});
