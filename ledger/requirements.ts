import { type LawRequirementId, lawRequirements } from './laws.ts';
import { type SpecificationId, specification } from './requirements/specification.ts';
import type { Requirement } from './requirements/types.ts';

export type RequirementId = SpecificationId | LawRequirementId;

/** The requirement ledger: every normative line of the specification, and the laws that follow from it. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = [
  ...specification,
  ...lawRequirements,
];
