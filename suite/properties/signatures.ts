import { type Wish, WishRunner, wishes, wishInWords } from '../fuzz/index.ts';
import { type Property, property, type Tried } from './property.ts';

/** What the shop asks the gateway for on behalf of wishes that are drawn: it signs over what they say. */
const signedFor = (
  id: 'property.signatures.orders' | 'property.signatures.payouts',
  claims: readonly string[],
): Property =>
  property<Wish>(id, {
    arbitrary: (capabilities) =>
      wishes(capabilities.filter((claim) => claims.some((each) => claim.startsWith(each)))),
    begin: (slot) => {
      const runner = new WishRunner(slot);
      const tries = async (wish: Wish): Promise<Tried> => {
        const { refused } = runner;
        const wrong = await runner.run(wish);
        const story = [`The shop is asked for ${wishInWords(wish)}.`];
        if (wrong === null)
          return { broken: null, idle: runner.refused > refused ? 'the shop refused it' : null, story };
        // Without an answer of the shop's test interface no rule is broken, and nothing is known.
        if (wrong.rule === 'test-interface') return { broken: null, idle: wrong.actual, story };
        return { broken: wrong, idle: null, story };
      };
      return { tries };
    },
  });

/** Every request that the merchant makes is rightly signed, whatever it is asked for. */
export const signatures: readonly Property[] = [
  signedFor('property.signatures.orders', ['invoice', 'hold']),
  signedFor('property.signatures.payouts', ['payout']),
];
