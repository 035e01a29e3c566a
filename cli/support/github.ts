import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readResult } from '../../reports/read-result.ts';
import { errorAt, githubAnnotations } from '../../reports/render/github.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { readRegular } from '../../suite/config/given-file.ts';
import type { ConfigError } from '../../suite/config/index.ts';
import { jsonLines } from './json-lines.ts';

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

/** On GitHub Actions: an annotation for each problem of a configuration, at its line where the file is JSON. */
export function tellGithubOfConfig(
  { file, problems }: ConfigError,
  env: Readonly<Record<string, string | undefined>>,
): void {
  if (env.GITHUB_ACTIONS !== 'true' || file === null) return;
  const lines = file.endsWith('.json') ? linesIn(file) : undefined;
  const place = relative(env.GITHUB_WORKSPACE ?? '.', file);
  const told = problems.map((problem) => errorAt(place, lines?.get(problem.split(': ')[0] ?? ''), problem));
  process.stdout.write(`${told.join('\n')}\n`);
}

/** Nothing where the file itself is no JSON, which is the problem then. */
function linesIn(file: string): ReadonlyMap<string, number> | undefined {
  try {
    const text = readRegular(file).toString('utf8');
    JSON.parse(text);
    return jsonLines(text);
  } catch {
    return undefined;
  }
}
