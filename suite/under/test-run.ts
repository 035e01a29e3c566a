import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessGroup } from '../process/group.ts';
import { OutputLog, SetupError } from '../process/index.ts';
import { readResults, type TestResult } from './results.ts';

/** How the tests of others are run. */
export interface TestCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folder in which it runs, absolute. */
  readonly cwd: string;
  /** JUnit files that it writes; null: its exit code alone counts. */
  readonly results: string | null;
  readonly timeoutMs: number;
  readonly secrets: readonly string[];
}

/** What one run of the tests came to. */
export interface TestRun {
  /** "exit code 0", "signal SIGKILL", "no end within 600000 ms". */
  readonly ending: string;
  readonly ok: boolean;
  /** By name. Where no file tells of single tests, the command stands for all of them. */
  readonly tests: readonly TestResult[];
  /** The last lines that it printed, without secrets. */
  readonly tail: string;
  readonly durationMs: number;
}

/** The name under which the command as a whole is reported. */
export const WHOLE = 'the whole command';

/**
 * Runs the tests once.
 *
 * @param env what they get in their environment beside ours
 * @param outputFile where their output goes
 * @throws {SetupError} when there is no such program
 * @throws {ResultsError} when what they wrote is no JUnit report
 */
export async function runTests(
  { command, cwd, results, timeoutMs, secrets }: TestCommand,
  env: Readonly<Record<string, string>>,
  outputFile: string,
  signal: AbortSignal,
): Promise<TestRun> {
  const output = new OutputLog({ file: outputFile, secrets });
  const since = Date.now();
  const begun = performance.now();
  const group = await ProcessGroup.start({
    command,
    cwd,
    env: { ...ownEnvironment(), ...env },
    onOutput: (chunk) => output.write(chunk),
  }).catch(async (error: unknown) => {
    await output.close();
    throw new SetupError(
      `The command cannot be started: ${error instanceof Error ? error.message : String(error)}.`,
      `Is ${JSON.stringify(command[0])} the name of a program? What stands after -- is run as it is; for a line of the shell write -- sh -c '…'.`,
      { cause: error },
    );
  });
  const ended = new AbortController();
  const limit = { ref: false, signal: AbortSignal.any([signal, ended.signal]) };
  const late = sleep(timeoutMs, 'late' as const, limit).catch(() => 'ended from outside' as const);
  const end = await Promise.race([group.ended, late]);
  ended.abort();
  if (group.alive()) await group.kill();
  await group.drained();
  await output.close();
  const ending = end === 'late' ? `no end within ${timeoutMs} ms` : end;
  const ok = ending === 'exit code 0';
  const told = results === null ? [] : await readResults(results, cwd, since);
  return {
    ending,
    ok,
    tests: withWhole(told, ok, `${ending}\n${output.tail(15)}`),
    tail: output.tail(15),
    durationMs: Math.round(performance.now() - begun),
  };
}

/** The command fails for itself where no test of its failed, and there is nothing else to go by. */
function withWhole(tests: readonly TestResult[], ok: boolean, message: string): readonly TestResult[] {
  if (tests.some(({ outcome }) => outcome === 'failed')) return tests;
  if (tests.length > 0 && ok) return tests;
  return [...tests, { name: WHOLE, outcome: ok ? 'passed' : 'failed', message }];
}

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
