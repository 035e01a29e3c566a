// Bundles all that a command can reach into a few files of JavaScript: hundreds of modules, each found, read and
// translated by itself, cost a second of a core in every process that a run starts.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { compileShop } from './compile-shop.mjs';
import { listedFiles } from './listed-files.mjs';

const root = resolve(import.meta.dirname, '..');

/** What is started or imported by its name. */
const entries = [
  'cli/main',
  'playwright.config',
  'fixtures/global-setup',
  'reports/reporter/playwright-reporter',
  ...['conformance/conformance', 'journeys/journeys'].map((name) => `specs/${name}.spec`),
  ...['signatures', 'notifications', 'idempotency', 'statuses'].map(
    (name) => `specs/properties/${name}.spec`,
  ),
  'suite/config/index',
  'simulator/index',
];

/** Where there are files that the program reads at run time: pages, templates, schemas. */
const places = ['simulator', 'reports/schema', 'cli', 'ledger'];
const isRead = (path) => !path.endsWith('.ts') && !path.endsWith('gatecheck.mjs');

const HERE = '__GATECHECK_BUNDLE__';

/** A module finds its files from where it would stand if it were not bundled. */
const ownPlace = {
  name: 'own place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta')) return undefined;
      const place = relative(root, path).split(sep).join('/').replace(/ts$/, 'js');
      const url = `new URL(${JSON.stringify(place)}, new URL(${HERE}, import.meta.url))`;
      const contents = text
        .replaceAll('import.meta.url', `${url}.href`)
        .replaceAll('import.meta.filename', `process.getBuiltinModule('node:url').fileURLToPath(${url})`)
        .replaceAll(
          'import.meta.dirname',
          `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`,
        );
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    }),
};

/** The reference shop can be told to be another one; those are for our own tests. */
const honestOnly = {
  name: 'honest only',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/(faulty|unusual)\/index\.ts$/ }, ({ path }) => ({ path, external: true })),
};

/**
 * Writes the bundle, and beside it what it reads.
 *
 * @param {string} out the folder, absolute
 * @param {{ variants?: boolean }} [options] whether the reference shop can be every faulty and unusual one, too
 * @throws when a source cannot be translated
 */
export async function bundle(out, { variants = false } = {}) {
  const made = await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    entryPoints: Object.fromEntries(entries.map((name) => [name, `${name}.ts`])),
    outdir: out,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    splitting: true,
    packages: 'external',
    plugins: [listedFiles, ownPlace],
    write: false,
  });
  for (const { path, text } of made.outputFiles) {
    const up = relative(dirname(path), out).split(sep).join('/');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll(HERE, JSON.stringify(up === '' ? './' : `${up}/`)));
  }
  // Only native code cannot be bundled; what is published contains none of its dependencies.
  await compileShop(
    join(out, 'fixtures/shops/reference/main.cjs'),
    variants ? { external: ['libsql'] } : { packages: 'external', plugins: [honestOnly] },
  );
  for (const place of places) {
    mkdirSync(dirname(join(out, place)), { recursive: true });
    cpSync(join(root, place), join(out, place), { recursive: true, filter: isRead });
  }
}
