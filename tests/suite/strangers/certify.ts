import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { certify, installPackages } from '../../../scripts/certify.mjs';
import { certifiedOf } from './certified.ts';
import type { Outcome } from './report.ts';
import type { Stranger } from './shops.ts';

export interface Options {
  readonly seed: number;
  /** Only this check, instead of all. */
  readonly check?: string | undefined;
  /** Where reports and written configurations go. */
  readonly dir: string;
  readonly say: (line: string) => void;
}

/** Certifies a conforming shop as its author would. */
export async function certifyStranger(shop: Stranger, options: Options): Promise<Outcome> {
  const { seed, check, dir, say } = options;
  const began = performance.now();
  const about = { shop, seed, isPart: check !== undefined };
  try {
    if (shop.folder !== undefined) await installPackages(shop.folder, say);
    mkdirSync(dir, { recursive: true });
    const only = check === undefined ? [] : ['--only', check];
    const { result, output } = await certify({
      config: shop.config(dir),
      out: join(dir, shop.name),
      args: ['--seed', String(seed), '--workers', String(shop.slots), ...only],
      // The shops of the blind rounds want to know which fault they have.
      env: { FAULT: 'none' },
    });
    const seconds = (performance.now() - began) / 1000;
    return { ...about, seconds, output, certified: result && certifiedOf(result) };
  } catch (error) {
    const seconds = (performance.now() - began) / 1000;
    const output = error instanceof Error ? error.message : String(error);
    return { ...about, seconds, output, certified: undefined };
  }
}
