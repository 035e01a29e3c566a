import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoted } from '../../history/run-env.ts';
import { makeFolder } from '../../reports/files.ts';
import { shortPath } from '../../reports/short-path.ts';
import { type Counterexample, writeCounterexample } from '../../suite/fuzz/index.ts';

/**
 * Writes counterexamples and tells of them: what was done, what was expected, what happened, how to see it again.
 *
 * @param replayWith the options that a replay needs beside the file, because it does not keep them
 */
export function tellCounterexamples(
  dir: string,
  examples: readonly Counterexample[],
  suspicion = false,
  replayWith: readonly string[] = [],
): readonly string[] {
  if (examples.length > 0 && !suspicion) makeFolder(dir);
  return examples.map((example, index) => {
    const again = suspicion ? null : writeCounterexample(dir, example);
    const name = again === null ? 'Suspicion' : 'Counterexample';
    const head = `${name} ${index + 1}${example.level === 'should' ? ' (a should)' : ''}: ${example.flaw}`;
    const lines = [head, ...example.story.map((line) => `  ${line}`)];
    if (example.kind === 'notification' && example.curl !== null) lines.push('', `  ${example.curl}`);
    if (again !== null) lines.push('', `  ${againBy(example, again, replayWith)}`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
    return again ?? '';
  });
}

/** Why a campaign ended, in words. */
export const endedBy = (timeUp: boolean, stopsAtFound: boolean): string =>
  timeUp ? 'ended by --time' : stopsAtFound ? 'ended by what was found' : 'all runs made';

/** How a counterexample is run again: one whose checkout is not kept needs its probe. */
const againBy = ({ target }: Counterexample, file: string, more: readonly string[]): string =>
  target.kind === 'probe'
    ? `Kept in ${shortPath(file)}: the same gatecheck probe tries it first.`
    : ['gatecheck replay', quoted(shortPath(file)), ...more].join(' ');

/** Writes what a campaign generated and saw. */
export function writeStatistics(dir: string, name: string, value: unknown): string {
  makeFolder(dir);
  const file = join(dir, name);
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  return file;
}
