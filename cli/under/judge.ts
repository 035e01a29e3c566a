import { laws as definitions } from '../../ledger/index.ts';
import { type Audit, auditOf } from '../../reports/audit/audit.ts';
import { readRecordings } from '../../reports/audit/read-file.ts';
import { suiteVersion } from '../../reports/suite-version.ts';
import type { BrokenLaw } from '../../suite/under/index.ts';

async function audited(files: readonly string[]): Promise<Audit> {
  const recordings = [];
  for (const file of new Set(files)) recordings.push(...(await readRecordings(file)));
  return auditOf(recordings, { file: files[0] ?? '', suite: suiteVersion(), readings: {} }, definitions);
}

/** The laws that what crossed the gateway's border breaks. */
export async function brokenLaws(file: string): Promise<readonly BrokenLaw[]> {
  const { laws } = await audited([file]);
  return laws.flatMap(({ id, title, outcome, violations }) => {
    if (outcome !== 'fail') return [];
    const requirements = definitions.find((law) => law.id === id)?.requirements ?? [];
    return violations.map(({ key, actual, proof }) => ({ law: id, title, requirements, key, actual, proof }));
  });
}

/** What each law came to over all rounds, and why it could not be judged where it could not. */
export const judgedLaws = async (files: readonly string[]): Promise<Audit['laws']> =>
  (await audited(files)).laws;
