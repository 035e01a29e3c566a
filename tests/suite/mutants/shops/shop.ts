import type { ResolvedConfig } from '../../../../suite/config/index.ts';
import type { Mutant } from '../mutant.ts';

/** The file to which a watched shop adds the numbers of the mutants whose places it comes by, one a line. */
export const COVERAGE_FILE = 'MUTANTS_COVERAGE';

/** Its mutants, in the order of the sources, and what was left out. */
export interface Mutation {
  readonly mutants: readonly Mutant[];
  readonly left: readonly Left[];
  /** Writes into an empty folder what is run. */
  readonly prepare: (dir: string) => Promise<void>;
  /** Whether a mutant can be parsed; left out where the mutators see to it. */
  readonly isProgram?: (mutant: Mutant) => Promise<boolean>;
}

/** Mutants that were not made, or are not measured. */
export interface Left {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  readonly mutants: number;
}

/** A shop in which a machine makes mistakes. */
export interface MutatedShop {
  readonly name: string;
  /** As in "of the reference shop". */
  readonly title: string;
  /** Who makes the mistakes, in Markdown. */
  readonly mutators: string;
  /** Where its sources are, from the project's folder. */
  readonly sources: string;
  /** What the machine needs beside Node to run it. */
  readonly needs: 'python' | 'php' | undefined;
  /** Takes a few seconds of a core. */
  readonly mutate: () => Promise<Mutation>;
  /** The shop with one mutant, out of a prepared folder. */
  readonly mutated: (dir: string, mutant: Mutant) => Promise<ResolvedConfig>;
  /** The right shop, which says what it comes by. */
  readonly watched: (dir: string) => Promise<ResolvedConfig>;
}

/** The same merchant, started with these variables beside its usual ones. */
export function withVariables(
  config: ResolvedConfig,
  variables: Readonly<Record<string, string>>,
): ResolvedConfig {
  const { start } = config.merchant;
  if (start === null) throw new Error(`${config.merchant.name} is not started by the suite.`);
  return {
    ...config,
    merchant: { ...config.merchant, start: { ...start, env: { ...start.env, ...variables } } },
  };
}
