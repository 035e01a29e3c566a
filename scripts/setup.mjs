// Makes a clone ready: checks Node and installs the locked dependencies when they are missing or outdated.
// Plain JavaScript without dependencies; quiet when there is nothing to do; safe to run several times at once.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Node that runs the project, as in package.json. */
const oldest = [20, 19];

/**
 * Installs what is missing.
 *
 * @param {{ folder?: string, say?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether anything was done
 * @throws {Error} with one line on what is wrong and what to do
 */
export async function setUp({ folder = root, say = (line) => process.stdout.write(`${line}\n`) } = {}) {
  checkNode();
  const stamp = join(folder, 'node_modules', '.gatecheck-setup');
  const wanted = `${digestOf(join(folder, 'package-lock.json'))} ${process.platform}-${process.arch} node ${process.versions.modules}\n`;
  if (textOf(stamp) === wanted) return false;
  const release = await lock(folder, say);
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

function npmCi(folder) {
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('js') ? [process.execPath, [npm]] : ['npm', []];
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

/** One installation at a time for a folder; a lock whose process is gone is taken over. */
async function lock(folder, say) {
  const path = join(
    tmpdir(),
    `gatecheck-setup-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`,
  );
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(path);
      writeFileSync(join(path, 'pid'), String(process.pid));
      return () => rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (tries === 0) say('setup: waiting for another installation in this folder …');
    const holder = Number(textOf(join(path, 'pid')));
    // Between making the folder and writing the number the holder has no number yet.
    if (holder > 0 ? !alive(holder) : tries > 20) rmSync(path, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp(process.argv[2] === undefined ? {} : { folder: process.argv[2] }).catch((error) => {
    process.stderr.write(`setup: ${error.message}\n`);
    process.exitCode = 3;
  });
}
