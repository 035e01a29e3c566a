/** The words of a sentence that name a field or an object: with an underscore, a digit, or in quotes. */
export function namesIn(text: string): ReadonlySet<string> {
  const words = text.match(/"[^"\n]{1,80}"|[\w.-]*[\d_][\w.-]*/g) ?? [];
  return new Set(
    words.map((word) => word.replace(/^"|"$/g, '').replace(/[.-]+$/, '')).filter((word) => word.length > 2),
  );
}

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
