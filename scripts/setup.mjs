// Makes a clone ready: checks Node, installs the locked dependencies when they are missing or outdated, and what the
// command needs of the machine.
//   node scripts/setup.mjs [--folder FOLDER] [NEED …]      a need is one of machine.mjs, such as browser or php
// Plain JavaScript without dependencies; quiet when there is nothing to do; safe to run several times at once.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lock } from './lock.mjs';
import { allNeeds, ensure } from './machine.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Node that runs the project, as in package.json. */
const oldest = [20, 19];

/**
 * Installs the dependencies if they are missing, and what else is needed, both at the same time.
 *
 * @param {{ folder?: string, needs?: readonly string[], say?: (line: string) => void }} [options]
 * @returns {Promise<string[]>} the needs that cannot be met here; a line each has said so
 * @throws {Error} with one line on what is wrong and what to do
 */
export async function prepare({ needs = [], say = toStdout, ...options } = {}) {
  const dependencies = setUp({ say, ...options });
  const machine = ensure(needs, { say, dependencies });
  // Nothing may go on behind the back of whoever is told that one of them failed.
  await Promise.allSettled([dependencies, machine]);
  await dependencies;
  return machine;
}

const toStdout = (line) => process.stdout.write(`${line}\n`);

/**
 * Installs the dependencies if they are missing.
 *
 * @param {{ folder?: string, say?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether anything was done
 * @throws {Error} with one line on what is wrong and what to do
 */
export async function setUp({ folder = root, say = toStdout } = {}) {
  checkNode();
  const stamp = join(folder, 'node_modules', '.gatecheck-setup');
  const wanted = `${digestOf(join(folder, 'package-lock.json'))} ${process.platform}-${process.arch} node ${process.versions.modules}\n`;
  if (textOf(stamp) === wanted) return false;
  const release = await lock(folder, () => say('setup: waiting for another installation in this folder …'));
  try {
    if (textOf(stamp) === wanted) return false;
    if (installed(folder)) {
      writeFileSync(stamp, wanted);
      return false;
    }
    say('setup: installing the dependencies (npm ci) …');
    const started = Date.now();
    await npmCi(folder);
    writeFileSync(stamp, wanted);
    say(`setup: dependencies installed in ${Math.round((Date.now() - started) / 1000)} s`);
    return true;
  } finally {
    release();
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new Error(`Node.js ${oldest.join('.')} or newer is needed, this is ${process.versions.node}.`);
  }
}

/** Whether npm already installed exactly what the lock file names; npm leaves its own list in node_modules. */
function installed(folder) {
  const wanted = packages(join(folder, 'package-lock.json'));
  const found = packages(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || found === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    const there = found[path];
    if (path === '' || !path.includes('node_modules/')) return true;
    return there === undefined ? Boolean(optional || devOptional) : there.version === version;
  });
}

function packages(path) {
  const text = textOf(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text).packages;
  } catch {
    return undefined;
  }
}

/** How npm is started here: as it was itself, when it started us, which needs no PATH. */
export function npmCommand(env = process.env) {
  const npm = env.npm_execpath;
  return npm?.endsWith('js') ? [process.execPath, npm] : ['npm'];
}

function npmCi(folder) {
  const [command, ...args] = npmCommand();
  const child = spawn(
    command,
    [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    },
  );
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-8000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(new Error(`npm cannot be started (${error.message}). Is it on the PATH?`)),
    );
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ci ended with ${code}. Is the registry reachable?\n${output.trim()}`));
    });
  });
}

function digestOf(path) {
  if (!existsSync(path)) throw new Error(`${path} is missing: this is not a complete copy of the project.`);
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  try {
    const { values, positionals } = parseArgs({
      options: { folder: { type: 'string', default: root } },
      allowPositionals: true,
    });
    const unknown = positionals.filter((need) => !allNeeds.includes(need));
    if (unknown.length > 0)
      throw new Error(`unknown need: ${unknown.join(', ')}. Known: ${allNeeds.join(', ')}.`);
    await prepare({ folder: values.folder, needs: positionals });
  } catch (error) {
    process.stderr.write(`setup: ${error.message}\n`);
    process.exitCode = 3;
  }
}
