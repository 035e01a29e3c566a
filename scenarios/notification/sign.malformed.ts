import { check } from '../../suite/engine/index.ts';
import { allRefused, type Forgery, signedAs } from '../steps/forgery.ts';

export default check('notification.sign.malformed', {
  title:
    'A notification whose signature is missing, empty, of another type or only partly right does not pay the order.',
  requirements: ['events.5.sign', 'auth.7'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5: the shop verifies the signature of every notification before it acts on it.',
  expectation:
    'With `sign` missing, "", null, true, 0, an array, the first 8 digits, the digest with a suffix, or any other text, the order stays unpaid.',
  fix: 'Require `sign` to be a string of 64 hexadecimal digits, and compare all of it, strictly and in constant time. A missing signature is a wrong one.',
  story: (t) => {
    const form = t.slot.config.profile.notifications === 'form';
    const texts: Forgery[] = [
      { label: 'no sign at all', tamper: signedAs(() => undefined) },
      { label: 'an empty sign', tamper: signedAs(() => '') },
      { label: 'sign "x"', tamper: signedAs(() => 'x') },
      { label: 'the first 8 digits of the digest', tamper: signedAs((sign) => sign.slice(0, 8)) },
      { label: 'the digest with one letter appended', tamper: signedAs((sign) => `${sign}x`) },
      { label: 'sign "0"', tamper: signedAs(() => '0') },
      { label: 'the digest after "sha256="', tamper: signedAs((sign) => `sha256=${sign}`) },
    ];
    const types: Forgery[] = [
      { label: 'sign null', tamper: signedAs(() => null) },
      { label: 'sign true', tamper: signedAs(() => true) },
      { label: 'sign 0', tamper: signedAs(() => t.number(0)) },
      { label: 'sign []', tamper: signedAs(() => []) },
      { label: 'sign {}', tamper: signedAs(() => ({})) },
      { label: 'the digest in an array', tamper: signedAs((sign) => [sign]) },
    ];
    return allRefused(t, form ? texts : [...texts, ...types]);
  },
});
