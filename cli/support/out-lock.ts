import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK } from '../../reports/files.ts';
import { claimFile, isAlive } from '../../suite/process/claim-file.ts';
import { makeFolder } from '../../suite/process/make-folder.ts';
import { CliError, usageError } from './exit.ts';
import { whyUnwritable } from './unwritable.ts';

/**
 * Reserves a folder of reports for this run, so that two runs never write into one another.
 *
 * @returns a function that gives the folder back.
 * @throws {CliError} when another run that is still alive has it, or it can't be written to.
 */
export function lockOut(outDir: string): () => void {
  const file = join(outDir, LOCK);
  try {
    makeFolder(outDir);
    if (!claimFile(file)) {
      const owner = Number(readFileSync(file, 'utf8'));
      if (Number.isInteger(owner) && owner > 0 && isAlive(owner)) {
        throw usageError(
          `another run (process ${owner}) writes to ${outDir}.`,
          'Choose another folder with --out, or wait for it.',
        );
      }
      rmSync(file, { force: true });
      if (!claimFile(file)) throw usageError(`another run has just begun to write to ${outDir}.`);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(
      `the folder ${outDir} cannot be written: ${whyUnwritable(error)}.`,
      'Choose another folder with --out.',
    );
  }
  return () => rmSync(file, { force: true });
}
