import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Mutant } from './mutant.ts';
import { FATES, type MutantResult } from './result.ts';

/** One line of `measured.ndjson`: what became of the mutant with this key, in which state of the code. */
const lineSchema = z.strictObject({
  key: z.string(),
  fate: z.enum(FATES),
  by: z.string().optional(),
  law: z.string().optional(),
  met: z.int().nonnegative(),
  covering: z.int().nonnegative(),
  commit: z.string(),
});
type Line = z.infer<typeof lineSchema>;

/** The results that the repository keeps. */
export const measuredFile = new URL('measured.ndjson', import.meta.url);

const lineOf = ({ key, fate, by, law, met, covering, commit }: MutantResult): string =>
  `${JSON.stringify({ key, fate, by, law, met, covering, commit })}\n`;

/** Notes what became of a mutant; of several lines of one, the last stands. */
export function note(result: MutantResult, file = measuredFile): void {
  // The line before may have been cut off where the measurement was.
  appendFileSync(file, `\n${lineOf(result)}`);
}

function lineIn(text: string): readonly Line[] {
  try {
    return [lineSchema.parse(JSON.parse(text))];
  } catch (error) {
    // Without its end it is no JSON, and the mutant is measured again.
    if (error instanceof SyntaxError) return [];
    throw new Error(`${measuredFile.pathname}: ${text} is no result of a mutant. Delete the line.`, {
      cause: error,
    });
  }
}

/** What the kept results come to. */
export interface Measured {
  /** By the keys of the mutants. */
  readonly results: ReadonlyMap<string, MutantResult>;
  /** Keys of mutants that exist no longer: their text has changed, or is gone. */
  readonly stale: readonly string[];
}

/** Reads the results of those mutants that there are. */
export function readMeasured(mutants: readonly Mutant[], file = measuredFile): Measured {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .flatMap(lineIn)
      .map((line) => [line.key, line]),
  );
  const results = mutants.flatMap((mutant) => {
    const line = lines.get(mutant.key);
    return line === undefined ? [] : [[mutant.key, { ...line, ...mutant }] as const];
  });
  const known = new Map(results);
  return { results: known, stale: [...lines.keys()].filter((key) => !known.has(key)) };
}

/** Writes the file anew, in the order of these mutants and a line for each, without what is stale. */
export function tidy(mutants: readonly Mutant[], file = measuredFile): Measured {
  const measured = readMeasured(mutants, file);
  writeFileSync(file, [...measured.results.values()].map(lineOf).join(''));
  return measured;
}
