import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RUN_INFO_FILE, type RunInfo, runInfoSchema } from '../../history/run-info.ts';
import { exitCodes } from '../exit-codes.ts';
import { writeWhole } from '../files.ts';
import { verdictSchema } from '../result.ts';

const handoffSchema = z.strictObject({
  exitCode: z.literal([exitCodes.ok, exitCodes.failed, exitCodes.inconclusive]),
  verdict: verdictSchema,
});
/** What the command that started the run needs to know of it. */
export type Handoff = z.infer<typeof handoffSchema>;

/** Leaves the verdict in a file; nowhere when nobody waits for it. */
export function writeHandoff(file: string | undefined, handoff: Handoff): void {
  if (file !== undefined && file !== '') writeWhole(file, JSON.stringify(handoff));
}

/** The verdict of a run; undefined when it died before there was one. */
export function readHandoff(file: string): Handoff | undefined {
  const parsed = handoffSchema.safeParse(readJson(file));
  return parsed.success ? parsed.data : undefined;
}

/** What the set-up said about the run, or a sentence about why that can't be had. */
export function readRunInfo(runDir: string | undefined): RunInfo | string {
  if (runDir === undefined) return 'The set-up did not run: GATECHECK_RUN_DIR is not set.';
  const file = join(runDir, RUN_INFO_FILE);
  if (!existsSync(file)) return 'The set-up ended before it had described the run.';
  const parsed = runInfoSchema.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `The description of the run (${RUN_INFO_FILE}) is malformed: ${issue?.path.join('.')}: ${issue?.message}`;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
