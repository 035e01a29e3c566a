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

/** What the key of a shop would have shown. */
export type KeyGap = Extract<GapId, 'keys' | 'doubtful-keys' | 'other-shops'>;

/** What the making of events goes by, and where it says what lacks. */
export interface Making extends ForeignOptions {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly secrets: readonly string[];
  readonly note: (gap: GapId) => void;
  /** A message of this shop cannot be judged, or not its signature: its key was not given, or does not fit. */
  readonly noteKey: (shopId: string, why: KeyGap) => void;
  /** The first base that was seen is the production base, each other one the test base. */
  readonly baseOf: (base: string) => 'production' | 'test';
  readonly attemptOf: (message: string) => { readonly notification: string; readonly attempt: number };
}
