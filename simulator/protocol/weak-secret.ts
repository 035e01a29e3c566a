import { OPERATION_IDS } from './operations.ts';

/** A digest of 64 hex digits spells a shorter random text now and then, and a sentence spells any short one. */
const SHORTEST = 8;
/** From here on letters alone, or digits alone, spell nothing by chance. */
const LONG_ENOUGH = 20;

/** Words that requests, replies and addresses are made of, beside those of the operations. */
const WORDS: ReadonlySet<string> = new Set([
  ...OPERATION_IDS.flatMap((id) => id.split(/[/_-]/)),
  ...'account amount api application callback card client currency customer data description error event'.split(
    ' ',
  ),
  ...'gateway hold http https id index json key localhost merchant message method name notification'.split(
    ' ',
  ),
  ...'notify ok order password pay payer payment payout payway product production refund reference'.split(
    ' ',
  ),
  ...'result rub secret session sign state success test token try type url usd user v wallet www'.split(' '),
]);

const isWord = (part: string): boolean => WORDS.has(part) || WORDS.has(part.replace(/s$/, ''));

/**
 * Why a shop's secret is too easily guessed or met by chance: the suite looks for it in everything that the
 * merchant sends and logs, where an ordinary word would accuse a merchant that is right.
 *
 * @returns what was found and what is expected, without the secret; undefined for one that will do
 */
export function weakSecret(secret: string): string | undefined {
  const expected = `expected at least ${SHORTEST} characters with letters and digits, which no request spells by chance`;
  if (secret.length < SHORTEST)
    return `found a secret of ${secret.length} character${secret.length === 1 ? '' : 's'}, ${expected}`;
  if (secret.length < LONG_ENOUGH && !(/\p{L}/u.test(secret) && /\d/.test(secret))) {
    return `found a secret without ${/\d/.test(secret) ? 'letters' : 'digits'}, ${expected} (or ${LONG_ENOUGH} of any kind)`;
  }
  const parts = secret.toLowerCase().match(/\p{L}+/gu) ?? [];
  return parts.length > 0 && parts.every(isWord)
    ? `found a secret of words that requests are made of, ${expected}`
    : undefined;
}

/**
 * Those of the secrets that nothing else spells by chance. Only they are taken out of what is compared: where the
 * password of a database is `medusa`, `medusa_17` is the number of an order.
 */
export const unmistakable = (secrets: readonly string[]): string[] =>
  secrets.filter((secret) => weakSecret(secret) === undefined);
