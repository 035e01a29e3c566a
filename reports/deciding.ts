/** The words of a sentence that name a field or an object: with an underscore, a digit, or in quotes. */
export function namesIn(text: string): ReadonlySet<string> {
  const words = text.match(/"[^"\n]{1,80}"|[\w.-]*[\d_][\w.-]*/g) ?? [];
  return new Set(
    words.map((word) => word.replace(/^"|"$/g, '').replace(/[.-]+$/, '')).filter((word) => word.length > 2),
  );
}

const FIELD = /"([\w.]+)":\s?("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null)/g;

/**
 * Splits a line of proof into parts, of which those are marked that decide: a field that the finding names by its key, and
 * one whose value is another than in the line before about the same object.
 *
 * @param words what the finding says, in words
 * @param before the line before about the same object; undefined where there is none
 */
export function decidingParts(
  text: string,
  words: ReadonlySet<string>,
  before: string | undefined,
): readonly { readonly text: string; readonly marked: boolean }[] {
  const known = new Map([...(before ?? '').matchAll(FIELD)].map(([, key, value]) => [key, value]));
  const parts: { text: string; marked: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(FIELD)) {
    const [field, key = '', value] = match;
    const hasChanged = known.has(key) && known.get(key) !== value;
    if (!words.has(key) && !hasChanged) continue;
    parts.push({ text: text.slice(end, match.index), marked: false }, { text: field, marked: true });
    end = match.index + field.length;
  }
  return [...parts, { text: text.slice(end), marked: false }].filter((part) => part.text !== '');
}

/** What kind of line it is, and which object it is about: what stands before its first comma. */
export const subjectOf = (text: string): string => text.split(',', 1)[0] ?? '';

/** How much of a line is kept before the place that decides. */
const BEFORE = 60;

/**
 * A line of at most `most` characters and the marks of what was left out: its beginning, and the place of the first
 * name that decides, wherever it stands.
 */
export function clipAround(text: string, names: ReadonlySet<string>, most: number): string {
  if (text.length <= most) return text;
  // A bare number may stand anywhere; a name says which field or object is meant.
  const telling = [...names].filter((name) => !/^[\d.]+$/.test(name));
  const places = telling.map((name) => text.indexOf(name)).filter((at) => at > most - BEFORE);
  if (places.length === 0) return `${text.slice(0, most)}…`;
  const from = Math.min(...places) - BEFORE;
  const half = Math.floor(most / 2);
  const end = text.length > from + half ? '…' : '';
  return `${text.slice(0, half)} … ${text.slice(from, from + half)}${end}`;
}
