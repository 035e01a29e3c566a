import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError } from './exit.ts';
import { whyUnwritable } from './unwritable.ts';

/**
 * Makes a folder for what a command keeps to itself. It is gone when the process ends, because a signal may end it from
 * anywhere.
 *
 * @throws {CliError} when nothing can be written where temporary files belong
 */
export function workFolder(prefix: string): string {
  const parent = tmpdir();
  try {
    const dir = mkdtempSync(join(parent, `${prefix}-`));
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
    return dir;
  } catch (error) {
    throw usageError(
      `the folder for temporary files, ${parent}, cannot be written: ${whyUnwritable(error)}.`,
      'Set TMPDIR to a folder that exists and is yours, or unset it.',
    );
  }
}
