/** Histories: their events, how they are read, and what a run's records are. What they are about is in `view/`. */

export * from './combination.ts';
export * from './events.ts';
export * from './outcome.ts';
export * from './pairs.ts';
export { proofLine } from './proof-line.ts';
export * from './property.ts';
export { eventOf, HistoryError, type ReadHistory, readHistory } from './read.ts';
export * from './record.ts';
export { type Recording, RecordingReader } from './recordings.ts';
export * from './run-info.ts';
export type { Lines } from './slim.ts';
export * from './stimulus.ts';
export * from './tier.ts';
