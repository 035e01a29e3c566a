/**
 * One question that the specification leaves open, with the answers that are legal.
 *
 * `default` is the answer of preset `spec`; `alternatives` never repeat it; `observed` is the answer of
 * preset `observed` where recorded traffic shows another one. All answers are strings, numbers as text.
 */
export interface Reading {
  readonly id: string;
  /** What is left open, and what each answer means where its name does not say so. */
  readonly question: string;
  /** The part of the specification that is silent. */
  readonly section: string;
  readonly default: string;
  readonly alternatives: readonly string[];
  readonly observed?: string;
  /** Where the default, or the observed answer, was seen. */
  readonly seenIn: string;
  /** Whether the answer changes what the gateway does, what a check may expect of a merchant, or both. */
  readonly affects: 'gateway' | 'expectation' | 'both';
}
