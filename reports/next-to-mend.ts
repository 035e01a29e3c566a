import { isOpen, type Outcome } from '../history/outcome.ts';
import type { Catalogue } from './catalogue.ts';
import { alike, type Cause, causesOf } from './causes.ts';
import { appliedWaivers } from './decide.ts';
import { findingsOf } from './findings.ts';
import type { Problem, Result } from './result.ts';

/** What stands between a merchant and its certificate, each in the order in which it is mended. */
export interface ToMend {
  /** What is wrong, each cause once. */
  readonly causes: readonly Cause[];
  /** What went wrong outside of the checks, so that nothing or not all was tried. */
  readonly problems: readonly Problem[];
  /** What a rule that must hold could not be shown for, each reason once. What a problem kept is told by that. */
  readonly open: readonly Cause[];
}

/**
 * What is left to do after a run.
 *
 * @param withWarnings whether what should be mended counts beside what must; in a strict run it always does
 */
export function toMend(result: Result, catalogue: Catalogue, withWarnings: boolean): ToMend {
  const findings = findingsOf(result, catalogue);
  const wrong: readonly Outcome[] = withWarnings || result.strict === true ? ['fail', 'warn'] : ['fail'];
  const { problems = [] } = result;
  const kept: ReadonlySet<Outcome> = new Set(problems.length > 0 ? ['not-run', 'setup-failed'] : []);
  const waived = new Set(appliedWaivers(result).map(({ check }) => check));
  const open = findings.filter(
    ({ id, outcome, level }) => isOpen(outcome) && level === 'must' && !waived.has(id) && !kept.has(outcome),
  );
  return {
    causes: wrong.flatMap((outcome) =>
      causesOf(
        findings.filter((finding) => finding.outcome === outcome),
        result,
      ),
    ),
    problems,
    open: alike(open, result),
  };
}
