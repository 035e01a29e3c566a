// Compiles the package into dist/: JavaScript of everything that a command can reach, the types of what is
// exported, and beside them the files that are no TypeScript.
//   node scripts/build.mjs [OUT]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(process.argv[2] ?? join(root, 'dist'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Where there are files that the compiler leaves behind and the program needs: pages, templates, schemas. */
const places = ['scripts/browser.mjs', 'simulator', 'reports/schema', 'cli', 'scenarios'];

/** The reference shop can be told to be another one; those are for our own tests. */
const left = ['fixtures/shops/faulty', 'fixtures/shops/unusual'];

/** TypeScript is compiled; everything else is copied. */
const isPlain = (path) => !path.endsWith('.ts') && !path.endsWith('gatecheck.mjs');

rmSync(out, { recursive: true, force: true });
process.exitCode =
  ['tsconfig.build.json', 'tsconfig.types.json'].map(compile).find((code) => code !== 0) ?? 0;
if (process.exitCode === 0) {
  for (const path of places) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    cpSync(join(root, path), join(out, path), { recursive: true, filter: isPlain });
  }
  for (const path of left) rmSync(join(out, path), { recursive: true, force: true });
  for (const name of readdirSync(out, { recursive: true }))
    if (name.endsWith('.d.ts')) rename(join(out, name));
}

function compile(project) {
  const args = [tsc, '-p', project, '--outDir', out];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/** The compiler rewrites `./x.ts` to `./x.js` in JavaScript and leaves it in types, where old compilers refuse it. */
function rename(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]*)\.ts(?=['"])/g, '$1.js'));
}
