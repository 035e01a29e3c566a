import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { harmless } from '../history/printable.ts';

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

/** In the folder of the reports, while a run writes there: the id of its process. */
export const LOCK = '.gatecheck.lock';

/** Whether the folder still is the run's whose process began it; a run that lost its process owns nothing. */
export function ownsFolder(outDir: string, owner: string | undefined): boolean {
  if (owner === undefined || owner === '') return true;
  try {
    return readFileSync(join(outDir, LOCK), 'utf8') === owner;
  } catch {
    return false;
  }
}

/** Removes what an earlier run left, so that nobody takes it for the outcome of this one. */
export function clearReports(outDir: string): void {
  for (const name of ARTEFACTS) rmSync(join(outDir, name), { recursive: true, force: true });
}

/**
 * Writes a file as a whole: a reader sees the old one or the new one, never a half. In a text nothing is left that would
 * steer a terminal or turn the direction of what follows; bytes stay as they are.
 */
export function writeWhole(file: string, content: string | Buffer): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, typeof content === 'string' ? harmless(content) : content);
  renameSync(draft, file);
}
