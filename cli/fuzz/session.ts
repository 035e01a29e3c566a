import { join } from 'node:path';
import type { ResolvedConfig } from '../../suite/config/index.ts';
import { TargetError } from '../../suite/fuzz/index.ts';
import { paceInWords, preflight, withPreflight } from '../../suite/preflight/index.ts';
import { SetupError } from '../../suite/process/index.ts';
import { openSlot, type Slot, whileStarting } from '../../suite/slots/index.ts';
import { CliError, exitCodes } from '../support/exit.ts';
import { signalCodes, takeSignals } from '../support/signals.ts';
import { workFolder } from '../support/work-folder.ts';

/** The merchant could not be brought to where something can be judged: exit code 3. */
export function setUpError(message: string, hint: string, cause?: unknown): CliError {
  return new CliError(message, { exitCode: exitCodes.inconclusive, hint, cause });
}

/**
 * Opens a slot for the merchant, uses it, and closes it whatever happens; a signal ends the use, too.
 *
 * @throws {CliError} exit code 3 when the merchant or its gateway cannot be set up
 */
export async function withSlot<T>(
  config: ResolvedConfig,
  seed: number,
  use: (slot: Slot) => Promise<T>,
): Promise<T> {
  const dir = workFolder('gatecheck-fuzz');
  let slot: Slot | undefined;
  takeSignals((signal) => {
    process.stderr.write('Interrupted.\n');
    const code = signalCodes[signal];
    // What holds the merchant is closed first; a merchant that does not let go is left to the system.
    setTimeout(() => process.exit(code), 5_000).unref();
    void (slot?.close() ?? Promise.resolve()).finally(() => process.exit(code));
  });
  try {
    const starting = openSlot(config, { index: 0, dir: join(dir, 'slot'), seed });
    slot = await whileStarting(config, starting, (line) => process.stderr.write(`${line}\n`));
    if (slot.setupProblem !== null) throw setUpError(slot.setupProblem.message, slot.setupProblem.remedy);
    return await use(slot);
  } catch (error) {
    if (error instanceof TargetError || error instanceof SetupError) {
      throw setUpError(error.message, error.remedy, error);
    }
    throw error;
  } finally {
    await slot?.close();
  }
}

/**
 * Tries the merchant's set-up. The slot that is given back knows how the merchant understands notifications where it is
 * not as configured, and how long it takes where that is not configured.
 *
 * @throws {CliError} exit code 3 when nothing can be judged
 */
export async function triedOut(slot: Slot): Promise<Slot> {
  const result = await preflight(slot);
  const pace = result.pace === undefined ? [] : [paceInWords(result.pace)];
  for (const note of [...result.notes, ...pace]) process.stderr.write(`${note}\n`);
  if (!result.ok) {
    const problem = result.findings.find((finding) => !finding.ok);
    throw setUpError(problem?.message ?? 'The merchant cannot be tested.', problem?.remedy ?? '');
  }
  return withPreflight(slot, result);
}
