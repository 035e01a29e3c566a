export {
  type Booked,
  type BrokenLaw,
  type Campaign,
  type Culprit,
  campaign,
  type Play,
  type Politely,
  type RoundRun,
  type Surplus,
} from './campaign.ts';
export { findMischief, MISCHIEFS, type Mischief, ROUNDS } from './mischief.ts';
export { ResultsError, type TestResult, testsOfJunit } from './results.ts';
export { Interrupted, Session, type SessionOptions } from './session.ts';
export { type TestCommand, type TestRun, WHOLE } from './test-run.ts';
