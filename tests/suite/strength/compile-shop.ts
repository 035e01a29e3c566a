import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const compiler = resolve(import.meta.dirname, '../../../scripts/compile-shop.mjs');

/** Compiles the reference shop once for many slots. Gives the file and what deletes it. */
export async function compileShop(): Promise<{
  readonly main: string;
  readonly discard: () => Promise<void>;
}> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-shop-'));
  const main = join(dir, 'shop.cjs');
  await promisify(execFile)(process.execPath, [compiler, main]);
  return { main, discard: () => rm(dir, { recursive: true, force: true }) };
}
