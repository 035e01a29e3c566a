import type { Selection } from '../../history/run-info.ts';
import { isChosen, matchesGlob } from '../../history/selection.ts';
import { capabilities, findProperty, type PropertyMeta } from '../../ledger/index.ts';
import { checks } from '../../scenarios/index.ts';
import { alikeIds, nearest } from '../../suite/config/nearest.ts';
import { usageError } from './exit.ts';

const MOST_NEAR = 5;

/** What a pattern that matches nothing may have meant: ids, or all of an area. */
function near(pattern: string): string[] {
  const bare = pattern.replace(/[*?]/g, '').replace(/^\.|\.$/g, '');
  const ids = checks.map((check) => check.id);
  const area = nearest(bare, [...new Set(ids.map((id) => id.split('.')[0] ?? id))]);
  const all = bare.includes('.') || area === undefined ? [] : [`'${area}.*'`];
  return [...all, ...alikeIds(bare, ids)].slice(0, MOST_NEAR);
}

/**
 * How many checks a selection chooses, and of the properties where they are run.
 *
 * @param drawn the properties and journeys; null where none are run.
 * @throws {CliError} when one of its patterns matches nothing, a capability does not exist, or nothing is left.
 */
export function countChosen(
  selection: Selection | null,
  drawn: readonly PropertyMeta[] | null = null,
): number {
  const choosable = [...checks, ...(drawn ?? [])];
  for (const pattern of selection?.only ?? []) {
    if (choosable.some(({ id }) => matchesGlob(pattern, id))) continue;
    if (findProperty(pattern) !== undefined || /^(property|journey)\b/.test(pattern))
      throw usageError(
        `--only ${pattern} is about properties, which this run has none of.`,
        'Add --properties N.',
      );
    const candidates = near(pattern);
    const listed = '`gatecheck list checks` shows them all.';
    const hint = candidates.length > 0 ? `Did you mean ${candidates.join(' or ')}? ${listed}` : listed;
    throw usageError(`--only ${pattern} matches no check.`, hint);
  }
  const names: string[] = capabilities.map((capability) => capability.id);
  for (const name of selection?.capabilities ?? []) {
    if (names.includes(name)) continue;
    const candidate = nearest(name, names);
    const question = candidate === undefined ? '' : ` Did you mean ${candidate}?`;
    throw usageError(`--capability ${name} is unknown.${question}`, `Known: ${names.join(', ')}.`);
  }
  const chosen = choosable.filter((each) => isChosen(each, selection)).length;
  if (drawn !== null && !drawn.some((each) => isChosen(each, selection)))
    throw usageError(
      '--properties: --only and --capability together choose no property.',
      '`gatecheck list properties` shows them all.',
    );
  if (chosen === 0) throw usageError('--only and --capability together choose no check.');
  return chosen;
}
