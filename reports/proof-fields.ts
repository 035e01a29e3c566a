import { walkJson } from '../history/json-walk.ts';

/** A line of proof, taken apart: what is said before and after its JSON, and the values of that by their names. */
export interface ProofText {
  readonly before: string;
  readonly fields: readonly Field[];
  readonly after: string;
}

export interface Field {
  /** With the names that lead to it: `data.id`, `orders[0].state`. */
  readonly name: string;
  /** As it was written, without the quotes of a text that has none in it. */
  readonly value: string;
}

/**
 * Takes a line apart. JSON that was cut off, or is none after all, is read as far as it goes; the rest is `after`.
 * Numbers stay as they were written.
 */
export function proofFields(text: string): ProofText {
  const start = /(?:^|\s)(?=\{|\[\{)/.exec(text);
  if (start === null) return { before: text, fields: [], after: '' };
  const from = start.index + start[0].length;
  const fields: Field[] = [];
  let end = from;
  let depth = 0;
  for (const { kind, name, token, isEmpty, to } of walkJson(text, from)) {
    if (kind !== 'value') depth += kind === 'begin' ? 1 : -1;
    const isField = kind === 'value' || (kind === 'end' && isEmpty);
    if (isField)
      fields.push({ name, value: kind === 'value' ? unquoted(token) : token === '}' ? '{}' : '[]' });
    if (isField || depth === 0) end = to;
  }
  return { before: text.slice(0, from).trimEnd(), fields, after: text.slice(end).trimStart() };
}

/** A text without anything to tell it from a number, such as `"10.50"`, keeps its quotes. */
const unquoted = (token: string): string =>
  /^"[^"\\]*"$/.test(token) && /[^\d"\\.+-]/.test(token) && !/^"(?:true|false|null)"$/.test(token)
    ? token.slice(1, -1)
    : token;
