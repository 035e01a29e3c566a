import type { MemoryRow } from '../core/memory-row.ts';

/** What one turn of the event loop leaves behind: it is kept as a whole, or not at all. */
export interface StoredTurn {
  /** Number of its first event. */
  readonly first: number;
  readonly count: number;
  /** Whole lines of JSON, each with its line feed. */
  readonly lines: readonly Uint8Array[];
  /** What must be known after a restart; each row replaces the one before of its kind and id. */
  readonly rows: readonly MemoryRow[];
}

/** The lines of events that follow each other. */
export interface StoredLines {
  readonly first: number;
  readonly lines: readonly string[];
}

/**
 * Where a simulator keeps what it knows and what happened. There is one writer: whoever has it open. A store of
 * another kind needs these five, and no more.
 */
export interface Store {
  /** Number of the last event; 0 in a new store. */
  readonly last: number;
  /** Number of the oldest event that is still kept; 1 in a new store. */
  oldest(): number;
  /** All rows in the order of their kinds, within one of their ids. @throws StoreDamage */
  rows(): Iterable<MemoryRow>;
  /** @throws StoreFailure when the turn could not be kept: nothing of it is there then. */
  commit(turn: StoredTurn): void;
  /** The events from one number to another, in order. @throws StoreDamage that names the first that is wrong */
  read(from: number, to: number): Iterable<StoredLines>;
  close(): void;
}

/** A store could not be written: the disk is full, say. What was acknowledged before is kept. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** A store does not hold what was written into it. */
export class StoreDamage extends Error {
  override readonly name = 'StoreDamage';
}

/** Says of a store what is damaged in it, and what to do. */
export const damaged = (what: string): string =>
  `is damaged: ${what}. Put back a copy of it, or choose another file to start anew`;

/** What a crash of the machine may cost: see docs/store.md. A crash of the process alone costs nothing. */
export const SYNC_MODES = ['off', 'normal', 'full'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

export interface StoreOptions {
  readonly path: string;
  /** Ids of the shops that it belongs to. */
  readonly shops: readonly string[];
  /** Default: normal. */
  readonly sync?: SyncMode | undefined;
  /** How many events are kept at least; all if left out. */
  readonly keepEvents?: number | undefined;
}
