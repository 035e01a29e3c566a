import { z } from 'zod';

/**
 * How a certification ended. `caught`: a must failed. `warned`: more warnings than the right shop has. `undecided`:
 * nothing could be said. `certified`: nothing was noticed.
 */
export const outcomeSchema = z.strictObject({
  end: z.enum(['caught', 'warned', 'undecided', 'certified']),
  /** What failed, in the order in which it did; only the first where the run was stopped there. */
  failed: z.array(z.string()),
  warned: z.array(z.string()),
});
export type BlindOutcome = z.infer<typeof outcomeSchema>;

/** What the lines of a certification say so far. */
export interface Heard {
  readonly failed: string[];
  readonly warned: string[];
  readonly undecided: string[];
}

const LINE = /^\[ *\d+\/\d+\] (.{14}) (\S+) \(.*?\)(?: · breaks (.+))?$/;

/** What one line of a certification's progress adds. */
export function hear(heard: Heard, line: string): void {
  const [, word = '', id = '', broken] = LINE.exec(line) ?? [];
  if (word.startsWith('failed')) heard.failed.push(id);
  if (word.startsWith('warned')) heard.warned.push(id);
  if (word.startsWith('inconclusive')) heard.undecided.push(id);
  // A rule that the check is not about is reported under its own id.
  if (broken !== undefined) heard.failed.push(...broken.split(', '));
}

/** What it came to, for a shop whose right version has these warnings. */
export function outcomeOf(heard: Heard, code: number | null, usual: readonly string[]): BlindOutcome {
  const failed = [...new Set(heard.failed)];
  const warned = heard.warned.filter((id) => !usual.includes(id));
  const end =
    failed.length > 0 ? 'caught' : code !== 0 ? 'undecided' : warned.length > 0 ? 'warned' : 'certified';
  return { end, failed, warned };
}
