#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node gets one clear line instead of a syntax error.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`gatecheck needs Node.js 20.19 or newer, this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const { main } = await import(await entry());
  process.exitCode = await main(process.argv.slice(2));
}

/** Compiled, as in the published package, or the TypeScript source through tsx. */
async function entry() {
  const source = new URL('./main.ts', import.meta.url);
  const compiled = new URL('../dist/cli/main.js', import.meta.url);
  const installed = fileURLToPath(import.meta.url).includes('/node_modules/');
  if (existsSync(compiled) && (installed || !existsSync(source))) return compiled.href;
  const { register } = await import('tsx/esm/api').catch(() => {
    process.stderr.write('gatecheck: the dependencies are not installed. Run: npm ci\n');
    process.exit(3);
  });
  register();
  return source.href;
}
