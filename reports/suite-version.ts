import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string() });

/** The version of the suite, from its package. */
export function suiteVersion(): string {
  // A compiled suite stands one folder deeper than its source.
  const places = ['../package.json', '../../package.json'].map((place) => new URL(place, import.meta.url));
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw new Error('The package.json of the suite is missing.');
  return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
