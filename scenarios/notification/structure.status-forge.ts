import { draftOf, render, rowOf } from '../../messages/index.ts';
import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.structure.status-forge', {
  title: 'A pending notification whose signed text is split differently does not become a paid one.',
  should: ['events.5.match', 'law.2'],
  whyShould:
    "The digest is valid by the algorithm of Events 5 itself, which does not say where one value ends. The weakness is the specification's, and to use it an attacker must have intercepted a notification.",
  rule: 'Events 5: the signed string contains neither keys nor boundaries between values, so the same text can be split in another way; the values have to be compared with the stored invoice.',
  expectation:
    'The values of a genuine pending notification, split so that status reads "04" under the same digest, do not pay the order.',
  fix: 'Accept a status only if it is exactly one of the listed values: 4, not "04" and nothing that converts to 4. Treat a shop_refund that is not a number as a contradiction.',
  story: async (t) => {
    const control = await t.order();
    const { secret } = t.slot.shop;
    const format = t.slot.config.profile.notifications;
    const body = await t.genuineBody(control, 4);
    if (body.shop_amount === undefined)
      t.notApplicable('The notifications of this profile have no shop_amount.');
    const draft = draftOf(Object.entries(body), { secret, format, type: 'invoice' });
    rowOf('recut.status').apply(draft, { readings: await t.slot.gateway.readings(), genuine: () => [] });
    if (!render(draft, secret).rightlySigned) {
      t.notApplicable('With the fields of this profile no pending notification can be cut into a paid one.');
    }
    await allRefused(t, 'recut.status');
  },
});
