import { createHash } from 'node:crypto';
import { checks } from './checks.ts';
import { laws } from './laws.ts';
import { requirements } from './requirements.ts';
import type { CheckDefinition, LawDefinition, Requirement } from './types.ts';

/** JSON with sorted keys and without white space, so that the same data always has the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** What a verdict was given by. */
export interface RequirementSet {
  readonly requirements: readonly Requirement[];
  readonly checks: readonly CheckDefinition[];
  readonly laws: readonly LawDefinition[];
}

/**
 * Names a set of requirements, checks and laws, by default that of this version: `sha256:` and the
 * lower-case hex digest of their canonical JSON, each list in the order of its ids.
 */
export function requirementSetDigest(set: RequirementSet = { requirements, checks, laws }): string {
  const sorted = {
    requirements: byId(set.requirements),
    checks: byId(set.checks),
    laws: byId(set.laws),
  };
  return `sha256:${createHash('sha256').update(canonicalJson(sorted), 'utf8').digest('hex')}`;
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
