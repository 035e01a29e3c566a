import type { Field } from './proof-fields.ts';

/** The words of a sentence that name a field or an object: with an underscore, a digit, or in quotes. */
export function namesIn(text: string): ReadonlySet<string> {
  const words = text.match(/"[^"\n]{1,80}"|[\w.-]*[\d_][\w.-]*/g) ?? [];
  return new Set(
    words.map((word) => word.replace(/^"|"$/g, '').replace(/[.-]+$/, '')).filter((word) => word.length > 2),
  );
}

/** Whether a field decides: the finding names it by its key, or its value is another than in the line before. */
export function isDeciding(
  { name, value }: Field,
  words: ReadonlySet<string>,
  before: ReadonlyMap<string, string>,
): boolean {
  const known = before.get(name);
  return words.has(name.split(/[.[]/).at(-1) ?? '') || (known !== undefined && known !== value);
}

/** What is said behind a request whose signature is wrong: wherever it stands, it decides. */
export const WRONGLY_SIGNED = '· signature wrong';

/** What an order has come to and what was credited for it, as a merchant says it: they decide, named or not. */
const STATE = '"state":';

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
  const places = [
    ...telling.map((name) => text.indexOf(name) - BEFORE),
    text.indexOf(WRONGLY_SIGNED),
    text.indexOf(STATE),
  ].filter((at) => at > most - 2 * BEFORE);
  if (places.length === 0) return `${text.slice(0, most)}…`;
  const from = Math.min(...places);
  const half = Math.floor(most / 2);
  const end = text.length > from + half ? '…' : '';
  return `${text.slice(0, half)} … ${text.slice(from, from + half)}${end}`;
}
