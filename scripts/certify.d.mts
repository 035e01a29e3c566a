import type { Result } from '../reports/result.ts';

/** When this process is asked to end, asks its children first. */
export function endWithChildren(): void;

export interface Run {
  /** Null where a signal ended it, or it could not be started. */
  readonly code: number | null;
  readonly output: string;
  /** Undefined where the run ended without a result. */
  readonly result: Result | undefined;
}

/** Certifies the shop of a configuration with `gatecheck certify`, with its reports in the folder `out`. */
export function certify(options: {
  readonly config: string;
  readonly out: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}): Promise<Run>;

/** Installs the locked packages of a shop that has some, and builds it where it says how. */
export function installPackages(folder: string, say: (line: string) => void): Promise<void>;
