import { isLosslessNumber, isWireObject, type WireValue } from '../../simulator/index.ts';
import type { By } from './compared-by.ts';
import type { Difference } from './shape.ts';

/** How many of how many are alike. */
export interface Tally {
  readonly alike: number;
  readonly of: number;
}

/** The fields of one or more answers, by how they are compared. */
export type FieldTallies = Readonly<Record<By, Tally>>;

/** How many exchanges, and how many of their fields, are alike. */
export interface Score {
  readonly exchanges: Tally;
  readonly fields: Tally;
  readonly by: FieldTallies;
}

const NONE: Tally = { alike: 0, of: 0 };
const add = (a: Tally, b: Tally): Tally => ({ alike: a.alike + b.alike, of: a.of + b.of });
const addAll = (tallies: readonly Tally[]): Tally => tallies.reduce(add, NONE);

/** The field that is no member of the body. */
const HTTP_STATUS = 'HTTP status';

/** The paths of all values that hold no others; the items of a list are one. */
function leaves(value: WireValue, path = ''): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item) => leaves(item, `${path}[]`));
  const members = isWireObject(value) && !isLosslessNumber(value) ? Object.entries(value) : [];
  if (members.length === 0) return [path];
  return members.flatMap(([name, member]) => leaves(member, path === '' ? name : `${path}.${name}`));
}

const isWithin = (path: string, whole: string): boolean =>
  whole === '' || path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

/** Counts the fields of one answer: those recorded, and those that are here alone. A member's place is no field. */
export function fieldsOf(
  recorded: WireValue,
  differences: readonly Difference[],
  by: (path: string) => By,
): FieldTallies {
  const unlike = differences.filter(({ kind }) => kind !== 'order');
  const paths = new Set([HTTP_STATUS, ...leaves(recorded)]);
  const inBody = unlike.filter(({ kind }) => kind !== 'http-status').map(({ path }) => path);
  for (const path of inBody) if (![...paths].some((each) => isWithin(each, path))) paths.add(path);
  const isUnlike = (path: string): boolean =>
    path === HTTP_STATUS
      ? unlike.some(({ kind }) => kind === 'http-status')
      : inBody.some((whole) => isWithin(path, whole));
  const tallyOf = (kind: By): Tally => {
    const own = [...paths].filter((path) => by(path) === kind);
    return { alike: own.filter((path) => !isUnlike(path)).length, of: own.length };
  };
  return { value: tallyOf('value'), recording: tallyOf('recording'), form: tallyOf('form') };
}

/** The score of several exchanges. */
export function scoreOf(
  compared: readonly { readonly differences: readonly Difference[]; readonly fields: FieldTallies }[],
): Score {
  const tally = (by: By): Tally => addAll(compared.map(({ fields }) => fields[by]));
  const by = { value: tally('value'), recording: tally('recording'), form: tally('form') };
  return {
    exchanges: {
      alike: compared.filter(({ differences }) => differences.length === 0).length,
      of: compared.length,
    },
    fields: addAll(Object.values(by)),
    by,
  };
}
