import { relative } from 'node:path';

/** A path as a person here would write it: relative when it lies below the current folder. */
export function shortPath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
}
