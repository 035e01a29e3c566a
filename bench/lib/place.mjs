// Where things are, and libraries of the product, which peers must not shadow.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bench = join(root, 'bench');
export const peersFolder = join(bench, 'node_modules');
/** What the command writes besides the page; ignored by git. */
export const scratch = join(root, '.gatecheck', 'bench');
/** The product as it is when installed: its package.json, its command and its compiled code, which Playwright takes as it is. */
export const installed = join(scratch, 'node_modules', 'gatecheck');
export const dist = join(installed, 'dist');
export const command = join(installed, 'cli', 'gatecheck.mjs');

const productRequire = createRequire(join(root, 'package.json'));

/** A library as the product uses it. */
export const product = (name) => productRequire(name);

/** A file in a peer's package; undefined where the package is not installed. */
export function peerFile(...parts) {
  const path = join(peersFolder, ...parts);
  return existsSync(path) ? path : undefined;
}
