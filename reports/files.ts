import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
