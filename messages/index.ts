import type { Row } from './row.ts';
import { signRows } from './signs.ts';

export { type Change, changeOf, signedAs } from './apply.ts';
export type { Flaw, Row, ShopFacts } from './row.ts';
export { flipLast } from './signs.ts';

/**
 * Everything that the suite can say to a merchant as the gateway in a notification, beside what the gateway says
 * itself, and what a merchant must do with it. Checks name rows or groups of them; the fuzzer draws them.
 */
export const rows: readonly Row[] = signRows;

const byId = new Map(rows.map((row) => [row.id, row]));

/** The row of an id; undefined for none. */
export const rowOf = (id: string): Row | undefined => byId.get(id);

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
