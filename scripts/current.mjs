// In a checkout the command runs a bundle of its sources, which is made anew when one of them has changed.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'gatecheck');
const parts = [
  'cli',
  'fixtures',
  'history',
  'ledger',
  'messages',
  'obligations',
  'reports',
  'scenarios',
  'scripts',
  'simulator',
  'specs',
  'suite',
];
const files = ['package.json', 'package-lock.json', 'playwright.config.ts'];
const DAY_MS = 24 * 60 * 60_000;

/**
 * The folder of a package made of the sources as they are now, laid out as a published one is.
 *
 * @returns {Promise<string>} its absolute path
 * @throws when it cannot be made: a source is wrong, esbuild is missing, or nothing can be written
 */
export async function currentPackage() {
  const folder = join(cache, stateOfSources());
  if (!existsSync(folder)) await make(folder);
  return folder;
}

/** What a command has written is no source: a run would make the next one bundle everything again. */
const isWritten = (folder, entries) =>
  folder === 'reports/out' || entries.some(({ name }) => name === '.gitignore');

/** Names the state of the sources: changes with the name, size or time of any file. */
function stateOfSources() {
  const hash = createHash('sha256');
  const note = (path) => {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const file of files) note(file);
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    if (isWritten(folder, entries)) return;
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) note(path);
    }
  };
  for (const part of parts) walk(part);
  return hash.digest('hex').slice(0, 16);
}

async function make(folder) {
  const { bundle } = await import('./bundle.mjs');
  const draft = `${folder}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    await bundle(join(draft, 'dist'), { variants: true });
    mkdirSync(join(draft, 'cli'));
    for (const file of ['package.json', 'cli/gatecheck.mjs']) cpSync(join(root, file), join(draft, file));
    forget();
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have made the same one meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** A bundle of another state may still be running, but not for days. */
function forget() {
  for (const name of readdirSync(cache)) {
    const old = join(cache, name);
    // Another process may forget the same one.
    const { mtimeMs } = statSync(old, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - DAY_MS) rmSync(old, { recursive: true, force: true });
  }
}
