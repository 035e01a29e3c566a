import type { Requirement } from '../ledger/requirements/types.ts';
import type { CheckDefinition, LawDefinition, PropertyKind } from '../ledger/types.ts';

/** A property or a journey, as reports name it. */
export type PropertyDefinition = CheckDefinition & { readonly kind: PropertyKind };

/** What the suite can say at all: reports name everything by it and measure completeness against it. */
export interface Catalogue {
  readonly checks: readonly CheckDefinition[];
  /** What fast-check puts to the merchant, beside the checks. */
  readonly properties: readonly PropertyDefinition[];
  readonly requirements: readonly Requirement[];
  readonly laws: readonly LawDefinition[];
  /** `sha256:` and the digest of the requirements, checks and laws as this suite words them. */
  readonly requirementsDigest: string;
  /** The frozen set that decides how binding each of them is. */
  readonly set: { readonly version: string; readonly digest: string };
  /** Checks and laws that are newer than the set: they are reported, and fail nobody. */
  readonly announced: ReadonlySet<string>;
}

/** Every capability that has something to do with a check. */
export function capabilitiesOf(check: CheckDefinition): string[] {
  return [...check.capabilities, ...(check.anyOf ?? []), ...(check.means ?? [])];
}
