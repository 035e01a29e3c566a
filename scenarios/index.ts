/** The data of what is required: the ledger, the capabilities, the checks and the laws. */
export { type Capability, capabilities } from './capabilities.ts';
export { type CheckId, type CheckMeta, checks } from './checks.ts';
export { type RequirementSet, requirementSetDigest } from './digest.ts';
export { type LawId, type LawMeta, laws } from './laws.ts';
export { findCapability, findCheck, findLaw, findRequirement } from './lookup.ts';
export { type RequirementId, requirements } from './requirements.ts';
export {
  type FrozenSet,
  frozenSet,
  frozenSetDigest,
  frozenSetVersions,
  latestFrozenSet,
  UnknownSet,
} from './sets.ts';
export type {
  Binding,
  CapabilityDefinition,
  CapabilityKind,
  CheckDefinition,
  LawDefinition,
  Level,
  Party,
  Requirement,
} from './types.ts';
