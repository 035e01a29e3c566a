/** Which of the fuzzers a shop is for. */
export type FuzzKind = 'notifications' | 'journeys' | 'requests';

/** What came of one shop at one seed. */
export interface FuzzFound {
  readonly seed: number;
  readonly found: boolean;
  /** Steps of the smallest journey, or changes of the smallest message. */
  readonly size: number;
  readonly runs: number;
  readonly seconds: number;
  readonly flaw: string;
  /** A should alone: a weakness of a shop that is right. */
  readonly shouldOnly: boolean;
}
