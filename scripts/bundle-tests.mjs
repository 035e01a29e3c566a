// Bundles the test files: hundreds of modules, each found, read and translated by itself, cost every one of eighty
// processes a third of a second of a core.
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { listedFiles } from './listed-files.mjs';

const root = join(import.meta.dirname, '..');

/** A module finds its files where its source stands. */
const ownPlace = {
  name: 'own place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta')) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    }),
};

/**
 * Bundles test files into a folder under the project, laid out as their sources are.
 *
 * @param {readonly string[]} files relative to the project
 * @returns {Promise<{ files: string[], discard: () => void }>} the bundles, absolute, in the same order
 */
export async function bundleTests(files) {
  const out = join(root, 'node_modules', '.cache', 'gatecheck-tests', String(process.pid));
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    entryPoints: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file])),
    outdir: out,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    splitting: true,
    packages: 'external',
    sourcemap: true,
    plugins: [listedFiles, ownPlace],
  });
  return {
    files: files.map((file) => join(out, file.replace(/\.ts$/, '.js'))),
    discard: () => rmSync(out, { recursive: true, force: true }),
  };
}
