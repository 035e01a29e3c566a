import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../history/printable.ts';
import type { Catalogue } from '../catalogue.ts';
import { writeWhole } from '../files.ts';
import { maskDeep, masker } from '../masking.ts';
import type { Result } from '../result.ts';
import { renderStatement } from '../statement/statement.ts';
import { renderJunit } from './junit.ts';
import { renderSummary } from './summary.ts';

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
  const mask = masker(secrets);
  const masked = maskDeep(result, (text) => printable(mask(text)));
  mkdirSync(outDir, { recursive: true });
  const files: Readonly<Record<string, string>> = {
    'result.json': `${JSON.stringify(masked, null, 2)}\n`,
    'statement.html': renderStatement(masked, catalogue),
    'junit.xml': renderJunit(masked),
    'summary.md': renderSummary(masked, catalogue),
  };
  for (const [name, text] of Object.entries(files)) writeWhole(join(outDir, name), text);
  return masked;
}
