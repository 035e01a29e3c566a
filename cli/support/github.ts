import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResult } from '../../reports/read-result.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';

/** On GitHub Actions: annotations on standard output, and the summary of the run on the page of the step. */
export function tellGithub(outDir: string, env: Readonly<Record<string, string | undefined>>): void {
  if (env.GITHUB_ACTIONS !== 'true' || !existsSync(join(outDir, 'result.json'))) return;
  const result = readResult(outDir);
  const lines = githubAnnotations(result, suiteCatalogue(result.suite.set.version));
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  const file = env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  try {
    appendFileSync(file, `${readFileSync(join(outDir, 'summary.md'), 'utf8')}\n`);
  } catch (error) {
    process.stderr.write(
      `The step summary was not written: ${error instanceof Error ? error.message : error}\n`,
    );
  }
}
