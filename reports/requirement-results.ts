import { type Outcome, worstOutcome } from '../history/outcome.ts';
import type { SeenAt, Tier } from '../history/tier.ts';
import type { Requirement } from '../ledger/requirements/types.ts';
import { type Catalogue, capabilitiesOf } from './catalogue.ts';
import type { CheckResult, LawResult, RequirementResult } from './result.ts';
import { tierOfRequirement } from './tiers.ts';

interface Shown {
  readonly id: string;
  readonly outcome: Outcome;
}

const tierPart = (tier: Tier | undefined): Pick<RequirementResult, 'tier'> =>
  tier === undefined ? {} : { tier };

/** The requirements that a merchant has to meet. */
export function merchantRequirements(catalogue: Catalogue): Requirement[] {
  return catalogue.requirements.filter((requirement) => requirement.party !== 'gateway');
}

/**
 * The outcome of each requirement: the worst of its checks and of the laws that follow from it. In a whole run a requirement without any check
 * is listed as not run, for nobody has shown it; a partial run lists what it touched.
 */
export function requirementResults(
  checks: readonly CheckResult[],
  laws: readonly LawResult[],
  catalogue: Catalogue,
  { partial, seen }: { readonly partial: boolean; readonly seen?: SeenAt | undefined },
): RequirementResult[] {
  const needs = new Map(catalogue.checks.map((check) => [check.id, capabilitiesOf(check)]));
  const byRequirement = new Map<string, Shown[]>(
    partial ? [] : merchantRequirements(catalogue).map((requirement) => [requirement.id, []]),
  );
  const requirementsOfLaw = new Map(catalogue.laws.map((law) => [law.id, law.requirements]));
  const shown: (Shown & { readonly requirements: readonly string[] })[] = [
    ...checks,
    ...laws.map((law) => ({ ...law, requirements: requirementsOfLaw.get(law.id) ?? [] })),
  ];
  for (const item of shown) {
    for (const id of item.requirements) {
      const group = byRequirement.get(id);
      if (group === undefined) byRequirement.set(id, [item]);
      else group.push(item);
    }
  }
  const levels = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement.level]));
  return [...byRequirement]
    .map(([id, group]) => ({
      id,
      level: levels.get(id) ?? ('must' as const),
      outcome: worstOutcome(group.map((item) => item.outcome)),
      ...tierPart(seen === undefined ? undefined : tierOfRequirement(group, needs, seen)),
      checks: group.map((item) => item.id).sort(),
    }))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
}
