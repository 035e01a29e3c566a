import { readFileSync } from 'node:fs';

/** The version of the installed package, from source as well as compiled. */
export function packageVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const found: unknown = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (typeof found === 'object' && found !== null && 'version' in found) return String(found.version);
    } catch {
      // The compiled command stands one folder deeper than the source.
    }
  }
  return 'unknown';
}
