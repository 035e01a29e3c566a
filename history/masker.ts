/** Shorter texts are no secrets worth the name, and masking them would garble every sentence. */
const SHORTEST_SECRET = 6;
/** Base64 of fewer characters is spelled by chance. */
const SHORTEST_BASE64 = 8;

/** What is shown in place of a secret. */
export const MASK = '<SECRET>';

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const percented = (secret: string): string =>
  [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

/** What base64 makes of a secret, wherever it stands in what is encoded: the characters that it alone decides. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2]
    .map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      const from = Math.ceil((before * 8) / 6);
      return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((text) => text.length >= SHORTEST_BASE64)
    .flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase());

function spellingsOf(secret: string): string[] {
  const encoded = encodeURIComponent(wellFormed(secret));
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"]/g, (mark) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[mark]};`),
    ...[encoded, encoded.replaceAll('%20', '+'), percented(secret)].flatMap((text) => [text, lowerHex(text)]),
    ...base64Of(secret),
  ];
}

/**
 * A function that replaces every occurrence of the secrets in a text, also where JSON, an address, a page or base64 has
 * spelled them otherwise.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  return (text) => longestFirst.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}
