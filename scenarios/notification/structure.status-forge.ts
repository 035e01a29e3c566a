import { signNotification, textOf, type WireObject } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { allDistrusted, type Forgery } from '../steps/forgery.ts';

/** The same values, cut so that a pending notification reads as a paid one; the digest stays. */
function recut(body: WireObject): WireObject {
  const { shop_refund: _refund, status: _status, updated, sign, ...rest } = body;
  const instant = String(updated);
  const status = textOf(body.status ?? '') ?? '';
  return {
    ...rest,
    shop_refund: `0:${status}:${instant.slice(0, instant.lastIndexOf(':'))}`,
    status: instant.slice(instant.lastIndexOf(':') + 1),
    sign: sign ?? null,
  };
}

// The verdict tells the laws that the specification does not decide: this is a should.
export default check('notification.structure.status-forge', {
  title: 'A pending notification whose signed text is split differently does not become a paid one.',
  requirements: ['events.5.match', 'law.2'],
  level: 'should',
  whyShould:
    "The digest is valid by the algorithm of Events 5 itself, which does not say where one value ends. The weakness is the specification's, and to use it an attacker must have intercepted a notification.",
  capabilities: ['invoice'],
  rule: 'Events 5: the signed string contains neither keys nor boundaries between values, so the same text can be split in another way; the values have to be compared with the stored invoice.',
  expectation:
    'The values of a genuine pending notification, split so that status reads "04" under the same digest, do not pay the order.',
  fix: 'Accept a status only if it is exactly one of the listed values: 4, not "04" and nothing that converts to 4. Treat a shop_refund that is not a number as a contradiction.',
  story: async (t) => {
    const control = await t.order();
    const base = await t.genuineBody(control, 2);
    const { shop_amount: amount } = base;
    if (amount === undefined) t.notApplicable('The notifications of this profile have no shop_amount.');
    const updated = `${(await t.gatewayNow().then((now) => new Date(now).toISOString())).slice(0, 16)}:04`;
    const forgery: Forgery = {
      verdict: 'either',
      label: 'a pending notification, cut so that its status reads 04',
      status: 2,
      set: { shop_refund: t.number(0), updated },
      tamper: recut,
    };
    const body = { ...base, shop_refund: t.number(0), updated };
    const { secret } = t.slot.shop;
    if (signNotification(body, secret) !== signNotification(recut(body), secret)) {
      t.notApplicable('With the fields of this profile no pending notification can be cut into a paid one.');
    }
    await allDistrusted(t, [forgery]);
  },
});
