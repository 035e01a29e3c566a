import { authenticationRequirements } from './authentication.ts';
import { endpointRequirements } from './endpoints.ts';
import { errorRequirements } from './errors.ts';
import { eventRequirements } from './events.ts';
import { fieldRequirements } from './fields.ts';
import { limitRequirements } from './limits.ts';
import { serviceRequirements } from './service.ts';
import { stateRequirements } from './states.ts';
import type { Requirement } from './types.ts';

/** Every normative line of the specification. */
export const specification = [
  ...serviceRequirements,
  ...fieldRequirements,
  ...stateRequirements,
  ...endpointRequirements,
  ...authenticationRequirements,
  ...eventRequirements,
  ...errorRequirements,
  ...limitRequirements,
] as const satisfies readonly Requirement[];

export type SpecificationId = (typeof specification)[number]['id'];
