import type { BuildOptions, Plugin } from 'esbuild';

/** Leaves native code outside, at the place where it is installed. */
export const native: Plugin;

/** Compiles the reference shop into one file, by an absolute name. */
export function compileShop(outfile: string, options: BuildOptions): Promise<unknown>;
