#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node gets one clear line instead of a syntax error.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`gatecheck needs Node.js 20.19 or newer, this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const { main } = await import(await entry());
  process.exitCode = await main(process.argv.slice(2));
}

/** Compiled, as in the published package; in a checkout its sources, bundled, or else as they are. */
async function entry() {
  const source = new URL('./main.ts', import.meta.url);
  if (!existsSync(source)) return new URL('../dist/cli/main.js', import.meta.url).href;
  const bundled = process.env.GATECHECK_SOURCE === undefined ? await bundledHere() : undefined;
  if (bundled !== undefined) return bundled;
  const { runSources } = await import('../scripts/sources.mjs').catch(() => {
    const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
    process.stderr.write(
      `gatecheck: the dependencies in ${root} are not installed. Run: npm ci --prefix "${root}"\n`,
    );
    process.exit(3);
  });
  runSources();
  return source.href;
}

/** Undefined when no bundle can be made; the sources then say what is wrong. */
async function bundledHere() {
  try {
    const { currentPackage } = await import('../scripts/current.mjs');
    return pathToFileURL(`${await currentPackage()}/dist/cli/main.js`).href;
  } catch {
    return undefined;
  }
}
