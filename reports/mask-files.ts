import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unmistakable } from '../history/events.ts';
import { masker } from '../history/masker.ts';
import { harmless } from '../history/printable.ts';
import { writeWhole } from './files.ts';

/** The bytes of a JSON file, as characters, in which no text turns the direction of what follows, or steers a terminal. */
function withoutSteering(name: string, latin1: string): string {
  if (!/\.(?:json|ndjson)$/.test(name)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  const safe = harmless(text);
  return safe === text ? latin1 : Buffer.from(safe).toString('latin1');
}

/**
 * Masks secrets in the files below a folder that others have written there, such as Allure's results. Only
 * files in which masking changes something are written again.
 *
 * @returns the names of those files.
 */
export function maskFiles(dir: string, secrets: readonly string[]): string[] {
  if (!existsSync(dir) || secrets.length === 0) return [];
  // Bytes are read one by one as characters, so that files of any kind survive; secrets likewise.
  const mask = masker(secrets.map((secret) => Buffer.from(secret, 'utf8').toString('latin1')));
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'latin1');
    const masked = withoutSteering(entry.name, mask(text));
    if (masked === text) return [];
    writeWhole(file, Buffer.from(masked, 'latin1'));
    return [entry.name];
  });
}

/**
 * Masks secrets in the histories of a run. A rule that is applied to one later compares its texts, so that a secret which
 * they spell by chance stays: whoever wrote them has taken it out where nothing is compared.
 */
export function maskHistories(outDir: string, secrets: readonly string[]): void {
  maskFiles(join(outDir, 'history'), unmistakable(secrets));
}
