// Compiles the reference shop with all its variants into one file, because a shop that starts from its source
// costs half a second of a core, and the suite starts it many times.
//   node scripts/compile-shop.mjs OUT.cjs
// CommonJS, because Node starts that a sixth quicker than a module.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { listedFiles } from './listed-files.mjs';

const { resolve: resolvePackage } = createRequire(import.meta.url);
const [, , out = 'shop.cjs'] = process.argv;

/** Native code cannot be bundled, and the compiled file may lie outside the project. */
export const native = {
  name: 'native',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^libsql$/ }, ({ path }) => ({
      path: resolvePackage(path),
      external: true,
    })),
};

/**
 * Compiles the reference shop into one file.
 *
 * @param {string} outfile absolute
 * @param {import('esbuild').BuildOptions} options what of it stays outside
 */
export const compileShop = (outfile, { plugins = [], ...options }) =>
  build({
    entryPoints: [resolve(import.meta.dirname, '../fixtures/shops/reference/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    plugins: [listedFiles, ...plugins],
    ...options,
  });

if (process.argv[1] === import.meta.filename) await compileShop(resolve(out), { plugins: [native] });
