import { check } from '../../suite/engine/index.ts';
import { tolerates } from '../steps/forgery.ts';

export default check('notification.sign.key-order', {
  title: 'The shop sorts keys by character codes, not by the rules of a language.',
  should: ['events.5', 'versioning.3.notification-fields'],
  whyShould:
    'Events 5 says "alphabetically" and does not say where "_" sorts. The gateway sends no two keys today whose order depends on it.',
  rule: 'Events 5: keys are ordered alphabetically. It does not say how "_" compares with letters; by character codes "_" comes before the lower-case letters.',
  expectation:
    'Genuine notifications with the signed new fields pay_zone and psx_code, whose order depends on the collation, pay their orders.',
  fix: 'Sort keys by code units or bytes (sort() without a locale), not with a locale-aware or case-folding comparison.',
  story: (t) => tolerates(t, 'genuine.collation'),
});
