import { isOpen, type Outcome } from '../history/outcome.ts';
import type { Level } from '../history/record.ts';
import { exitCodes, type RunExitCode } from './exit-codes.ts';
import type { Result, Verdict } from './result.ts';

interface Judged {
  readonly id: string;
  readonly level: Level;
  readonly outcome: Outcome;
}

/** The parts of a result that its verdict and its exit code follow from. */
export type Decidable = Pick<
  Result,
  'checks' | 'properties' | 'laws' | 'waivers' | 'selection' | 'problems' | 'strict' | 'announced'
>;

/** `ok` stands for certified: what is left is a partial run or a whole one, with or without waivers. */
type Finding = 'failed' | 'inconclusive' | 'ok';

function find(result: Decidable): Finding {
  const { checks, properties = [], laws } = result;
  const musts: Judged[] = [...checks, ...properties, ...laws].filter((item) => item.level === 'must');
  if (musts.some((item) => item.outcome === 'fail') || strictFailures(result).length > 0) return 'failed';
  if ((result.problems ?? []).length > 0) return 'inconclusive';
  const waived = new Set(appliedWaivers(result).map((waiver) => waiver.check));
  const open = musts.some(
    (item) => isOpen(item.outcome) && !(item.outcome === 'inconclusive' && waived.has(item.id)),
  );
  if (open) return 'inconclusive';
  return [...checks, ...properties].some(({ outcome }) => concludes(result, outcome)) ? 'ok' : 'inconclusive';
}

/**
 * Ids of the checks and laws whose warning fails a strict run; none in another. What is newer than the set of
 * requirements fails nobody, so that a newer suite does not break a stage that has passed.
 */
export function strictFailures({
  strict,
  checks,
  properties = [],
  laws,
  announced = [],
}: Decidable): string[] {
  if (strict !== true) return [];
  return [...checks, ...properties, ...laws]
    .filter(({ id, outcome }) => outcome === 'warn' && !announced.includes(id))
    .map(({ id }) => id);
}

/** A run that shows nothing can't be right: at least one pass, or in a partial run a warning of a should. */
function concludes(result: Decidable, outcome: Outcome): boolean {
  return outcome === 'pass' || (result.selection !== null && outcome === 'warn');
}

/** The waivers that stand in for a conclusion. */
export const appliedWaivers = (result: Pick<Result, 'waivers'>) =>
  result.waivers.filter((waiver) => waiver.state === 'applied');

/** The verdict that follows from the checks, laws, waivers and problems of a run. */
export function verdictOf(result: Decidable): Verdict {
  if (result.selection !== null) return 'partial';
  switch (find(result)) {
    case 'failed':
      return 'not-certified';
    case 'inconclusive':
      return 'inconclusive';
    case 'ok':
      return appliedWaivers(result).length > 0 ? 'certified-with-waivers' : 'certified';
  }
}

/** 0 when all that was chosen holds, 1 when a must failed, or in a strict run anything warned, 3 when it could not be told. A failure beats all. */
export function exitCodeOf(result: Decidable): RunExitCode {
  return exitCodes[find(result)];
}
