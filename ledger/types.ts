import type { Binding } from './requirements/types.ts';

export type CapabilityKind = 'pay-in' | 'pay-out' | 'means' | 'other';

/** What a merchant may claim in its configuration. */
export interface CapabilityDefinition {
  readonly id: string;
  readonly kind: CapabilityKind;
  /** What the merchant promises by claiming it. */
  readonly promises: string;
  /** Capabilities that must be claimed as well. */
  readonly needs: readonly string[];
  /** Of these at least one must be claimed as well. */
  readonly needsOneOf?: readonly string[];
  /** Calls of the test interface that it needs. */
  readonly calls: readonly string[];
}

/**
 * What a check is about. The generic parameters are the id types of the ledger, the capabilities and the
 * readings, so that a table that names something unknown does not compile.
 */
export type CheckDefinition<
  RequirementId extends string = string,
  Capability extends string = string,
  Reading extends string = string,
> = Binding & {
  readonly id: string;
  /** What a right merchant does, in the present tense. */
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  /** Capabilities that the merchant must claim for the check to apply. */
  readonly capabilities: readonly Capability[];
  /** At least one of these must be claimed too. */
  readonly anyOf?: readonly Capability[];
  /** Means of observation that the check needs (jobs, clock, restart, logs). */
  readonly means?: readonly Capability[];
  /** Readings on which the verdict depends: a failure counts only if it stays under their alternatives. */
  readonly readings?: readonly Reading[];
  /** The rule, with its section of the specification. */
  readonly rule: string;
  readonly expectation: string;
  /** What to change, addressed to the developer of the merchant. */
  readonly fix: string;
};

/** A law that must hold over every recorded history. */
export type LawDefinition<RequirementId extends string = string> = Binding & {
  readonly id: string;
  /** Its number in the ledger (`law.N`). */
  readonly number: number;
  readonly kind: 'safety' | 'liveness';
  readonly requirements: readonly RequirementId[];
  readonly title: string;
  readonly fix: string;
};

/** What a property draws: an input, or a journey of several steps. */
export type PropertyKind = 'property' | 'journey';
