import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRegular } from '../../suite/config/given-file.ts';
import { readText } from '../../suite/config/read-text.ts';

/** The files of a shop that say something about it: paths from its folder, with `/`, and their texts. */
export type Project = ReadonlyMap<string, string>;

const MOST_FILES = 600;
const MOST_BYTES = 300_000;
const MOST_DEPTH = 7;

/** Folders of what others wrote, and of what was built. */
const OTHERS =
  /^(?:node_modules|vendor|venv|\.venv|env|dist|build|target|coverage|__pycache__|tmp|log|logs|storage|public\/build|reports|tests?|spec|\.(?!env).*)$/;

const TELLING =
  /^(?:\.env.*|[\w.-]*compose[\w.-]*\.ya?ml|package\.json|composer\.json|requirements[\w.-]*\.txt|pyproject\.toml|Pipfile|Gemfile|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|manage\.py|artisan|config\.ru|database\.yml|.*\.(?:[cm]?[jt]sx?|php|py|rb|go|java|kt|sql|prisma))$/;

const GENERATED = /(?:^|\.)(?:min|test|spec|d)\.[cm]?[jt]sx?$|^gatecheck[.-]/;

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

/** Reads what says something about a shop; what cannot be read is left out, and what is large, too. */
export function readProject(dir: string): Project {
  const found = new Map<string, string>();
  let left = MOST_FILES;
  const visit = (folder: string, depth: number): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true }).sort(byName);
    } catch {
      return;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (!entry.isFile() || !TELLING.test(entry.name) || GENERATED.test(entry.name) || left === 0) continue;
      left -= 1;
      const text = textOf(path);
      if (text !== null) found.set(relative(dir, path).replaceAll('\\', '/'), text);
    }
    for (const entry of entries) {
      if (!entry.isDirectory() || depth === MOST_DEPTH) continue;
      if (entry.name === 'plugins') noteFolder(found, dir, join(folder, entry.name));
      if (!OTHERS.test(entry.name)) visit(join(folder, entry.name), depth + 1);
    }
  };
  visit(dir, 0);
  return found;
}

/** Plugins are told by their folders. */
function noteFolder(found: Map<string, string>, dir: string, folder: string): void {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of names)
      found.set(`${relative(dir, join(folder, name)).replaceAll('\\', '/')}/`, '');
  } catch {
    // Then none of them is known.
  }
}

function textOf(path: string): string | null {
  try {
    return statSync(path).size > MOST_BYTES ? null : readText(path, readRegular);
  } catch {
    return null;
  }
}
