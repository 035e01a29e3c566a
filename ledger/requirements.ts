import { authenticationRequirements } from './requirements/authentication.ts';
import { endpointRequirements } from './requirements/endpoints.ts';
import { errorRequirements } from './requirements/errors.ts';
import { eventRequirements } from './requirements/events.ts';
import { fieldRequirements } from './requirements/fields.ts';
import { lawRequirements } from './requirements/laws.ts';
import { limitRequirements } from './requirements/limits.ts';
import { serviceRequirements } from './requirements/service.ts';
import { stateRequirements } from './requirements/states.ts';
import type { Requirement } from './requirements/types.ts';

/** The requirement ledger: every normative line of the specification, and the laws that follow from it. */
export const requirements = [
  ...serviceRequirements,
  ...fieldRequirements,
  ...stateRequirements,
  ...endpointRequirements,
  ...authenticationRequirements,
  ...eventRequirements,
  ...errorRequirements,
  ...limitRequirements,
  ...lawRequirements,
] as const satisfies readonly Requirement[];

export type RequirementId = (typeof requirements)[number]['id'];
