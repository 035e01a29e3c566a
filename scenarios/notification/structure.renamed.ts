import type { WireObject } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { allDistrusted } from '../steps/forgery.ts';

function renamed(body: WireObject, from: string, to: string): WireObject {
  const { [from]: value, ...rest } = body;
  return { ...rest, [to]: value ?? null };
}

export default check('notification.structure.renamed', {
  title: 'A field under another name does not count as the amount.',
  requirements: ['events.5.match'],
  level: 'should',
  whyShould:
    'Which fields a notification has is not shown, and the digest is valid by the algorithm of Events 5 itself; to use it an attacker must have intercepted a notification.',
  capabilities: ['invoice'],
  rule: 'Events 5: the signed string contains neither keys nor boundaries between values, so the same text can be split in another way; the values have to be compared with the stored invoice. Which fields a notification has is not shown.',
  expectation:
    'With shop_amount renamed so that the digest stays the same, also to shop[amount], the notification alone does not pay the order.',
  fix: 'Compare shop_amount, and no field with a similar name. Where it is missing call invoice/check, or put the order into review.',
  story: async (t) => {
    const wrong = { shop_amount: t.number('0.01'), client_price: undefined };
    await allDistrusted(t, [
      {
        verdict: 'either',
        label: 'shop_amount renamed to shop_amounx',
        set: { client_price: undefined },
        tamper: (body) => renamed(body, 'shop_amount', 'shop_amounx'),
      },
      {
        verdict: 'either',
        label: 'over 0.01, shop_amount renamed to shop_amounx',
        set: wrong,
        tamper: (body) => renamed(body, 'shop_amount', 'shop_amounx'),
      },
      {
        verdict: 'either',
        label: 'shop_amount renamed, with a client_price that fits',
        tamper: (body) => renamed(body, 'shop_amount', 'shop_amounx'),
      },
      {
        verdict: 'either',
        label: 'shop_amount renamed to shop[amount]',
        set: { client_price: undefined },
        tamper: (body) => renamed(body, 'shop_amount', 'shop[amount]'),
      },
    ]);
  },
});
