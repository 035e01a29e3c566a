import { type BaselineEntry, baselineSchema } from '../../reports/baseline.ts';
import { problemsOf } from '../../suite/config/problems.ts';
import { readText } from '../../suite/config/read-text.ts';
import { whyUnreadable } from '../../suite/config/unreadable.ts';
import { usageError } from './exit.ts';

const FORM = 'Expected: [{ "check": "…", "reason": "…", "owner": "…", "expiry": "2027-01-31" }]';

/**
 * Reads the file of known failures.
 *
 * @throws {CliError} (exit 2) when it cannot be read or is no baseline.
 */
export function readBaseline(file: string): BaselineEntry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readText(file));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw usageError(`the baseline "${file}" is not valid JSON.`, FORM);
    throw usageError(`the baseline "${file}" cannot be read: ${whyUnreadable(cause)}.`, FORM);
  }
  const result = baselineSchema.safeParse(parsed);
  if (result.success) return result.data;
  const problems = problemsOf(baselineSchema, parsed, result.error);
  throw usageError(`the baseline "${file}" is none: ${problems.join('; ')}.`, FORM);
}
