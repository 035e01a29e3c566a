/** The data of what is required: requirements, capabilities and rules, and the sets of them that are frozen. */
export { canonicalJson } from './canonical-json.ts';
export { type Capability, capabilities } from './capabilities.ts';
export type { CheckMeta } from './check-meta.ts';
export { type GatewayRuleId, gatewayRules } from './gateway-rules.ts';
export { type Ground, grounds } from './grounds/index.ts';
export { type LawId, type LawMeta, laws } from './laws.ts';
export { findCapability, findLaw, findProperty, findRequirement } from './lookup.ts';
export { type PropertyId, type PropertyMeta, properties } from './properties.ts';
export type { Binding, Level, Party, Requirement } from './requirements/types.ts';
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
  CapabilityDefinition,
  CapabilityKind,
  CheckDefinition,
  LawDefinition,
  PropertyKind,
} from './types.ts';
