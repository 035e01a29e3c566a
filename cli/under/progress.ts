import type { RoundRun } from '../../suite/under/index.ts';

/** One round in a line, as it ends. */
export function sayRound({ number, mischief, run, broken }: RoundRun): string {
  const what = mischief.length === 0 ? 'politely' : `under ${mischief.map(({ id }) => id).join(', ')}`;
  const red = run.tests.filter(({ outcome }) => outcome === 'failed').length;
  const green = run.tests.filter(({ outcome }) => outcome === 'passed').length;
  const laws = broken.length === 0 ? '' : `, ${new Set(broken.map(({ law }) => law)).size} laws broken`;
  const seconds = (run.durationMs / 1000).toFixed(1);
  return `  ${String(number).padStart(2)}  ${what}: ${green} green, ${red} red${laws} (${seconds} s)`;
}
