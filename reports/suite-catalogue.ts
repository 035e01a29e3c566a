import { frozenSet, latestFrozenSet, laws, properties, requirements } from '../ledger/index.ts';
import type { Level } from '../ledger/requirements/types.ts';
import { checks, requirementSetDigest } from '../scenarios/index.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * What this suite can say, as binding as a frozen set of requirements has it. What the set does not have yet
 * is a should: a newer suite announces it as a warning, and a later set may make it binding.
 *
 * @param version of the set; the latest when left out.
 * @throws {UnknownSet} when there is none of this version.
 */
export function suiteCatalogue(version: string = latestFrozenSet()): Catalogue {
  const set = frozenSet(version);
  const levelled = <Row extends { readonly id: string; readonly level: Level }>(
    rows: readonly Row[],
    levels: Readonly<Record<string, Level>>,
  ): Row[] => rows.map((row) => ({ ...row, level: levels[row.id] ?? 'should' }));
  const isNew = ({ id }: { readonly id: string }) =>
    set.checks[id] === undefined && set.laws[id] === undefined;
  return {
    checks: levelled(checks, set.checks),
    properties,
    laws: levelled(laws, set.laws),
    requirements: levelled(requirements, set.requirements),
    requirementsDigest: requirementSetDigest(),
    set: { version: set.version, digest: set.digest },
    announced: new Set([...checks, ...laws].filter(isNew).map(({ id }) => id)),
  };
}
