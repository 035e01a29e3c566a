import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { canonicalJson } from './canonical-json.ts';
import type { Level } from './requirements/types.ts';

/**
 * What a merchant is certified against, frozen under a version: how binding each requirement, check and law
 * was when the set was made. It never changes afterwards; what is new in a suite is in a later set.
 */
export interface FrozenSet {
  readonly schema: 'gatecheck/requirement-set@1';
  /** Year and number, such as `2026.1`. */
  readonly version: string;
  /** The level of each, by id. */
  readonly requirements: Readonly<Record<string, Level>>;
  readonly checks: Readonly<Record<string, Level>>;
  readonly laws: Readonly<Record<string, Level>>;
  /** `sha256:` and the lower-case hex digest of the canonical JSON of all the rest. */
  readonly digest: string;
}

/** A version of which there is no set; `known` are those that there are, the oldest first. */
export class UnknownSet extends Error {
  override readonly name = 'UnknownSet';
  readonly known: readonly string[];

  constructor(version: string, known: readonly string[]) {
    super(`There are no requirements ${JSON.stringify(version)}; known: ${known.join(', ')}.`);
    this.known = known;
  }
}

const folder = new URL('./sets/', import.meta.url);

/** The versions of all frozen sets, the oldest first. */
export function frozenSetVersions(): string[] {
  return readdirSync(folder)
    .flatMap((name) => /^(\d+\.\d+)\.json$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The version that is used when none is named. */
export function latestFrozenSet(): string {
  const latest = frozenSetVersions().at(-1);
  if (latest === undefined) throw new Error('The suite has no frozen set of requirements.');
  return latest;
}

/**
 * A frozen set.
 *
 * @throws {UnknownSet} when there is none of this version.
 */
export function frozenSet(version: string): FrozenSet {
  const known = frozenSetVersions();
  if (!known.includes(version)) throw new UnknownSet(version, known);
  return JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8'));
}

/** The digest that a set with this content has. */
export function frozenSetDigest({
  digest: _,
  ...content
}: FrozenSet | (Omit<FrozenSet, 'digest'> & { digest?: string })): string {
  return `sha256:${createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex')}`;
}
