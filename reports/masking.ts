/** Shorter texts are no secrets worth the name, and masking them would garble every sentence. */
const SHORTEST_SECRET = 6;

/** What a report shows in place of a secret. */
export const MASK = '<SECRET>';

/** Keys whose values come from fixed lists; a secret that happens to spell one of them gives nothing away there. */
const FIXED = new Set([
  'schema',
  'verdict',
  'headline',
  'outcome',
  'cause',
  'level',
  'channel',
  'state',
  'kind',
  'startedAt',
]);

/**
 * A function that replaces every occurrence of the secrets in a text, also where JSON or an address has
 * escaped them. The last line of defence: whoever records is to mask already.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
    ]);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  return (text) => longestFirst.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** A copy of plain JSON data in which no text holds a secret. */
export function maskDeep<T>(value: T, mask: (text: string) => string): T {
  if (typeof value === 'string') return mask(value) as T & string;
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    FIXED.has(key) ? item : maskDeep(item, mask),
  ]);
  return Object.fromEntries(entries) as T;
}
