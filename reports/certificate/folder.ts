import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files.ts';
import { readResult } from '../read-result.ts';
import { seal } from './dsse.ts';
import { notFromHistories } from './follows.ts';
import { type About, type CertifiedFile, RENDERINGS, RESULT_FILE, statementOf } from './statement.ts';

/** The file of a certificate, in the folder of the reports. */
export const CERTIFICATE_FILE = 'certificate.dsse.json';

/**
 * Signs the reports of a run and writes the certificate next to them.
 *
 * @returns the path of the certificate.
 * @throws {Error} when the run is not one that can be signed, or its reports do not follow from its histories.
 */
export function signReports(outDir: string, privateKey: KeyObject, about: About): string {
  const reports = [RESULT_FILE, ...RENDERINGS.filter((name) => existsSync(join(outDir, name)))].map((name) =>
    fileIn(outDir, name),
  );
  const histories = historiesIn(outDir);
  const result = readResult(outDir);
  const statement = statementOf(result, about, reports, histories);
  const [problem] = notFromHistories(result, reports, histories, about);
  if (problem !== undefined) throw new Error(`Not signed: ${problem}`);
  const file = join(outDir, CERTIFICATE_FILE);
  writeWhole(file, seal(JSON.stringify(statement), privateKey));
  return file;
}

const fileIn = (dir: string, name: string): CertifiedFile => ({
  name,
  content: readFileSync(join(dir, name)),
});

function historiesIn(outDir: string): CertifiedFile[] {
  const dir = join(outDir, 'history');
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => fileIn(outDir, `history/${name}`));
}
