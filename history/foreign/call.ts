/** A body as a recorder kept it. `bytes` is undefined where it was not recorded. */
export interface RecordedBody {
  readonly bytes: Uint8Array | undefined;
  /** Whether less was kept than what passed; undefined where the recorder does not say. */
  readonly isShortened: boolean | undefined;
}

export const NO_BODY: RecordedBody = { bytes: undefined, isShortened: undefined };

/** Header names in lower case, or undefined where the format has no headers. */
export type RecordedHeaders = Readonly<Record<string, string>> | undefined;

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: RecordedHeaders;
  readonly body: RecordedBody;
}

/**
 * How a call ended that has no answer: the caller gave up waiting (`gave-up`), the connection broke (`broken`), or
 * nobody recorded it (`unseen`).
 */
export type WithoutAnswer = 'gave-up' | 'broken' | 'unseen';

/** One HTTP call as somebody else recorded it, whatever it was about. Times in epoch milliseconds. */
export interface RecordedCall {
  /** Where it stands in the file, in words: `entry 12`, `line 7`, `flow 3`. */
  readonly place: string;
  readonly startedMs: number;
  /** When the answer had arrived; undefined where that was not recorded. */
  readonly endedMs: number | undefined;
  /** How exact the times are: 1 for milliseconds, 1000 for seconds. */
  readonly exactToMs: number;
  /** Whether the times name their zone; without one they were taken for UTC. */
  readonly isZoned: boolean;
  readonly method: string;
  /** An absolute address, or a path with its query. */
  readonly url: string;
  readonly headers: RecordedHeaders;
  readonly body: RecordedBody;
  readonly answer: RecordedAnswer | WithoutAnswer;
}

/** A file or a part of one that is not what its format says. The message names the place and what is expected. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/** How exact a time is that was written with so many digits after its seconds. */
export const exactTo = (text: string): number => {
  const digits = /\d[.,](\d+)(?:Z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim())?.[1]?.length ?? 0;
  return digits === 0 ? 1_000 : digits === 1 ? 100 : digits === 2 ? 10 : 1;
};
