/** Recorded requests, sent again: how the answers of the simulator, or of a real stand, differ from those recorded. */
export { type Explained, explained, type Why } from './explain.ts';
export { type Fidelity, fidelityOf, type NamedRecording } from './fidelity.ts';
export { exchangesIn, type Recorded, type RecordedExchange } from './recorded.ts';
export { compareWith, StandError } from './replay.ts';
export { type Score, scoreOf } from './score.ts';
export { type Difference, type DifferenceKind, differencesBetween, formOf, type Values } from './shape.ts';
export { compareWithSimulator } from './simulated.ts';
export { KIND_WORDS, textOfFidelity } from './text.ts';
