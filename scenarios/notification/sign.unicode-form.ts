import { check } from '../../suite/engine/index.ts';
import { allRefused, tolerates } from '../steps/forgery.ts';

export default check('notification.sign.unicode-form', {
  title: 'The shop verifies text in the Unicode form in which it was sent.',
  must: ['events.5', 'transport.2', 'law.16'],
  rule: 'Events 5 and Authentication 2: the digest is calculated over the UTF-8 bytes of the values as they were sent.',
  expectation:
    'Genuine notifications with composed and with decomposed accents pay their orders; one whose signature is valid only after normalisation does not.',
  fix: 'Do not normalise Unicode (NFC, NFD) before the digest is calculated; normalise later, where you search or show texts.',
  story: async (t) => {
    await tolerates(t, 'genuine.unicode');
    await allRefused(t, 'sign.uncovered.normal-form');
  },
});
