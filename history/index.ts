/** Histories: their events, how they are read, what a run's records are, and the laws that hold over them. */
export type { Lines } from './cold.ts';
export * from './events.ts';
export { type JudgeOptions, judge, judgeView, LAWS, type Law, viewOf } from './judge.ts';
export { type FieldFinding, type FieldTopic, fieldFindings } from './laws/request-fields.ts';
export type { LawVerdict, Violation } from './laws/verdict.ts';
export * from './outcome.ts';
export { proofLine } from './proof-line.ts';
export { eventOf, HistoryError, type ReadHistory, readHistory } from './read.ts';
export * from './record.ts';
export { type Recording, RecordingReader } from './recordings.ts';
export * from './run-info.ts';
export * from './stimulus.ts';
export { buildView } from './view/build.ts';
export { EITHER_LABEL } from './view/trust.ts';
export type { GatewayPayout, HistoryView, Invoice, OrderTrace, PayoutTrace } from './view/types.ts';
