import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { interruptNote } from '../../history/run-env.ts';
import { unwatch, watch } from '../../suite/process/watchdog.ts';
import { usageError } from './exit.ts';
import { signalCodes, takeSignals } from './signals.ts';

/** How a run of the test runner ended. */
export interface RunnerEnd {
  readonly code: number | null;
  /** The signal that a person or a supervisor sent us meanwhile; null when it ended by itself. */
  readonly interruptedBy: 'SIGINT' | 'SIGTERM' | null;
  /** The last lines that it wrote to its error stream. */
  readonly lastLines: readonly string[];
}

/** All that the runner loads is JavaScript by now: its translator of TypeScript would be a thread more in each process. */
const RUNNER_ENV = { PW_DISABLE_TS_ESM: '1' };

const TAIL_CHARACTERS = 8_000;
const TAIL_LINES = 20;
/** How long an interrupted runner may take to clean up before it is killed. */
const GRACE_MS = 20_000;

/** Names of Playwright's own reporters. */
const BUILT_IN: ReadonlySet<string> = new Set('blob dot github html json junit line list null'.split(' '));

/** @throws {CliError} where the environment gives the runner a reporter that is not there */
export function checkReporter(): void {
  const { PW_TEST_REPORTER: name } = process.env;
  if (!name || BUILT_IN.has(name)) return;
  try {
    createRequire(import.meta.url).resolve(name, { paths: [process.cwd()] });
  } catch {
    throw usageError(
      `the reporter ${name}, which PW_TEST_REPORTER names for Playwright, is not there.`,
      'Unset PW_TEST_REPORTER.',
    );
  }
}

/**
 * Runs Playwright's test command and waits for its end. The runner has a process group of its own, so that a
 * Ctrl-C reaches it once, through us: the first signal lets it clean up, the second kills it.
 */
export function runPlaywright(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<RunnerEnd> {
  const command = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [command, 'test', ...args], {
    env: { ...process.env, ...RUNNER_ENV, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
    detached: true,
  });
  // Also where this command is killed, all that the runner started ends.
  if (child.pid !== undefined) watch(child.pid);
  let tail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARACTERS);
  });
  let interruptedBy: RunnerEnd['interruptedBy'] = null;
  let grace: NodeJS.Timeout | undefined;
  const signalAll = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended by itself.
    }
  };
  const kill = () => signalAll('SIGKILL');
  takeSignals((signal) => {
    if (child.exitCode !== null || child.signalCode !== null) process.exit(signalCodes[signal]);
    if (interruptedBy !== null) {
      kill();
      return;
    }
    interruptedBy = signal;
    writeFileSync(interruptNote(env), '');
    // The runner cleans up on SIGINT only; SIGTERM would end it on the spot. A worker that is caught in a loop ends by it.
    signalAll('SIGINT');
    grace = setTimeout(kill, GRACE_MS);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A worker that never gives the processor back does not notice that its runner has ended.
    child.once('exit', kill);
    child.once('close', (code) => {
      clearTimeout(grace);
      if (child.pid !== undefined) unwatch(child.pid);
      const lastLines = tail.trimEnd().split('\n').slice(-TAIL_LINES);
      resolve({ code, interruptedBy, lastLines });
    });
  });
}
