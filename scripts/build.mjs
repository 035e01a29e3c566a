// Makes the package: the bundle of everything that a command can reach, and the types of what is exported.
//   node scripts/build.mjs [OUT]
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(process.argv[2] ?? join(root, 'dist'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(out, { recursive: true, force: true });
const types = [tsc, '-p', 'tsconfig.types.json', '--outDir', out];
const { status } = spawnSync(process.execPath, types, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const name of readdirSync(out, { recursive: true })) {
  if (name.endsWith('.d.ts')) rename(join(out, name));
}
await bundle(out);

/** The compiler rewrites `./x.ts` to `./x.js` in JavaScript and leaves it in types, where old compilers refuse it. */
function rename(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]*)\.ts(?=['"])/g, '$1.js'));
}
