import type { Field } from './proof-fields.ts';

/** The words of a sentence that name a field or an object: with an underscore, a digit, or in quotes. */
export function namesIn(text: string): ReadonlySet<string> {
  const words = (text.match(/"[^"\n]{1,80}"|[\w.-]+/g) ?? []).filter((word) => /^"|[\d_]/.test(word));
  return new Set(
    words
      .map((word) => word.replace(/^"|"$/g, '').replace(/(?<![.-])[.-]+$/, ''))
      .filter((word) => word.length > 2),
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

type Span = readonly [from: number, to: number];

/** The field of a line in which something stands, with its value: as far as the commas and brackets around it. */
function fieldAround(text: string, at: number, length: number): Span {
  const mark = Math.max(...['{', ',', '['].map((each) => text.lastIndexOf(each, at)));
  const from = mark + (text.charAt(mark + 1) === ' ' ? 2 : 1);
  const end = text.slice(at + length).search(/[,}\]]/);
  const [start, to] = [at - from > MOST_OF_A_FIELD ? at : from, end < 0 ? text.length : at + length + end];
  return [start, Math.min(to, Math.max(at + length, start + MOST_OF_A_FIELD))];
}

/** An id with the name of its field. */
const MOST_OF_A_FIELD = 80;

/** How much of a line is kept for its beginning, where there is more to show than there is room for. */
const BEGINNING = 0.3;

/** The places of a line that decide, the most telling first. */
function decidingSpans(text: string, names: ReadonlySet<string>, rest: number): Span[] {
  const after = (mark: string): Span[] => {
    const at = text.indexOf(mark);
    return at < 0 ? [] : [[at, Math.min(text.length, at + rest)]];
  };
  // A bare number may stand anywhere; a name says which field or object is meant.
  const telling = [...names].filter((name) => !/^[\d.]+$/.test(name));
  const fields = telling.flatMap((name): Span[] => {
    const at = text.indexOf(name);
    return at < 0 ? [] : [fieldAround(text, at, name.length)];
  });
  return [...after(WRONGLY_SIGNED), ...after(STATE), ...fields];
}

/**
 * A line of at most `most` characters and the marks of what was left out: its beginning, and the fields that decide,
 * wherever they stand, as far as there is room for them.
 */
export function clipAround(text: string, names: ReadonlySet<string>, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const shown = new Set<number>();
  const show = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) shown.add(at);
  };
  show(0, Math.floor(most * BEGINNING));
  for (const [from, to] of decidingSpans(text, names, half)) {
    const fresh = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => !shown.has(at));
    if (shown.size + fresh.length <= most) show(from, to);
  }
  // What is left of the room goes to the beginning.
  for (let at = 0; shown.size < most; at += 1) shown.add(at);
  let clipped = '';
  for (let at = 0; at < text.length; at += 1)
    if (shown.has(at)) clipped += shown.has(at - 1) || at === 0 ? text[at] : ` … ${text[at]}`;
  return shown.has(text.length - 1) ? clipped : `${clipped}…`;
}
