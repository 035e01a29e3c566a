import { readFileSync } from 'node:fs';

/** The version of the suite, from its package. */
export function suiteVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
