// What tests and commands need of the machine beyond Node and the packages of npm. Looks whether it is there, and
// installs it where that is possible: packages on Debian as root, elsewhere Playwright's own browser.
// Plain JavaScript without dependencies: it runs before they are installed.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSER_REMEDY, findBrowser, tryBrowser } from './browser.mjs';
import { lock } from './lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const runs = (command, env) => spawnSync(command[0], command.slice(1), { env, stdio: 'ignore' }).status === 0;

/** One that is named and is none is a mistake, and nothing that could be installed. */
async function hasBrowser(env) {
  const path = await findBrowser(env);
  const { why } = await tryBrowser(async () => path);
  if (why !== undefined && env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH: ${why}`);
  return why === undefined;
}

/** Each need: what it is, what is left out without it, whether it is there, Debian's packages (the first that it has). */
const catalogue = {
  browser: {
    what: 'a Chromium',
    without: 'nothing is tried in pages',
    has: hasBrowser,
    packages: [['chromium-headless-shell'], ['chromium']],
    remedy: BROWSER_REMEDY,
  },
  python: {
    what: 'Python 3 with sqlite3',
    without: 'the merchant in Python is left out',
    has: async (env) => runs(['python3', '-c', 'import sqlite3, http.server'], env),
    packages: [['python3']],
    remedy: 'Install python3.',
  },
  php: {
    what: 'PHP with curl and pdo_sqlite',
    without: 'the merchant in PHP is left out',
    has: async (env) =>
      runs(['php', '-r', 'exit(extension_loaded("curl") && extension_loaded("pdo_sqlite") ? 0 : 1);'], env),
    packages: [['php-cli', 'php-curl', 'php-sqlite3']],
    remedy: 'Install php with its extensions curl and pdo_sqlite (Debian: php-cli, php-curl, php-sqlite3).',
  },
  wordpress: {
    what: 'PHP with curl and mysqli, and a MariaDB',
    without: 'the WordPress example is left out',
    has: async (env) =>
      runs(['php', '-r', 'exit(extension_loaded("curl") && extension_loaded("mysqli") ? 0 : 1);'], env) &&
      runs(['/bin/sh', '-c', 'PATH=$PATH:/usr/sbin mariadbd --version'], env),
    packages: [['php-cli', 'php-curl', 'php-mysql', 'mariadb-server-core']],
    remedy: 'Install them (Debian: php-cli, php-curl, php-mysql, mariadb-server-core).',
  },
  postgres: {
    what: 'a PostgreSQL server',
    without: 'the merchants with PostgreSQL are left out',
    has: async (env) =>
      runs(
        ['/bin/sh', '-c', 'PATH=$PATH:$(ls -d /usr/lib/postgresql/*/bin | tail -n 1) postgres --version'],
        env,
      ),
    packages: [['postgresql']],
    remedy: 'Install it (Debian: postgresql).',
  },
  ruby: {
    what: 'Ruby with sqlite3, rack and puma',
    without: 'the merchant in Ruby is left out',
    has: async (env) => runs(['ruby', '-e', 'require "sqlite3"; require "rack"; require "puma"'], env),
    packages: [['ruby', 'ruby-sqlite3', 'ruby-rack', 'puma']],
    remedy: 'Install them (Debian: ruby, ruby-sqlite3, ruby-rack, puma).',
  },
  go: {
    what: 'a Go compiler',
    without: 'the merchant in Go is left out',
    has: async (env) => runs(['go', 'version'], env),
    packages: [['golang-go']],
    remedy: 'Install Go (Debian: golang-go).',
  },
  java: {
    what: 'a JDK 17',
    without: 'the merchant in Java is left out',
    has: async (env) => runs(['javac', '--release', '17', '-version'], env),
    packages: [['openjdk-17-jdk-headless'], ['default-jdk-headless']],
    remedy: 'Install a JDK (Debian: openjdk-17-jdk-headless).',
  },
  django: {
    what: 'Django for /usr/bin/python3',
    without: 'the merchant in Django is left out',
    has: async (env) => runs(['/usr/bin/python3', '-c', 'import django, sqlite3'], env),
    packages: [['python3-django']],
    remedy: 'Install it (Debian: python3-django).',
  },
  'python-clients': {
    what: 'requests, urllib3 and httpx for /usr/bin/python3',
    without: 'the simulator is not tried with them',
    has: async (env) => runs(['/usr/bin/python3', '-c', 'import requests, urllib3, httpx'], env),
    packages: [['python3-requests', 'python3-urllib3', 'python3-httpx']],
    remedy: 'Install them (Debian: python3-requests, python3-urllib3, python3-httpx).',
  },
  'ruby-clients': {
    what: 'Ruby with faraday',
    without: 'the simulator is not tried with the clients of Ruby',
    has: async (env) => runs(['ruby', '-e', 'require "faraday"'], env),
    packages: [['ruby', 'ruby-faraday']],
    remedy: 'Install them (Debian: ruby, ruby-faraday).',
  },
};

/** The names of all needs. */
export const allNeeds = Object.keys(catalogue);

/** Why a test is skipped that needs this; false when the machine has it. */
export async function lacks(need, env = process.env) {
  const { what, has, remedy } = catalogue[need];
  return (await has(env)) ? false : `there is no ${what.replace(/^an? /, '')}. ${remedy}`;
}

/**
 * Makes sure of what is needed. What cannot be had is said in one line each, with what to do.
 *
 * @param {readonly string[]} needs
 * @param {object} options
 * @param {(line: string) => void} options.say gets a line for each thing that is done, and how long it took
 * @param {Promise<unknown>} [options.dependencies] ends when the packages of npm are there
 * @param {boolean} [options.mayInstallPackages] by default: on Debian, as root
 * @returns {Promise<string[]>} the needs that are not met
 * @throws {Error} if CHROMIUM_PATH names no program
 */
export async function ensure(needs, { say, env = process.env, ...options }) {
  const { dependencies, mayInstallPackages = isDebianRoot() } = options;
  const whys = new Map();
  if (mayInstallPackages) {
    const wanted = await absent(needs, env);
    if (wanted.length > 0) await installPackages(wanted, { say, env, whys });
  }
  await dependencies;
  if ((await absent(needs, env)).includes('browser')) await installBrowser({ say, env, whys });
  const missing = await absent(needs, env);
  for (const need of missing) {
    const { what, without, remedy } = catalogue[need];
    const why = whys.get(need) ?? 'only root can install packages, and only on Debian';
    say(`setup: ${what} is missing, so ${without} (${why}). ${remedy}`);
  }
  return missing;
}

async function absent(needs, env) {
  const found = await Promise.all(needs.map((need) => catalogue[need].has(env)));
  return needs.filter((_, index) => !found[index]);
}

const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

// Somebody else's apt-get is waited for; a mirror that does not answer is not.
const apt = [
  'apt-get',
  '-q',
  ...['DPkg::Lock::Timeout=300', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'].flatMap((o) => ['-o', o]),
];

/** All in one go; if that fails, each by itself, so that one does not keep the others away. */
async function installPackages(needs, { say, env, whys }) {
  const release = await lock('machine', () =>
    say('setup: waiting for another installation on this machine …'),
  );
  try {
    const wanted = await absent(needs, env);
    if (wanted.length === 0) return;
    const started = Date.now();
    say(`setup: installing ${wanted.map((need) => catalogue[need].what).join(', ')} (apt-get) …`);
    const updated = await run([...apt, 'update'], env);
    const chosen = wanted.map((need) => [need, available(catalogue[need].packages, env)]);
    for (const [need, packages] of chosen) {
      const lists = updated.ok ? '' : `; apt-get update: ${updated.reason}`;
      if (packages === undefined) whys.set(need, `this Debian has no package of it${lists}`);
    }
    const there = chosen.filter(([, packages]) => packages !== undefined);
    const all = there.flatMap(([, packages]) => packages);
    if (all.length === 0) return;
    const whole = await install(all, env);
    for (const [need, packages] of whole.ok || there.length === 1 ? [] : there) {
      const { ok, reason } = await install(packages, env);
      if (!ok) whys.set(need, `apt-get install: ${reason}`);
    }
    if (!whole.ok && there.length === 1) whys.set(there[0][0], `apt-get install: ${whole.reason}`);
    const took = Math.round((Date.now() - started) / 1000);
    const left = await absent(wanted, env);
    const got = there.filter(([need]) => !left.includes(need)).flatMap(([, packages]) => packages);
    if (got.length > 0) say(`setup: ${got.join(', ')} installed in ${took} s`);
  } finally {
    release();
  }
}

const install = (packages, env) =>
  run([...apt, 'install', '-y', '--no-install-recommends', ...packages], env);

/** The first of these sets of packages that Debian has. */
function available(sets, env) {
  const candidate = (name) => {
    const { stdout } = spawnSync('apt-cache', ['policy', name], { env, encoding: 'utf8' });
    return /^\s*Candidate: (?!\(none\))/m.test(stdout ?? '');
  };
  return sets.find((packages) => packages.every(candidate));
}

async function installBrowser({ say, env, whys }) {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const started = Date.now();
  say('setup: installing a Chromium (playwright install) …');
  const { ok, reason } = await run([process.execPath, cli, 'install', 'chromium'], env);
  if (ok) say(`setup: a Chromium installed in ${Math.round((Date.now() - started) / 1000)} s`);
  const before = whys.get('browser');
  whys.set('browser', [...(before ? [before] : []), `playwright install: ${reason}`].join('; '));
}

const LIMIT_MS = 300_000;

/**
 * Runs an installer in a process group of its own, and with its output in a file: a Ctrl-C in the middle would leave
 * half a package behind. It goes on by itself then, and the next run waits for it.
 */
async function run([program, ...args], env) {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-install-'));
  const log = join(folder, 'output');
  const output = openSync(log, 'w');
  try {
    return await new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: root,
        detached: true,
        stdio: ['ignore', output, output],
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      });
      // A limit given to spawn() goes on for a program that could not be started, and keeps this process waiting.
      const limit = setTimeout(() => child.kill(), LIMIT_MS);
      child.on('error', (error) => {
        clearTimeout(limit);
        resolve({ ok: false, reason: error.message });
      });
      child.on('close', (code, signal) => {
        clearTimeout(limit);
        const reason = signal === null ? lastError(readFileSync(log, 'utf8'), code) : TOO_LONG;
        resolve({ ok: code === 0, reason });
      });
    });
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }
}

const TOO_LONG = `no end within ${LIMIT_MS / 1000} s`;

/** The line that says why, of all that an installer has written. */
function lastError(output, code) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => /^(E:|Error:|error )/.test(each)) ?? lines.at(-1) ?? '';
  return line.trim().slice(0, 200) || `ended with ${code}`;
}
