import { check } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';
import { LONG_TEXTS, needs } from '../steps/long-texts.ts';
import { creates } from '../steps/operations.ts';

export default check('order.description', {
  title: 'A long description is cut to 255 characters without breaking one.',
  must: ['limits.description', 'fields.request.description', 'transport.2'],
  rule: 'Limits and Resources, Common parameter conventions: description has at most 255 characters. Transport rule 2: UTF-8.',
  expectation:
    'For descriptions of 300 Cyrillic letters and with an emoji at the limit, the description that is sent has at most 255 characters and no broken one. The shop may also refuse such a description or send none.',
  fix: 'Cut by characters (code points), not by bytes or UTF-16 units, and keep the text in UTF-8 all the way.',
  story: async (t) => {
    t.needsToTell('description', 'createOrder');
    for (const [what, description] of LONG_TEXTS) {
      const since = await t.now();
      const asked = await t.ask({ description });
      if (asked.answer.kind === 'unknown' && (await creates(t, since)).length === 0)
        await needs(t, asked, `a description of ${what}`);
    }
    if (takesHolds(t)) await t.ask({ mode: 'hold', description: LONG_TEXTS[0]?.[1] ?? '' });
  },
});
