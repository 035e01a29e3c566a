import { worstOutcome } from '../history/outcome.ts';
import type { Requirement } from '../scenarios/types.ts';
import type { Catalogue } from './catalogue.ts';
import type { CheckResult, RequirementResult } from './result.ts';

/** The requirements that a merchant has to meet. */
export function merchantRequirements(catalogue: Catalogue): Requirement[] {
  return catalogue.requirements.filter((requirement) => requirement.party !== 'gateway');
}

/**
 * The outcome of each requirement: the worst of its checks. In a whole run a requirement without any check
 * is listed as not run, for nobody has shown it; a partial run lists what it touched.
 */
export function requirementResults(
  checks: readonly CheckResult[],
  catalogue: Catalogue,
  partial: boolean,
): RequirementResult[] {
  const byRequirement = new Map<string, CheckResult[]>(
    partial ? [] : merchantRequirements(catalogue).map((requirement) => [requirement.id, []]),
  );
  for (const check of checks) {
    for (const id of check.requirements) {
      const group = byRequirement.get(id);
      if (group === undefined) byRequirement.set(id, [check]);
      else group.push(check);
    }
  }
  const levels = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement.level]));
  return [...byRequirement]
    .map(([id, group]) => ({
      id,
      level: levels.get(id) ?? ('must' as const),
      outcome: worstOutcome(group.map((check) => check.outcome)),
      checks: group.map((check) => check.id).sort(),
    }))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
}
