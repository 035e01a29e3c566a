import { textOf } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';
import { formOnly } from '../steps/hostile.ts';

export default check('notification.form.repeated', {
  title: 'A form notification with a repeated or list parameter does not pay the order.',
  requirements: ['events.2.form', 'events.5.sign'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 2: the operator can enable application/x-www-form-urlencoded; then all values are strings. Events 5: the signature is verified over the values that the shop acts on.',
  expectation:
    'With status or sign repeated, or written as status[] or sign[], the order stays unpaid. Applies to a profile with form notifications.',
  fix: 'Refuse a form in which a parameter occurs twice, and require `sign` and `status` to be strings, not lists.',
  story: async (t) => {
    formOnly(t);
    const paid = textOf((await t.genuineBody(await t.order(), 4)).status ?? '') ?? '4';
    await allRefused(t, [
      { label: 'pending, with a second status', status: 2, encode: (text) => `${text}&status=${paid}` },
      { label: 'pending, with a status in front', status: 2, encode: (text) => `status=${paid}&${text}` },
      { label: 'pending, with status[]', status: 2, encode: (text) => `${text}&status%5B%5D=${paid}` },
      { label: 'sign[] instead of sign', encode: (text) => text.replace('sign=', 'sign%5B%5D=') },
      {
        label: 'a wrong sign behind an empty one',
        tamper: (body) => ({ ...body, sign: 'f'.repeat(64) }),
        encode: (text) => `sign=&${text}`,
      },
    ]);
  },
});
