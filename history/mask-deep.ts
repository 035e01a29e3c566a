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
