// Compiles the package: JavaScript and types into dist/, and beside them the files that are no TypeScript.
//   node scripts/build.mjs [OUT]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(process.argv[2] ?? join(root, 'dist'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Where there are files that the compiler leaves behind and the program needs: pages, templates, schemas. */
const places = ['scripts/browser.mjs', 'scripts/browser.d.mts', 'simulator', 'reports', 'cli', 'scenarios'];

/** TypeScript is compiled; everything else is copied. */
const isPlain = (path) => !path.endsWith('.ts');

rmSync(out, { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status === 0) {
  for (const path of places) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    cpSync(join(root, path), join(out, path), { recursive: true, filter: isPlain });
  }
}
process.exitCode = compiled.status ?? 1;
