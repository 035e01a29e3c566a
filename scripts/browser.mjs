// Finds a Chromium for checks and tests of pages; `node scripts/setup.mjs browser` installs one if there is none.
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What to do where there is none. */
export const BROWSER_REMEDY =
  'Install Chromium (npx playwright install --with-deps chromium), or set CHROMIUM_PATH to one.';

const START_LIMIT_MS = 10_000;

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
 * The path of a browser that starts, or in a sentence why there is none.
 *
 * @param {() => Promise<string | undefined>} [find]
 * @returns {Promise<{ path: string } | { why: string }>}
 */
export async function tryBrowser(find = findBrowser) {
  try {
    const path = await find();
    if (path === undefined) return { why: 'There is no Chromium.' };
    const problem = await startProblem(path);
    return problem === undefined ? { path } : { why: `${path} cannot be started: ${problem}.` };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

/** A browser that lacks a library, or is a stand-in for one, says so when it is asked for its version. */
function startProblem(path) {
  // On Windows a browser that is asked for its version opens a window.
  if (process.platform === 'win32') return undefined;
  return new Promise((resolve) => {
    execFile(path, ['--version'], { timeout: START_LIMIT_MS }, (error, _stdout, stderr) => {
      const [line] = stderr.trim().split('\n');
      resolve(error === null ? undefined : line || `it ends with ${error.code ?? error.signal}`);
    });
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
