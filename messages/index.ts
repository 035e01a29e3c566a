/**
 * Everything that the suite can say to a merchant as the gateway in a notification, beside what the gateway says
 * itself, and what a merchant must do with it. Checks name rows or families of them; the fuzzer draws and combines them.
 */
import type { Verdict } from '../simulator/protocol/verdicts.ts';
import { bodyFamilies } from './bodies.ts';
import { contentFamilies } from './content.ts';
import { genuineFamilies } from './genuine.ts';
import { httpFamilies } from './http.ts';
import type { Family, Row } from './row.ts';
import { signFamilies } from './signs.ts';

export { canonicalText, type Draft, draftOf, type RawMessage, remember, render } from './draft.ts';
export {
  type Fields,
  fieldOf,
  literal,
  type Member,
  shortestLiteral,
  spelledStatus,
  withField,
  withFields,
} from './fields.ts';
export type { Spelled } from './genuine.ts';
export {
  type Circumstances,
  type Family,
  type Format,
  type Level,
  OF_INVOICES,
  type Row,
  type RowContext,
  type Topic,
} from './row.ts';

export const families: readonly Family[] = [
  ...genuineFamilies,
  ...signFamilies,
  ...contentFamilies,
  ...bodyFamilies,
  ...httpFamilies,
];

/** Every row that is listed; what the fuzzer draws the details of has a family and no rows. */
export const rows: readonly Row[] = families.flatMap((each) => each.rows);

const rowsById = new Map(rows.map((row) => [row.id, row]));
const drawnById = new Map(families.map((each) => [each.id, each.drawn]));
const familyByRow = new Map(families.flatMap(({ id, rows: own }) => own.map((row) => [row.id, id])));

/**
 * The row of this id.
 *
 * @param details what was drawn, where the id is that of a family whose details are drawn
 * @throws {RangeError} when there is none
 */
export function rowOf(id: string, details?: unknown): Row {
  const found = rowsById.get(id) ?? drawnById.get(id)?.(details);
  if (found === undefined) throw new RangeError(`No message has the id ${id}.`);
  return found;
}

/** The id of the family of a row; its own where its details are drawn. */
export const familyOf = (id: string): string => familyByRow.get(id) ?? id;

/**
 * The rows of a group, in the order of the table; a whole id gives its one row.
 *
 * @param group the first words of their ids, such as `sign.recipe`
 * @throws when there are none: a check that sends nothing proves nothing
 */
export function rowsOf(group: string): readonly Row[] {
  const found = rows.filter(({ id }) => id === group || id.startsWith(`${group}.`));
  if (found.length === 0) throw new Error(`No message has the id ${group}.`);
  return found;
}

/** The verdict of several changes together: what one of them forbids, the others cannot allow. */
export function combined(verdicts: Iterable<Verdict>): Verdict {
  let worst: Verdict = 'accept';
  for (const verdict of verdicts) {
    if (verdict === 'reject') return 'reject';
    if (verdict === 'either') worst = 'either';
  }
  return worst;
}
