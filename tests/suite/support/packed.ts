/** Packs the package from a copy of the sources, and installs it somewhere as a merchant would. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Result } from '../../../reports/result.ts';
import { userEnv } from './cli.ts';

const run = promisify(execFile);

/** The folder of the sources. */
export const root = resolve(import.meta.dirname, '../../..');

/** What is not part of the sources. */
const LEFT_OUT = new Set([
  'node_modules',
  '.git',
  '.gatecheck',
  'dist',
  'out',
  'allure-results',
  'test-results',
]);

const LIMIT_MS = 240_000;
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

export interface Packed {
  /** Path of the tarball. */
  readonly tarball: string;
  /** The paths in it. */
  readonly files: readonly string[];
}

export interface Installed {
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** What npm says of its own settings on this machine is nobody's fault. */
const warningsIn = (stderr: string): string[] =>
  stderr.split('\n').filter((line) => /^npm warn/i.test(line) && !/Unknown \w+ config/.test(line));

/** A copy of the sources with the installed packages, in which a test may write. */
export function copySources(work: string): string {
  const copy = join(work, 'sources');
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => relative(root, path) === '' || !LEFT_OUT.has(basename(path)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** `npm pack`, which builds, in a copy, so that nothing is written among the sources. */
export async function pack(work: string): Promise<Packed> {
  const copy = copySources(work);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', work, ...quiet], {
    cwd: copy,
    maxBuffer: 16 << 20,
    timeout: LIMIT_MS,
  });
  const found: unknown = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [told] = Array.isArray(found) ? found : Object.values(found as object);
  return {
    tarball: join(work, told.filename),
    files: told.files.map((file: { path: string }) => file.path),
  };
}

/**
 * Installs the tarball in a new folder.
 *
 * @param others packages of the merchant's own, each with an exact version.
 * @returns the folder, and what npm warned of: engines, deprecations, scripts that want to run
 */
export async function install(
  work: string,
  { tarball }: Packed,
  others: Readonly<Record<string, string>> = {},
): Promise<Installed> {
  const folder = join(work, 'merchant');
  mkdirSync(folder);
  const manifest = { dependencies: { ...others, gatecheck: `file:${tarball}` } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund'];
  const { stderr } = await run('npm', args, { cwd: folder, timeout: LIMIT_MS });
  return { folder, warnings: warningsIn(stderr) };
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command with a file of Node's and gives what it said. */
export function command(
  file: string,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: userEnv(env),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done({ code, output }));
  });
}

/** A command of the sources, unbundled: of the copy that was packed, which nobody edits meanwhile. */
export const fromSources = (work: string, cwd: string, args: readonly string[]): Promise<Ran> =>
  command(join(work, 'sources/cli/gatecheck.mjs'), cwd, args, { GATECHECK_SOURCE: '1' });

/** A command of an installation. */
export const fromPackage = (folder: string, cwd: string, args: readonly string[]): Promise<Ran> =>
  command(join(folder, 'node_modules/gatecheck/cli/gatecheck.mjs'), cwd, args);

/** What is judged of a run: everything but times and texts. */
export function judged(out: string): object | undefined {
  const file = join(out, 'result.json');
  if (!existsSync(file)) return undefined;
  const result: Result = JSON.parse(readFileSync(file, 'utf8'));
  const outcomes = (items: readonly { id: string; outcome: string }[]) =>
    Object.fromEntries(items.map(({ id, outcome }) => [id, outcome]));
  const { verdict, suite, configuration, readings, seed } = result;
  return {
    ...{ verdict, suite, configuration, readings, seed },
    checks: outcomes(result.checks),
    laws: outcomes(result.laws),
    requirements: outcomes(result.requirements),
  };
}
