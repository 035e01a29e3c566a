import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page of the documentation, by its path in the package, with forward slashes. */
export interface SourcePage {
  readonly path: string;
  readonly text: string;
}

export const INDEX = 'docs/README.md';

/** The folder of the package or checkout that has the documentation: the nearest one above this file. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, INDEX))) {
    if (dirname(folder) === folder) throw new Error(`the package has no ${INDEX}: install it again`);
    folder = dirname(folder);
  }
  return folder;
}

/** Every page: those of docs, those beside it, and those of the examples. */
export function sourcePages(folder: string): SourcePage[] {
  const below = (name: string): string[] =>
    readdirSync(join(folder, name), { encoding: 'utf8', recursive: true })
      .map((path) => posix.join(name, path.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.md'));
  const examples = readdirSync(join(folder, 'examples')).map((name) => `examples/${name}/README.md`);
  const paths = ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...below('docs').sort(), ...examples];
  return paths
    .filter((path) => existsSync(join(folder, path)))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Where a file of the package stands on the site: a page as HTML, anything else as it is. */
export const placeOf = (path: string): string =>
  path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');

/** What a link of a page leads to, by its path in the package; undefined where it leads elsewhere. */
export function targetOf(page: string, link: string): string | undefined {
  const [file = ''] = link.split('#');
  return file === '' || /^[a-z]+:/.test(file) ? undefined : posix.join(posix.dirname(page), file);
}

/** A file that pages link to or show; undefined where there is none. */
export function linkedFile(folder: string, path: string): Buffer | undefined {
  const file = join(folder, path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
}
