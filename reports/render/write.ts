import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { maskDeep } from '../../history/mask-deep.ts';
import { masker } from '../../history/masker.ts';
import { printable } from '../../history/printable.ts';
import type { Catalogue } from '../catalogue.ts';
import { writeWhole } from '../files.ts';
import type { Result } from '../result.ts';
import { renderStatement } from '../statement/statement.ts';
import { renderJunit } from './junit.ts';
import { renderSummary } from './summary.ts';

/** The result as it is written: what could steer a terminal or a page is shown instead of obeyed. */
export const asWritten = (result: Result, mask: (text: string) => string = (text) => text): Result =>
  maskDeep(result, (text) => printable(mask(text)));

/** The texts of `result.json` and of all its renderings, by the names of their files. */
export const reportFiles = (written: Result, catalogue: Catalogue): Readonly<Record<string, string>> => ({
  'result.json': `${JSON.stringify(written, null, 2)}\n`,
  'statement.html': renderStatement(written, catalogue),
  'junit.xml': renderJunit(written),
  'summary.md': renderSummary(written, catalogue),
});

/**
 * Writes `result.json` and all its renderings.
 *
 * @param secrets texts that must not occur in any of them; they are masked.
 * @returns the result as it was written, masked.
 */
export function writeReports(
  outDir: string,
  result: Result,
  catalogue: Catalogue,
  secrets: readonly string[] = [],
): Result {
  const written = asWritten(result, masker(secrets));
  mkdirSync(outDir, { recursive: true });
  for (const [name, text] of Object.entries(reportFiles(written, catalogue)))
    writeWhole(join(outDir, name), text);
  return written;
}
