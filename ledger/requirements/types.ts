/** How binding a rule is: `must` decides a verdict, `should` warns, `open` is not decided by the specification. */
export type Level = 'must' | 'should' | 'open';

/**
 * How binding a check or a law is. A must is a rule that the specification states, or one that no right merchant can
 * break without losing or taking somebody's money; whatever is a should says why it is no more.
 */
export type Binding =
  | { readonly level: 'must'; readonly whyShould?: never }
  | { readonly level: 'should'; readonly whyShould: string };

/** Whose duty a rule is. */
export type Party = 'merchant' | 'gateway' | 'both';

/** One normative line of the specification, or one law that follows from it, in our own words. */
export type Requirement = (Binding | { readonly level: 'open'; readonly whyShould?: never }) & {
  readonly id: string;
  readonly party: Party;
  /** The part of the specification it comes from. */
  readonly section: string;
  readonly text: string;
  /** Why the suite has no check for the merchant's side of it. */
  readonly unchecked?: string;
};
