import { check } from '../../suite/engine/index.ts';
import { LONG_TEXTS } from '../steps/long-texts.ts';

export default check('payout.description', {
  title: 'A long payout description is cut to 255 characters without breaking one.',
  must: ['limits.description', 'transport.2', 'law.29'],
  rule: 'Limits and Resources, Common parameter conventions: description has at most 255 characters. Transport rule 2: UTF-8.',
  expectation:
    'For descriptions of 300 Cyrillic letters and with an emoji at the limit, the description that is sent has at most 255 characters and no broken one. The shop may also refuse such a description or send none.',
  fix: 'Cut by characters (code points), not by bytes or UTF-16 units, and keep the text in UTF-8 all the way.',
  story: async (t) => {
    t.needsToTell('description', 'createPayout');
    for (const [, description] of LONG_TEXTS) await t.askPayout({ description });
    await t.payout();
  },
});
