import { createHash, createHmac } from 'node:crypto';
import { notificationText, stringifyWire, textOf, type WireObject } from '../../simulator/index.ts';

/** A signature of another kind than the gateway's. */
interface Recipe {
  readonly label: string;
  readonly tamper: (body: WireObject) => WireObject;
}

/** Signs the body by another recipe. */
const byRecipe =
  (recipe: (body: WireObject, text: string) => string) =>
  (body: WireObject): WireObject => {
    const { sign, ...rest } = body;
    return { ...rest, sign: recipe(rest, notificationText(body)) };
  };

/** All values but null, by key, in the order of the keys. */
const entriesOf = (body: WireObject): [string, string][] =>
  Object.keys(body)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => [name, textOf(body[name] ?? '') ?? '']);

/** Signatures as other gateways make them. */
export function otherRecipes(secret: string): Recipe[] {
  const hash = (algorithm: string, text: string): string =>
    createHash(algorithm).update(text, 'utf8').digest('hex');
  const recipes: Record<string, (body: WireObject, text: string) => string> = {
    'with the secret in front': (_, text) => hash('sha256', `${secret}${text}`),
    'with a colon before the secret': (_, text) => hash('sha256', `${text}:${secret}`),
    'with HMAC-SHA256': (_, text) => createHmac('sha256', secret).update(text).digest('hex'),
    'with MD5': (_, text) => hash('md5', `${text}${secret}`),
    'with SHA-1': (_, text) => hash('sha1', `${text}${secret}`),
    'with a cut SHA-512': (_, text) => hash('sha512', `${text}${secret}`).slice(0, 64),
    'over the raw body': (body) => hash('sha256', `${stringifyWire(body)}${secret}`),
    'without zeros': (body) => {
      const texts = entriesOf(body).map(([, text]) => text);
      return hash('sha256', `${texts.filter((text) => text !== '' && text !== '0').join(':')}${secret}`);
    },
    'with empty places': (body) => {
      const texts = entriesOf(body).map(([, text]) => text);
      return hash('sha256', `${texts.join(':')}${secret}`);
    },
  };
  return Object.entries(recipes).map(([name, recipe]) => ({
    label: `signed ${name}`,
    tamper: byRecipe(recipe),
  }));
}
