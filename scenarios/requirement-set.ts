import { createHash } from 'node:crypto';
import {
  type CheckDefinition,
  canonicalJson,
  type LawDefinition,
  laws,
  type Requirement,
  requirements,
} from '../ledger/index.ts';
import { checks } from './checks.ts';

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
  const sorted = { requirements: byId(set.requirements), checks: byId(set.checks), laws: byId(set.laws) };
  return `sha256:${createHash('sha256').update(canonicalJson(sorted), 'utf8').digest('hex')}`;
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}
