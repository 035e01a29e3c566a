import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The command. */
export const bin = fileURLToPath(new URL('../../../cli/gatecheck.mjs', import.meta.url));

/** The environment of somebody at a prompt, also where a CI runs the tests: there the command says less, and annotates. */
export const userEnv = (more: Readonly<Record<string, string>> = {}) => ({
  ...process.env,
  CI: '',
  GITHUB_ACTIONS: '',
  NO_COLOR: '1',
  ...more,
});

/** What a run of the command did, seen from outside. */
export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Sends a signal to the command while it reads an input that does not end, and answers its exit code. */
export function signalled(args: readonly string[], signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
    child.stdin.on('error', () => {});
    // More than a pipe holds: once it is written, the command reads, so it runs.
    child.stdin.write(' '.repeat(4 << 20), () => child.kill(signal));
  });
}

/** Runs the command as a user would, with exactly these additions to the environment. */
export function gatecheck(
  args: readonly string[],
  {
    env = {},
    input = '',
    cwd = process.cwd(),
  }: { env?: Record<string, string>; input?: string | Buffer; cwd?: string } = {},
): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: userEnv(env),
    });
    const run: CliRun = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      run.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      run.stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...run, code }));
    // A command that refuses its arguments does not read its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
