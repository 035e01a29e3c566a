// Finds a Chromium for the tests with a browser; `node scripts/browser.mjs --ensure` installs one if there is none.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The headless shell first: it is the same browser without its windows, and costs half as much. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of an installed Chromium or Chrome: what CHROMIUM_PATH names, the usual places, the PATH,
 * Playwright's own.
 *
 * @returns {Promise<string | undefined>} undefined if there is none
 * @throws {Error} if CHROMIUM_PATH names something that cannot be run
 */
export async function findBrowser(env = process.env) {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (!runnable(named))
      throw new Error(`CHROMIUM_PATH is "${named}", which is no program that can be run.`);
    return named;
  }
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...places, ...onPath].find(runnable) ?? (await playwrightsOwn());
}

/**
 * As `findBrowser`, but installs one where there is none: Playwright's, or on Debian as root the package.
 *
 * @param {(line: string) => void} [say] gets a line for each thing that is done
 * @throws {Error} with one line on what to do, if none can be had
 */
export async function ensureBrowser(say = (line) => process.stdout.write(`${line}\n`)) {
  const found = await findBrowser();
  if (found !== undefined) return found;
  for (const { name, command, limitMs } of installers()) {
    say(`browser: ${name} …`);
    if (await succeeds(command, limitMs)) {
      const installed = await findBrowser();
      if (installed !== undefined) {
        say(`browser: ${installed}`);
        return installed;
      }
    }
    say(`browser: ${name} did not succeed`);
  }
  throw new Error('there is no Chromium. Install one, or set CHROMIUM_PATH to it.');
}

function installers() {
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=60'];
  return [
    {
      name: 'installing it with Playwright',
      command: [process.execPath, playwright, 'install', 'chromium'],
      limitMs: 120_000,
    },
    ...(isDebian
      ? [
          { name: 'updating the package lists', command: [...apt, 'update', '-q'], limitMs: 120_000 },
          ...['chromium-headless-shell', 'chromium'].map((name) => ({
            name: `installing the package ${name}`,
            command: [...apt, 'install', '-y', '-q', '--no-install-recommends', name],
            limitMs: 300_000,
          })),
        ]
      : []),
  ];
}

function succeeds([program, ...args], limitMs) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'ignore',
      timeout: limitMs,
      killSignal: 'SIGKILL',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('@playwright/test');
    const path = chromium.executablePath();
    return runnable(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.includes('--ensure') ? ensureBrowser() : findBrowser();
  wanted
    .then((path) => {
      process.stdout.write(`${path ?? 'none found; node scripts/browser.mjs --ensure installs one'}\n`);
      process.exitCode = path === undefined ? 3 : 0;
    })
    .catch((error) => {
      process.stderr.write(`browser: ${error.message}\n`);
      process.exitCode = 3;
    });
}
