import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { masker } from '../../history/masker.ts';
import type { Problem } from '../result.ts';

/**
 * Adds what went wrong outside of checks to a history of the run: who signs the histories signs that, too. A run that has
 * no history cannot be certified.
 */
export function noteProblems(outDir: string, problems: readonly Problem[], secrets: readonly string[]): void {
  const dir = join(outDir, 'history');
  const [name] = existsSync(dir)
    ? readdirSync(dir)
        .filter((each) => each.endsWith('.ndjson'))
        .sort()
    : [];
  if (name === undefined || problems.length === 0) return;
  const file = join(dir, name);
  const last = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '');
  const mask = masker(secrets);
  const lines = problems.map((problem, index) => {
    const place = { seq: last.seq + 1 + index, at: last.at, realAt: new Date().toISOString() };
    const masked = { ...problem, message: mask(problem.message) };
    return `${JSON.stringify({ ...place, kind: 'run-problem', problem: masked })}\n`;
  });
  appendFileSync(file, lines.join(''));
}
