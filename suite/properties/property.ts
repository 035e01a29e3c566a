import type fc from 'fast-check';
import { findProperty, type PropertyId, type PropertyMeta } from '../../ledger/index.ts';
import type { Broken } from '../model/rest.ts';
import type { Slot } from '../slots/index.ts';

/** What one case came to. */
export interface Tried {
  /** The first must that its history breaks; null when it breaks none. */
  readonly broken: Broken | null;
  /** Why nothing can be concluded from it; null when it was carried out. */
  readonly idle: string | null;
  /** What was done and seen, in sentences. */
  readonly story: readonly string[];
}

/** Carries cases out, one after the other. */
export interface Trial<Case> {
  tries(drawn: Case): Promise<Tried>;
}

/** How the merchant under test understands notifications. */
export interface Heard {
  readonly readings: Readonly<Record<string, string>>;
  readonly format: 'json' | 'form';
}

/**
 * What holds for everything that `arbitrary` draws: no obligation that is a must is broken. A property knows how a
 * case is carried out; the rules say what came of it.
 */
export interface Property<Case = unknown> {
  readonly meta: PropertyMeta;
  // Methods, so that one table holds properties of all types: each is given only what its own arbitrary drew.
  /** Cases for a merchant with these capabilities; undefined where it claims too little for any. */
  arbitrary(capabilities: readonly string[], heard: Heard): fc.Arbitrary<Case> | undefined;
  /** Makes ready to carry cases out in a slot. */
  begin(slot: Slot, heard: Heard): Trial<Case>;
}

/** A property of the ledger, and how its cases are drawn and carried out. */
export function property<Case>(
  id: PropertyId,
  { arbitrary, begin }: Pick<Property<Case>, 'arbitrary' | 'begin'>,
): Property {
  return { meta: findProperty(id), arbitrary, begin };
}
