import type { Selection } from './run-info.ts';

/** What a choice of checks looks at. */
export interface Choosable {
  readonly id: string;
  readonly capabilities: readonly string[];
  readonly anyOf?: readonly string[];
  readonly means?: readonly string[];
}

/** A pattern of ids: `*` stands for any characters, `?` for one, all else for itself. */
export function matchesGlob(pattern: string, id: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`).test(id);
}

/** A selection, or null when nothing narrows the run down. */
export function selectionOf(
  only: readonly string[],
  capabilities: readonly string[],
  shard: string | null,
): Selection | null {
  if (only.length === 0 && capabilities.length === 0 && shard === null) return null;
  return { only: [...only], capabilities: [...capabilities], shard };
}

/**
 * Whether a check is chosen: its id matches one of the patterns, and it has to do with one of the
 * capabilities, where such are given. Shards are the runner's business and are not looked at.
 */
export function isChosen(check: Choosable, selection: Selection | null): boolean {
  if (selection === null) return true;
  const { only, capabilities } = selection;
  const about = new Set([...check.capabilities, ...(check.anyOf ?? []), ...(check.means ?? [])]);
  return (
    (only.length === 0 || only.some((pattern) => matchesGlob(pattern, check.id))) &&
    (capabilities.length === 0 || capabilities.some((capability) => about.has(capability)))
  );
}

/** What something needs of a merchant that does not claim it: capabilities, each by its name. */
export function unclaimedOf(
  { capabilities, means = [], anyOf }: Pick<Choosable, 'capabilities' | 'means' | 'anyOf'>,
  claims: readonly string[],
): string[] {
  const missing = [...capabilities, ...means].filter((name) => !claims.includes(name));
  const hasOne = anyOf === undefined || anyOf.some((name) => claims.includes(name));
  return hasOne ? missing : [...missing, `any of ${anyOf.join(', ')}`];
}

/** Why something is not tried of which this is not claimed. */
export const notClaimed = (missing: readonly string[]): string =>
  `The merchant does not claim ${missing.join(', ')}.`;
