import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from './catalogue.ts';
import { maskDeep, masker } from './masking.ts';
import { renderJunit } from './render/junit.ts';
import { renderSummary } from './render/summary.ts';
import type { Result } from './result.ts';
import { renderStatement } from './statement/statement.ts';

/** Everything that a run leaves in its folder, by name. Nothing else in that folder is ever touched. */
export const ARTEFACTS = [
  'result.json',
  'statement.html',
  'junit.xml',
  'summary.md',
  'allure-results',
  'allure-report',
  'history',
  'browser',
  'certificate.dsse.json',
] as const;

/** Removes what an earlier run left, so that nobody takes it for the outcome of this one. */
export function clearReports(outDir: string): void {
  for (const name of ARTEFACTS) rmSync(join(outDir, name), { recursive: true, force: true });
}

/** Writes a file as a whole: a reader sees the old one or the new one, never a half. */
export function writeWhole(file: string, content: string | Buffer): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

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
  const masked = maskDeep(result, masker(secrets));
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
