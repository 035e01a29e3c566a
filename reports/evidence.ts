import type { CheckRecord } from '../history/record.ts';
import type { RunInfo } from '../history/run-info.ts';
import type { Problem } from './result.ts';

/** Everything that a verdict is made of. The order of the records says nothing. */
export interface Evidence {
  readonly info: RunInfo;
  readonly records: readonly CheckRecord[];
  /** Ids of the checks that were chosen; one without a record was not run. */
  readonly chosen: readonly string[];
  readonly problems: readonly Problem[];
  /** Why checks that were chosen did not end, where the run stopped by itself. */
  readonly whyUnended?: string;
  readonly durationMs: number;
  readonly suiteVersion: string;
}
