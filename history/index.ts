/** Histories: their events, how they are read and ordered by what they are about, and what a run's records are. */
export type { Lines } from './cold.ts';
export * from './events.ts';
export * from './outcome.ts';
export { proofLine } from './proof-line.ts';
export { eventOf, HistoryError, type ReadHistory, readHistory } from './read.ts';
export * from './record.ts';
export { type Recording, RecordingReader } from './recordings.ts';
export * from './run-info.ts';
export * from './stimulus.ts';
export { buildView } from './view/build.ts';
export type { GatewayPayout, HistoryView, Invoice, OrderTrace, PayoutTrace } from './view/types.ts';
