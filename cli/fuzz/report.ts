import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quoted } from '../../history/run-env.ts';
import { shortPath } from '../../reports/short-path.ts';
import { type Counterexample, writeCounterexample } from '../../suite/fuzz/index.ts';
import { makeFolder } from '../../suite/process/make-folder.ts';
import { usageError } from '../support/exit.ts';
import { configHere } from '../support/read-config.ts';
import { whyUnwritable } from '../support/unwritable.ts';

/**
 * Writes counterexamples and tells of them: what was done, what was expected, what happened, how to see it again.
 *
 * @param how `isSuspicion` where nothing proves them; `replayWith` are the options that a replay needs beside the
 *   file, because it does not keep them; `told` is how many were told of before
 */
export function tellCounterexamples(
  dir: string,
  examples: readonly Counterexample[],
  {
    isSuspicion = false,
    replayWith = [],
    told = 0,
  }: {
    readonly isSuspicion?: boolean;
    readonly replayWith?: readonly string[];
    readonly told?: number;
  } = {},
): void {
  for (const [index, example] of examples.entries()) {
    const again = isSuspicion ? null : writeCounterexample(dir, example);
    const name = again === null ? 'Suspicion' : 'Counterexample';
    const head = `${name} ${told + index + 1}${example.level === 'should' ? ' (a should)' : ''}: ${example.flaw}`;
    const lines = [head, ...example.story.map((line) => `  ${line}`)];
    if (example.kind === 'notification' && example.curl !== null) lines.push('', `  ${example.curl}`);
    if (again !== null) lines.push('', `  ${againBy(example, again, replayWith)}`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

/**
 * The folder of counterexamples, which is there and can be written to.
 *
 * @throws {CliError} where it cannot be made, before anything is tried
 */
export function outFolder(out: string): string {
  const dir = resolve(out);
  try {
    makeFolder(dir);
  } catch (error) {
    throw usageError(`--out "${out}" cannot be made a folder: ${whyUnwritable(error)}.`);
  }
  return dir;
}

/** Why a campaign ended, in words. */
export const endedBy = ({ timeUp, isEnough }: { readonly timeUp: boolean; readonly isEnough: boolean }) =>
  timeUp ? 'ended by --time' : isEnough ? 'ended by what was found' : 'all runs made';

/** How many flaws were found, in words. */
export const foundInWords = (count: number): string =>
  count === 0
    ? 'Nothing found.'
    : count === 1
      ? '1 counterexample found.'
      : `${count} counterexamples found.`;

/** How a counterexample is run again: one whose checkout is not kept needs its probe. */
const againBy = ({ target }: Counterexample, file: string, more: readonly string[]): string =>
  target.kind === 'probe'
    ? `Kept in ${shortPath(file)}: the same gatecheck probe tries it first.`
    : ['gatecheck replay', quoted(shortPath(file)), ...configOf(target), ...more].join(' ');

/** Replay runs no configuration that is not named or in the folder. */
const configOf = (target: Counterexample['target']): string[] =>
  target.kind !== 'config' || target.config === null || target.config === configHere()
    ? []
    : ['--config', quoted(shortPath(target.config))];

/** Writes what a campaign generated and saw. */
export function writeStatistics(dir: string, name: string, value: unknown): string {
  const file = join(dir, name);
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  return file;
}
