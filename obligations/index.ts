/** What a merchant owes after a history, as pure functions of it: one for each rule. */
export { type GatewayBreach, judgeGateway } from './gateway.ts';
export { type JudgeOptions, judge, judgeView, LAWS, viewOf } from './judge.ts';
export { type FieldFinding, type FieldTopic, fieldFindings } from './request-fields.ts';
export type { LawVerdict, Violation } from './verdict.ts';
