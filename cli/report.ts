import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { UnknownSet } from '../ledger/index.ts';
import { baselineLines, judgeBaseline } from '../reports/baseline.ts';
import { exitCodeOf } from '../reports/decide.ts';
import { MergeError, mergeResults } from '../reports/merge-results.ts';
import { readResult, UnreadableResult } from '../reports/read-result.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { renderTerminal } from '../reports/render/terminal.ts';
import { writeReports } from '../reports/render/write.ts';
import { copyBrowserFiles } from '../reports/reporter/browser-files.ts';
import { shortPath } from '../reports/short-path.ts';
import { suiteCatalogue } from '../reports/suite-catalogue.ts';
import { readBaseline } from './support/baseline.ts';
import { type ExitCode, usageError } from './support/exit.ts';
import { OUT } from './support/out.ts';
import { lockOut } from './support/out-lock.ts';

interface Options {
  readonly out?: string;
  readonly baseline?: string;
}

/** `gatecheck report`: renders results again, and puts the results of shards together. */
export function command(): Command {
  return new Command('report')
    .description(
      'render a result again; of several, merge the shards of one run, an interrupted run with the rest of it, or runs of the same checks',
    )
    .argument('<dir...>', 'folders with a result.json')
    .option('--out <dir>', `folder of the reports (default: the given one, or ${OUT.whole} when merging)`)
    .option('--baseline <file>', 'known failures, as for certify: of shards, which together are one run')
    .action((dirs: string[], options: Options) => {
      process.exitCode = report(dirs, options);
    });
}

function report(dirs: readonly string[], { out, baseline }: Options): ExitCode {
  const known = baseline === undefined ? undefined : readBaseline(baseline);
  try {
    const results = dirs.map(readResult);
    const catalogue = suiteCatalogue(results[0]?.suite.set.version);
    const result = mergeResults(results, catalogue);
    if (result.suite.requirements !== catalogue.requirementsDigest) {
      process.stderr.write(
        `Warning: this result is of gatecheck ${result.suite.version} with other requirements; rules and remedies are shown as they are now.\n`,
      );
    }
    const outDir = resolve(out ?? (dirs.length === 1 ? (dirs[0] ?? '.') : OUT.whole));
    const unlock = lockOut(outDir);
    try {
      for (const dir of dirs) copyBrowserFiles(resolve(dir), outDir);
      writeReports(outDir, result, catalogue);
    } finally {
      unlock();
    }
    const at = shortPath(join(outDir, 'statement.html'));
    process.stdout.write(renderTerminal(result, catalogue, at, wantsColors(process.env, process.stdout)));
    if (known === undefined) return exitCodeOf(result);
    const judged = judgeBaseline(result, known);
    process.stdout.write(`${baselineLines(judged, result.headline).join('\n')}\n`);
    return judged.exitCode;
  } catch (error) {
    if (error instanceof MergeError || error instanceof UnreadableResult) throw usageError(error.message);
    if (error instanceof UnknownSet)
      throw usageError(error.message, 'Render it with the gatecheck that made it, or a newer one.');
    throw error;
  }
}
