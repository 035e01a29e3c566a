// Certifies a shop as its makers do, with `gatecheck certify` in a process of its own, and reads the result.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, setUp } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A certification that takes longer hangs. */
const LIMIT_MS = 20 * 60_000;

const children = new Set();

/** When this process is asked to end, asks its children first: the shops that they started end with them. */
export function endWithChildren() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.on(signal, () => {
      for (const child of children) child.kill('SIGINT');
      process.exit(code);
    });
  }
}

/** Runs a program and gives its exit code, which is null where a signal ended it, and all that it printed. */
export function run([program, ...before], args, options) {
  const limits = { timeout: LIMIT_MS, killSignal: 'SIGINT' };
  const child = spawn(program, [...before, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...limits,
    ...options,
  });
  children.add(child);
  let output = '';
  const keep = (chunk) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    const end = (result) => {
      children.delete(child);
      resolve(result);
    };
    child.on('error', ({ message }) => end({ code: null, output: `${output}${message}\n` }));
    child.on('close', (code) => end({ code, output }));
  });
}

/** The result in a folder of reports; undefined where the run ended without one. */
export function resultIn(folder) {
  const file = join(folder, 'result.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Certifies the shop of a configuration, with its reports in the folder `out`. */
export async function certify({ config, out, args = [], env = {} }) {
  const command = [join(root, 'cli/gatecheck.mjs'), 'certify', '--config', config, '--out', out];
  const { code, output } = await run([process.execPath], [...command, '--no-allure', ...args], {
    // In a CI the command prints what failed, and not each check that passed.
    env: { ...process.env, CI: 'true', NO_COLOR: '1', ...env },
  });
  return { code, output, result: resultIn(out) };
}

/** Installs the locked packages of a shop that has some, and builds it where it says how. */
export async function installPackages(folder, say) {
  if (!existsSync(join(folder, 'package-lock.json'))) return;
  await setUp({ folder, say });
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (scripts.build === undefined) return;
  const { code, output } = await run(npmCommand(), ['run', 'build', '--silent'], { cwd: folder });
  if (code !== 0) throw new Error(`npm run build ended with ${code}\n${output}`);
}
