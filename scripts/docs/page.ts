import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One generated file below the project's folder. */
export interface Page {
  /** Relative to the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Makes pages from their sources; writes nothing. */
export type Generator = () => Promise<readonly Page[]>;

export const projectDir = fileURLToPath(new URL('../..', import.meta.url));

export const readProjectFile = (path: string): Promise<string> => readFile(join(projectDir, path), 'utf8');

/** Writes the pages that differ from what is there, and gives their paths. */
export async function writePages(pages: readonly Page[]): Promise<string[]> {
  const written: string[] = [];
  for (const { path, text } of pages) {
    const before = await readProjectFile(path).catch(() => undefined);
    if (before === text) continue;
    await writeFile(join(projectDir, path), text);
    written.push(path);
  }
  return written;
}
