import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Compiles the reference shop with all its variants into one file, because a shop that starts from source
 * costs half a second of a core and some checks start it many times. Gives the file and what deletes it.
 */
export async function compileShop(): Promise<{
  readonly main: string;
  readonly discard: () => Promise<void>;
}> {
  // Inside the project, so that libsql is found.
  const dir = resolve(root, '.gatecheck', `shop-${process.pid}`);
  await mkdir(dir, { recursive: true });
  const main = resolve(dir, 'shop.mjs');
  await build({
    entryPoints: [resolve(root, 'fixtures/shops/reference/main.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return { main, discard: () => rm(dir, { recursive: true, force: true }) };
}
