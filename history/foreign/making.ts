import type { Operation } from '../../simulator/protocol/operations.ts';
import type { ReadingValues } from '../../simulator/protocol/readings.ts';
import type { GapId } from './gaps.ts';
import type { Addresses } from './whose.ts';

/** What is known beside a recording of somebody else. */
export interface ForeignOptions extends Addresses {
  readonly readings: ReadingValues;
  /** Secret keys by shop id. */
  readonly keys: ReadonlyMap<string, string>;
}

/** What the making of events goes by, and where it says what lacks. */
export interface Making extends ForeignOptions {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly secrets: readonly string[];
  readonly note: (gap: GapId) => void;
  /** The signature of a message of this shop cannot be judged: its key was not given, or does not fit. */
  readonly noteKey: (shopId: string, why: 'keys' | 'doubtful-keys') => void;
  /** The first base that was seen is the production base, each other one the test base. */
  readonly baseOf: (base: string) => 'production' | 'test';
  readonly attemptOf: (message: string) => { readonly notification: string; readonly attempt: number };
}
