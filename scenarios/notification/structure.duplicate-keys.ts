import { flipLast, signedAs } from '../../messages/index.ts';
import { stringifyWire, type WireValue } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { isForm, paidStatus } from '../steps/forgeries.ts';
import { allRefused } from '../steps/forgery.ts';

/** Writes a second member for a key right behind, or in front of, the one that is there. */
const doubled =
  (key: string, second: WireValue, place: 'after' | 'before') =>
  (text: string): string => {
    const member = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|[^,}]+)`);
    const other = `"${key}":${stringifyWire(second)}`;
    return text.replace(member, (first) => (place === 'after' ? `${first},${other}` : `${other},${first}`));
  };

export default check('notification.structure.duplicate-keys', {
  title: 'The shop verifies and uses the same value of a duplicate key.',
  requirements: ['events.5', 'events.5.sign'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5: all received parameters except `sign` are signed; a notification whose digest differs is not from the gateway.',
  expectation:
    'With a second status or a second sign in the body, where the digest is valid for only one of them, the order stays unpaid.',
  fix: 'Parse the body once, verify the parsed values and act on the same parsed values. Best refuse a body with a duplicate key.',
  story: async (t) => {
    if (isForm(t))
      t.notApplicable('Notifications of this profile are forms; repeated parameters have a check.');
    const probe = await t.order();
    const paid = await paidStatus(t, probe);
    await allRefused(t, [
      { label: 'pending, with a second status 4', status: 2, encode: doubled('status', paid, 'after') },
      { label: 'pending, with a status 4 in front', status: 2, encode: doubled('status', paid, 'before') },
      {
        label: 'the status changed, the old sign and then a wrong one',
        status: 2,
        tamper: (body) => ({ ...body, status: paid }),
        encode: doubled('sign', 'f'.repeat(64), 'after'),
      },
      {
        label: 'a wrong sign twice, first as text, then as null',
        tamper: signedAs(flipLast),
        encode: doubled('sign', null, 'after'),
      },
    ]);
  },
});
