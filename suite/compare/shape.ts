import { isLosslessNumber, isWireObject, type WireObject, type WireValue } from '../../simulator/index.ts';

/** How two answers differ: the code of the answer, its members, their types, their values, their order. */
export type DifferenceKind = 'http-status' | 'code' | 'shape' | 'type' | 'value' | 'order';

/** One difference between two answers. Texts say what was found: its form, and of a `value` the masked value. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is, such as `data.payways[].min_amount`; empty for the answer as a whole. */
  readonly path: string;
  readonly recorded: string;
  readonly found: string;
}

/** Which values are compared, what a recorded one would be here, and how one is shown. */
export interface Values {
  readonly isCompared: (path: string, recorded: WireValue) => boolean;
  readonly expected: (recorded: string) => string;
  readonly shown: (path: string, value: WireValue) => string;
}

const NO_VALUES: Values = { isCompared: () => false, expected: (text) => text, shown: formOf };

const ABSENT = 'absent';
/** So many items of a list are looked at for one that is alike. */
const MOST_ITEMS = 500;
const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * What a value is, as precisely as the wire shows it: whether a number is written with a fraction that says nothing
 * (`6.0`), whether a text is a time (with or without zone), a decimal or JSON. `[]` and `{}` are empty ones.
 */
export function formOf(value: WireValue): string {
  if (value === null) return 'null';
  if (isLosslessNumber(value)) return /\.\d*0$/.test(value.value) ? 'number written with zeros' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return formOfText(value);
  return Array.isArray(value) ? 'array' : 'object';
}

function formOfText(text: string): string {
  const [isTime, , zone] = DATE_TIME.exec(text) ?? [];
  if (isTime !== undefined) return zone === undefined ? 'time without zone' : 'time with zone';
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'decimal text';
  return /^\s*[[{]/.test(text) && isJson(text) ? 'JSON text' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Forms that one field may take by what it says: `10.5` and `6`, an id of digits or of letters. */
const INTERCHANGEABLE: ReadonlySet<string> = new Set(['text', 'decimal text']);

const isAlike = (a: string, b: string): boolean =>
  a === b || (INTERCHANGEABLE.has(a) && INTERCHANGEABLE.has(b));

/** A number is written with zeros (`6.0`) or not where it is whole; `10.5` is the same in both ways of writing. */
const isWhole = (value: WireValue): boolean =>
  isLosslessNumber(value) && Number.isInteger(Number(value.value));

/** How an answer differs from the recorded one in shape, types and order, and in the values that are to be compared. */
export function differencesBetween(
  recorded: WireValue,
  found: WireValue,
  values: Values = NO_VALUES,
  path = '',
): Difference[] {
  const [then, now] = [formOf(recorded), formOf(found)];
  if (Array.isArray(recorded) && Array.isArray(found)) return inLists(recorded, found, values, path);
  if (isWireObject(recorded) && isWireObject(found)) return inObjects(recorded, found, values, path);
  // `10.5` and `6.0` are one way of writing.
  const isSpelling = [recorded, found].every(isLosslessNumber) && ![recorded, found].every(isWhole);
  if (!isAlike(then, now) && !isSpelling) return [{ kind: 'type', path, recorded: then, found: now }];
  const expected = typeof recorded === 'string' ? values.expected(recorded) : String(recorded);
  if (!values.isCompared(path, recorded) || String(found) === expected) return [];
  return [{ kind: 'value', path, recorded: values.shown(path, recorded), found: values.shown(path, found) }];
}

/** In what order a stand lists things is its own: each item is compared with that of the other list which is most like it. */
function inLists(
  recorded: readonly WireValue[],
  found: readonly WireValue[],
  values: Values,
  path: string,
): Difference[] {
  return unique(
    recorded.flatMap((item) => {
      let best: Difference[] | undefined;
      for (const other of found.slice(0, MOST_ITEMS)) {
        const each = differencesBetween(item, other, values, `${path}[]`);
        if (best === undefined || each.length < best.length) best = each;
        if (best.length === 0) break;
      }
      return best ?? [];
    }),
  );
}

function inObjects(recorded: WireObject, found: WireObject, values: Values, path: string): Difference[] {
  const [then, now] = [Object.keys(recorded), Object.keys(found)];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const members = then.flatMap((name): Difference[] => {
    const [before, after] = [recorded[name], found[name]];
    if (before === undefined) return [];
    if (after === undefined)
      return [{ kind: 'shape', path: at(name), recorded: formOf(before), found: ABSENT }];
    return differencesBetween(before, after, values, at(name));
  });
  const added = now
    .filter((name) => recorded[name] === undefined)
    .map((name): Difference => {
      const value = found[name];
      const form = value === undefined ? ABSENT : formOf(value);
      return { kind: 'shape', path: at(name), recorded: ABSENT, found: form };
    });
  return [...members, ...added, ...inOrder(recorded, found, path)];
}

/** The members that both have, where they stand in another order. */
function inOrder(recorded: WireObject, found: WireObject, path: string): Difference[] {
  const then = Object.keys(recorded).filter((name) => found[name] !== undefined);
  const now = Object.keys(found).filter((name) => recorded[name] !== undefined);
  return then.join() === now.join()
    ? []
    : [{ kind: 'order', path, recorded: then.join(', '), found: now.join(', ') }];
}

function unique(differences: readonly Difference[]): Difference[] {
  return [...new Map(differences.map((each) => [JSON.stringify(each), each])).values()];
}
