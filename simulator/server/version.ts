import { readFileSync } from 'node:fs';

let known: string | undefined;

/** The version of this package, from its manifest. */
export function packageVersion(): string {
  known ??= readVersion(new URL('.', import.meta.url));
  return known;
}

/** Looks upwards, so that it is found from the sources and from compiled files alike. */
function readVersion(folder: URL): string {
  const parent = new URL('../', folder);
  if (parent.href === folder.href) return 'unknown';
  try {
    const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
      return String(manifest.version);
    }
  } catch {
    // No manifest in this folder.
  }
  return readVersion(parent);
}
