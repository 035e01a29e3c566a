import type { CheckMeta } from '../ledger/index.ts';
import type { Check } from '../suite/engine/index.ts';
import { storyFiles } from './files.ts';

/** Every check of the suite, with its story, in the order of the ids. */
export const conformance: readonly Check[] = storyFiles
  .map(([, check]) => check)
  .sort((a, b) => (a.meta.id < b.meta.id ? -1 : 1));

/** What every check is about. */
export const checks: readonly CheckMeta[] = conformance.map(({ meta }) => meta);

const byId: ReadonlyMap<string, Check> = new Map(conformance.map((check) => [check.meta.id, check]));

/** What the check with this id is about; undefined for an unknown text. */
export const findCheck = (id: string): CheckMeta | undefined => byId.get(id)?.meta;

/** The check with this id; throws for one that does not exist. */
export function checkNamed(id: string): Check {
  const check = byId.get(id);
  if (check === undefined)
    throw new Error(`There is no check ${JSON.stringify(id)}; gatecheck list names them all.`);
  return check;
}
