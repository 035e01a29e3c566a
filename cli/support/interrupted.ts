import type { Outcome } from '../../history/outcome.ts';
import { quoted } from '../../history/run-env.ts';
import { several } from '../../reports/headline.ts';
import type { Result } from '../../reports/result.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';

type Interruption = 'SIGINT' | 'SIGTERM';

/** How a run was called, to be called so again. */
interface Again {
  /** What was typed after `gatecheck`. */
  readonly typed: readonly string[];
  readonly seed: number;
}

/** The same, with where it has left its reports. */
interface Call extends Again {
  /** The folder of the reports, as it is told. */
  readonly outDir: string;
}

/** So many patterns still make a line that somebody pastes. */
const MOST_PATTERNS = 30;

/** What chooses checks, names the folder, or is for complete runs alone. */
const OF_THE_WHOLE = ['--only', '--capability', '--shard', '--out', '--sign', '--seed'];

/** Arguments without some options and their values. */
function without(typed: readonly string[], names: readonly string[]): string[] {
  return typed.filter(
    (word, index) => !names.includes(word.split('=')[0] ?? '') && !names.includes(typed[index - 1] ?? ''),
  );
}

/** Patterns for all of some ids and for none of the others; each as short as it can be. */
function patternsOf(ids: readonly string[], others: readonly string[]): string[] {
  const patterns = ids.map((id) => {
    const words = id.split('.');
    const prefix = words
      .map((_, index) => `${words.slice(0, index + 1).join('.')}.`)
      .find((each) => id.startsWith(each) && !others.some((other) => other.startsWith(each)));
    return prefix === undefined ? id : `${prefix}*`;
  });
  return [...new Set(patterns)];
}

const line = (words: readonly string[]): string => `gatecheck ${words.map(quoted).join(' ')}`;

const who = (by: Interruption): string => `Interrupted by ${by === 'SIGINT' ? 'you' : by}`;

const againLine = ({ typed, seed }: Again): string =>
  `Again:    ${line([...without(typed, ['--seed']), '--seed', String(seed)])}`;

/** The commands that try what was not tried, where that can be said in a line, and put the two together. */
function restLines({ checks, properties = [], suite }: Result, { typed, seed, outDir }: Call): string[] {
  const ids = (...wanted: readonly Outcome[]): string[] =>
    [...checks, ...properties].filter(({ outcome }) => wanted.includes(outcome)).map(({ id }) => id);
  const left = ids('not-run');
  const free = new Set([...left, ...ids('not-claimed')]);
  const catalogue = suiteCatalogue(suite.set.version);
  const others = [...catalogue.checks, ...catalogue.properties].map(({ id }) => id);
  const patterns = patternsOf(
    left,
    others.filter((id) => !free.has(id)),
  );
  if (patterns.length === 0 || patterns.length > MOST_PATTERNS) return [];
  const only = patterns.flatMap((pattern) => ['--only', pattern]);
  const rest = `${outDir}-rest`;
  const where = ['--seed', String(seed), '--out', rest];
  return [
    `Go on:    ${line([...without(typed, OF_THE_WHOLE), ...only, ...where])}`,
    `Then:     ${line(['report', outDir, rest, '--out', outDir])}`,
  ];
}

/**
 * What a run came to that somebody interrupted, what is kept of it, and how to go on.
 *
 * @param by the signal
 * @param result undefined where there is none
 */
export function interruptedWords(by: Interruption, result: Result | undefined, call: Call): string {
  const again = againLine(call);
  const all = [...(result?.checks ?? []), ...(result?.properties ?? [])];
  const count = (...wanted: readonly Outcome[]): number =>
    all.filter(({ outcome }) => wanted.includes(outcome)).length;
  const [passed, failed, left] = [count('pass', 'warn'), count('fail'), count('not-run')];
  if (result === undefined || left + count('not-claimed') === all.length)
    return `${who(by)} before any check had ended: nothing was found.\n${again}\n`;
  return `\n${[
    `${who(by)} after ${several(passed, 'check')} passed (${failed} failed), with ${left} not tried.`,
    `Kept:     what was found, in ${call.outDir} (statement.html, result.json); a verdict takes a complete run`,
    ...(failed > 0 ? [`Mend:     ${line(['next', call.outDir])}`] : []),
    ...restLines(result, call),
    again,
  ].join('\n')}\n`;
}

/**
 * What is kept of a storm that somebody interrupted, and how to go on: it is judged when it is over.
 *
 * @param by the signal
 * @param recording the file of its history; undefined where nothing had been recorded
 */
export function interruptedStorm(by: Interruption, recording: string | undefined, call: Again): string {
  return `\n${[
    `${who(by)}: a storm is judged when it is over, so there is no verdict.`,
    ...(recording === undefined
      ? []
      : [`Kept:     what had happened so far, in ${recording}`, `Audit:    ${line(['audit', recording])}`]),
    againLine(call),
  ].join('\n')}\n`;
}
