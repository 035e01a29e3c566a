/** Why a check exists, and whom it must spare. */
export interface Ground {
  /** Where the sentence is in the specification: its headings, and the number of the list item where there is one. */
  readonly section: string;
  /**
   * The sentence that a shop which fails the check breaks, word for word. Cells of a table row are joined by ` | `.
   * Empty where a recommendation has no such sentence.
   */
  readonly quote: string;
  /** The most different conforming shop that was thought of, and why the check passes it. */
  readonly conforming: string;
}

/** Grounds by the id of the check, the property or the rule. */
export type Grounds = Readonly<Record<string, Ground>>;
