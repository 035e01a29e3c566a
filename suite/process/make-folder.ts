import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the folder that a run writes to. One that was not there before keeps itself out of git, by a `.gitignore` of
 * its own; one that was there is somebody else's, and nothing in it is hidden.
 */
export function makeFolder(dir: string): void {
  if (mkdirSync(dir, { recursive: true }) !== undefined) writeFileSync(join(dir, '.gitignore'), '*\n');
}
