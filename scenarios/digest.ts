import { createHash } from 'node:crypto';
import { checks } from './checks.ts';
import { laws } from './laws.ts';
import { requirements } from './requirements.ts';

/** JSON with sorted keys and without white space, so that the same data always has the same text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/**
 * Names the set of requirements, checks and laws by which a verdict was given: `sha256:` and the lower-case
 * hex digest of their canonical JSON, each list in the order of its ids.
 */
export function requirementSetDigest(): string {
  const byId = (rows: readonly { readonly id: string }[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const set = { requirements: byId(requirements), checks: byId(checks), laws: byId(laws) };
  return `sha256:${createHash('sha256').update(canonicalJson(set), 'utf8').digest('hex')}`;
}
