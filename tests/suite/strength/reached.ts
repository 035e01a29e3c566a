import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { everySite, type Site } from './sites.ts';
import { unreachedSites } from './unreached.ts';

/** How the judgements that were reached compare with the list of those that are known not to be. */
export interface Reach {
  readonly all: number;
  readonly reached: number;
  /** Not reached and not listed: nothing shows that they can find a merchant guilty. */
  readonly unproven: readonly Site[];
  /** Listed, and reached or no longer there. */
  readonly outdated: readonly string[];
}

export function compareReach(
  sites: readonly Site[],
  reached: ReadonlySet<string>,
  listed: readonly string[],
): Reach {
  const known = new Set(listed);
  const missing = new Set(sites.filter(({ key }) => !reached.has(key)).map(({ key }) => key));
  return {
    all: sites.length,
    reached: sites.length - missing.size,
    unproven: sites.filter(({ key }) => missing.has(key) && !known.has(key)),
    outdated: listed.filter((key) => !missing.has(key)),
  };
}

/**
 * Adds what a measurement has reached to what the file already has, so that parts add up to the whole, and prints the
 * judgements that nothing has reached.
 *
 * @returns whether they are exactly those of unreached.ts
 */
export function reportReached(file: string, now: readonly string[]): boolean {
  const before: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const reached = new Set([...before, ...now]);
  writeFileSync(file, `${JSON.stringify([...reached].sort(), null, 2)}\n`);
  const found = compareReach(everySite(), reached, unreachedSites);
  process.stdout.write(
    `${found.reached} of ${found.all} judgements of the checks are reached by a shop; unreached.ts lists ${unreachedSites.length} others\n`,
  );
  for (const { key, line, says } of found.unproven) {
    process.stdout.write(`  unreached, and not listed: ${key} (line ${line}) ${says}\n`);
  }
  for (const key of found.outdated) process.stdout.write(`  listed, and reached or gone: ${key}\n`);
  return found.unproven.length === 0 && found.outdated.length === 0;
}
