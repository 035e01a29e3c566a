import { readdirSync } from 'node:fs';
import type { Check } from '../suite/engine/index.ts';

const folder = new URL('./', import.meta.url);

/** Stories stand in the folders of what they are about; `steps` has what several of them share. */
const isStory = (name: string): boolean => /^(?!steps)[a-z-]+[\\/].+\.ts$/.test(name);

async function checkIn(name: string): Promise<Check> {
  const file: { readonly default: Check } = await import(new URL(name.replaceAll('\\', '/'), folder).href);
  return file.default;
}

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isStory).sort();

/**
 * The check of every file in the folders beside this one: whatever stands there. A bundle cannot look into a folder;
 * `scripts/listed-files.mjs` puts a list in the place of this module.
 */
export const storyFiles: readonly (readonly [name: string, check: Check])[] = await Promise.all(
  names.map(async (name) => [name, await checkIn(name)] as const),
);
