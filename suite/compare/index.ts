/** Recorded requests, sent again: how the answers of the simulator, or of a real stand, differ from those recorded. */
export { exchangesIn, type Recorded, type RecordedExchange } from './recorded.ts';
export { type Compared, type Comparison, compareWith, type Stand, StandError } from './replay.ts';
export { type Difference, type DifferenceKind, differencesBetween, formOf } from './shape.ts';
export { compareWithSimulator } from './simulated.ts';
