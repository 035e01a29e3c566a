import { printable } from '../../history/printable.ts';
import type { Catalogue } from '../catalogue.ts';
import { appliedWaivers, strictFailures } from '../decide.ts';
import { findingsOf } from '../findings.ts';
import type { Result } from '../result.ts';

/** GitHub shows ten annotations of a kind in a step, and no more. */
const MOST = 10;

const data = (text: string): string =>
  printable(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

/** A workflow command for GitHub Actions that shows an error at a line of a file, or at the file where no line is known. */
export const errorAt = (file: string, line: number | undefined, text: string): string =>
  `::error file=${property(file)}${line === undefined ? '' : `,line=${line}`},title=configuration::${data(text)}`;

/** Workflow commands for GitHub Actions: an annotation for what failed, could not be told, or warned. */
export function githubAnnotations(result: Result, catalogue: Catalogue): string[] {
  const kinds = { error: [] as string[], warning: [] as string[] };
  const strict = new Set(strictFailures(result));
  const waived = new Set(appliedWaivers(result).map(({ check }) => check));
  for (const finding of findingsOf(result, catalogue)) {
    const isError =
      strict.has(finding.id) ||
      (finding.level === 'must' && finding.outcome !== 'warn' && !waived.has(finding.id));
    const kind = isError ? 'error' : 'warning';
    const parts = [finding.actual || finding.note, finding.fix, finding.reproduce];
    const text = parts.filter(Boolean).join('\n');
    kinds[kind].push(
      `::${kind} title=${property(`${finding.id}: ${finding.outcome}`)}::${data(text || finding.title)}`,
    );
  }
  const problems = (result.problems ?? []).map(
    ({ kind, message, remedy }) => `::error title=${kind}::${data(`${message}\n${remedy ?? ''}`.trim())}`,
  );
  return [...[...problems, ...kinds.error].slice(0, MOST), ...kinds.warning.slice(0, MOST)];
}
