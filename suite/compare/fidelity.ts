import type { ReadingValues } from '../../simulator/index.ts';
import { type Explained, explained } from './explain.ts';
import type { Recorded } from './recorded.ts';
import { type Compared, type Comparison, compareWith, type Stand } from './replay.ts';
import { type Score, scoreOf } from './score.ts';
import type { DifferenceKind } from './shape.ts';
import { compareWithSimulator } from './simulated.ts';

/** A recording, and what it is called. */
export interface NamedRecording {
  readonly recording: string;
  readonly recorded: Recorded;
}

type Named<T> = T & { readonly recording: string };

/** How like the recordings the answers are, as a whole and by operation, with every difference. */
export interface Fidelity {
  readonly score: Score;
  readonly operations: readonly (Score & { readonly operation: string })[];
  readonly compared: readonly Named<Compared<Explained>>[];
  readonly skipped: readonly Named<Recorded['skipped'][number]>[];
}

/** What recordings are compared with: the simulator under these readings, or a stand that is given. */
export interface Target {
  readonly readings: ReadingValues;
  readonly ignored: readonly DifferenceKind[];
  readonly stand?: Pick<Stand, 'baseUrl' | 'secretOf' | 'suffix'>;
}

/**
 * Compares recordings one after the other. Each has a simulator of its own; all of them show what the shops and their
 * payways are.
 *
 * @throws {StandError} when a stand cannot be reached
 */
export async function fidelityOf(
  recordings: readonly NamedRecording[],
  { readings, ignored, stand }: Target,
): Promise<Fidelity> {
  const shownBy = recordings.flatMap(({ recorded }) => recorded.exchanges);
  const compare = async (recorded: Recorded): Promise<Comparison<Explained>> => {
    if (stand !== undefined) return compareWith({ ...stand, readings, ignored, isSetUp: false }, recorded);
    const setup = { readings, ignored, shownBy };
    return explained(recorded, setup, await compareWithSimulator(recorded, setup));
  };
  const compared: Fidelity['compared'][number][] = [];
  const skipped: Fidelity['skipped'][number][] = [];
  for (const { recording, recorded } of recordings) {
    const comparison = await compare(recorded);
    compared.push(...comparison.compared.map((each) => ({ recording, ...each })));
    skipped.push(...comparison.skipped.map((each) => ({ recording, ...each })));
  }
  const operations = [...new Set(compared.map(({ operation }) => operation))].map((operation) => ({
    operation,
    ...scoreOf(compared.filter((each) => each.operation === operation)),
  }));
  return { score: scoreOf(compared), operations, compared, skipped };
}
