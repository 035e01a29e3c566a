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

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;

interface Frame {
  readonly name: string;
  /** The position in an array; null in an object. */
  index: number | null;
  key: string | null;
  isEmpty: boolean;
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
  const frames: Frame[] = [];
  let end = from;
  for (const token of tokensFrom(text, from)) {
    const before = fields.length;
    take(token.text, frames, fields);
    if (fields.length > before || frames.length === 0) end = token.end;
    if (frames.length === 0) break;
  }
  return { before: text.slice(0, from).trimEnd(), fields, after: text.slice(end).trimStart() };
}

function* tokensFrom(text: string, from: number): Generator<{ readonly text: string; readonly end: number }> {
  const token = new RegExp(TOKEN);
  token.lastIndex = from;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    yield { text: match[1] ?? '', end: token.lastIndex };
  }
}

function take(token: string, frames: Frame[], fields: Field[]): void {
  const frame = frames.at(-1);
  const name = frame === undefined ? '' : nameIn(frame);
  if (token === '{' || token === '[') {
    if (frame !== undefined) frame.isEmpty = false;
    frames.push({ name, index: token === '[' ? 0 : null, key: null, isEmpty: true });
  } else if (token === '}' || token === ']') {
    frames.pop();
    if (frame?.isEmpty === true) fields.push({ name: frame.name, value: token === '}' ? '{}' : '[]' });
  } else if (token === ',') {
    if (frame?.index != null) frame.index += 1;
    if (frame !== undefined) frame.key = null;
  } else if (token !== ':' && frame !== undefined) {
    if (frame.index === null && frame.key === null) frame.key = unquoted(token);
    else {
      frame.isEmpty = false;
      fields.push({ name, value: unquoted(token) });
    }
  }
}

function nameIn({ name, index, key }: Frame): string {
  if (index !== null) return `${name}[${index}]`;
  return name === '' ? (key ?? '') : `${name}.${key ?? ''}`;
}

/** A text without anything to tell it from a number, such as `"10.50"`, keeps its quotes. */
const unquoted = (token: string): string =>
  /^"[^"\\]*[^\d"\\.+-][^"\\]*"$/.test(token) && !/^"(?:true|false|null)"$/.test(token)
    ? token.slice(1, -1)
    : token;
