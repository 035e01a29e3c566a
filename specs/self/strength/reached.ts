import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { everySite } from './sites.ts';
import { unreachedSites } from './unreached.ts';

/**
 * Adds what a measurement has reached to what the file already has, so that parts add up to the whole, and prints the
 * judgements that nothing has reached.
 *
 * @returns whether each of them has a reason in unreached.ts, and nothing there is reached
 */
export function reportReached(file: string, now: readonly string[]): boolean {
  const before: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const reached = new Set([...before, ...now]);
  writeFileSync(file, `${JSON.stringify([...reached].sort(), null, 2)}\n`);
  const sites = everySite();
  const missing = sites.filter(({ key }) => !reached.has(key));
  const unexplained = missing.filter(({ key }) => unreachedSites[key] === undefined);
  const outdated = Object.keys(unreachedSites).filter((key) => reached.has(key));
  process.stdout.write(
    `${sites.length - missing.length} of ${sites.length} judgements of the checks reached by a shop; ${missing.length - unexplained.length} others have a reason in unreached.ts\n`,
  );
  for (const { key, line, says } of unexplained) {
    process.stdout.write(`  unreached, without a reason: ${key} (line ${line}) ${says}\n`);
  }
  for (const key of outdated) process.stdout.write(`  reached, and listed as unreached: ${key}\n`);
  return unexplained.length === 0 && outdated.length === 0;
}
