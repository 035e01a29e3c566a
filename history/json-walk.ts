/** A value in a JSON text, or the begin or the end of an object or array. */
export interface JsonPart {
  readonly kind: 'value' | 'begin' | 'end';
  /** With the names that lead to it: `data.id`, `orders[0].state`; empty for the whole. */
  readonly name: string;
  /** As it is written. */
  readonly token: string;
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** Of an end: whether nothing stood between it and its begin. */
  readonly isEmpty: boolean;
}

interface Frame {
  readonly name: string;
  /** The position in an array; null in an object. */
  index: number | null;
  key: string | null;
  isEmpty: boolean;
}

/**
 * Reads JSON part by part, to the end of the value that begins there; what was cut off, or is no JSON after all, as far
 * as it goes.
 */
export function* walkJson(text: string, start = 0): Generator<JsonPart> {
  // Every token of JSON: texts, marks, and the words and numbers between them.
  const pattern = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y;
  pattern.lastIndex = start;
  const frames: Frame[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, token = ''] = match;
    const place = { token, from: pattern.lastIndex - token.length, to: pattern.lastIndex };
    const frame = frames.at(-1);
    if (token === ',') {
      if (frame?.index != null) frame.index += 1;
      if (frame !== undefined) frame.key = null;
    } else if (token === '}' || token === ']') {
      frames.pop();
      yield { kind: 'end', name: frame?.name ?? '', isEmpty: frame?.isEmpty ?? true, ...place };
    } else if (frame?.index === null && frame.key === null) frame.key = keyOf(token);
    else if (token !== ':') {
      const name = frame === undefined ? '' : nameIn(frame);
      if (frame !== undefined) frame.isEmpty = false;
      const isWhole = token !== '{' && token !== '[';
      yield { kind: isWhole ? 'value' : 'begin', name, isEmpty: false, ...place };
      if (!isWhole) frames.push({ name, index: token === '[' ? 0 : null, key: null, isEmpty: true });
    }
    if (frames.length === 0) return;
  }
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

function nameIn({ name, index, key }: Frame): string {
  if (index !== null) return `${name}[${index}]`;
  return name === '' ? (key ?? '') : `${name}.${key ?? ''}`;
}
