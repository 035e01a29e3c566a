import { type Capability, capabilities } from './capabilities.ts';
import { type LawId, type LawMeta, laws } from './laws.ts';
import { type PropertyId, type PropertyMeta, properties } from './properties.ts';
import type { Requirement } from './requirements/types.ts';
import { type RequirementId, requirements } from './requirements.ts';
import type { CapabilityDefinition } from './types.ts';

const lawsById: ReadonlyMap<string, LawMeta> = new Map(laws.map((row) => [row.id, row]));
const requirementsById: ReadonlyMap<string, Requirement> = new Map(requirements.map((row) => [row.id, row]));
const capabilitiesById: ReadonlyMap<string, CapabilityDefinition> = new Map(
  capabilities.map((row) => [row.id, row]),
);

const propertiesById: ReadonlyMap<string, PropertyMeta> = new Map(properties.map((row) => [row.id, row]));

/** The property or journey with this id; undefined for an unknown text. */
export function findProperty(id: PropertyId): PropertyMeta;
export function findProperty(id: string): PropertyMeta | undefined;
export function findProperty(id: string): PropertyMeta | undefined {
  return propertiesById.get(id);
}

/** The law with this id; undefined for an unknown text. */
export function findLaw(id: LawId): LawMeta;
export function findLaw(id: string): LawMeta | undefined;
export function findLaw(id: string): LawMeta | undefined {
  return lawsById.get(id);
}

/** The requirement with this id; undefined for an unknown text. */
export function findRequirement(id: RequirementId): Requirement;
export function findRequirement(id: string): Requirement | undefined;
export function findRequirement(id: string): Requirement | undefined {
  return requirementsById.get(id);
}

/** The capability with this id; undefined for an unknown text. */
export function findCapability(id: Capability): CapabilityDefinition;
export function findCapability(id: string): CapabilityDefinition | undefined;
export function findCapability(id: string): CapabilityDefinition | undefined {
  return capabilitiesById.get(id);
}
