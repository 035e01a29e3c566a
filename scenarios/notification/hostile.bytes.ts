import { check } from '../../suite/engine/index.ts';
import { allRefused, isForm } from '../steps/forgery.ts';

export default check('notification.hostile.bytes', {
  title: 'A body that is not valid UTF-8 does not pay the order.',
  should: ['transport.2', 'law.24', 'law.49'],
  whyShould:
    'Only somebody who knows the secret can sign such a body, and the gateway sends UTF-8: no money moves that it did not report.',
  rule: 'Transport rule 2 and Events 2: bodies are JSON, encoded as UTF-8.',
  expectation:
    'A "paid" notification with bytes that are not valid UTF-8 leaves the order unpaid, whatever its signature was calculated over; the genuine one pays it.',
  fix: 'Decode the body strictly (fatal mode) and refuse it when that fails, instead of replacing invalid bytes.',
  story: async (t) => {
    if (isForm(t)) t.notApplicable('In a form every byte is escaped; this is about bodies in JSON.');
    await allRefused(t, 'not-utf8.cp1251', 'not-utf8.overlong.replacement');
  },
});
