import { join } from 'node:path';
import { maskDeep } from '../../history/mask-deep.ts';
import { masker } from '../../history/masker.ts';
import { writeWhole } from '../files.ts';
import { renderUnder } from './page.ts';
import type { Under } from './under.ts';

/**
 * Writes `under.json` and `under.html`.
 *
 * @param secrets texts that neither may hold
 * @returns the outcome as it was written, masked
 */
export function writeUnder(outDir: string, under: Under, secrets: readonly string[]): Under {
  const masked = maskDeep(under, masker(secrets));
  writeWhole(join(outDir, 'under.json'), `${JSON.stringify(masked, null, 2)}\n`);
  writeWhole(join(outDir, 'under.html'), renderUnder(masked));
  return masked;
}
