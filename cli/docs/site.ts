import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MiniSearch, { type Options } from 'minisearch';
import { partsOf } from './contents.ts';
import { layout } from './layout.ts';
import { INDEX, linkedFile, placeOf, type SourcePage, sourcePages, targetOf } from './pages.ts';
import { type Rendered, render } from './render.ts';

/** The files of the site, by their paths on it. */
export type Site = ReadonlyMap<string, Buffer | string>;

const OWN = ['style.css', 'site.js'];

/** What is searched, and what is kept to show it. */
const SEARCH: Options = {
  idField: 'address',
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'excerpt'],
  searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};

/** What is looked up, and not read. */
const isCatalogue = (path: string): boolean => /^(?:docs\/catalogue\/|CHANGELOG)/.test(path);

/** A link of a page as it leads on the site. */
function addressOf(page: string, link: string): string {
  const [file = '', anchor] = link.split('#');
  const target = targetOf(page, link);
  if (target === undefined || !target.endsWith('.md')) return link;
  return `${placeOf(file)}${anchor === undefined ? '' : `#${anchor}`}`;
}

type RenderedPage = SourcePage & Rendered;

/**
 * The documentation as a site: a page for each of its pages, what they show, and a search over all of them.
 *
 * @param folder the package or checkout that has it
 * @throws when a page leads to a file that is not there
 */
export function siteOf(folder: string): Site {
  const sources = sourcePages(folder);
  const pages = sources.map(
    (source): RenderedPage => ({
      ...source,
      ...render(source.text, {
        rows: isCatalogue(source.path),
        address: (link) => addressOf(source.path, link),
      }),
    }),
  );
  const parts = partsOf(sources.find(({ path }) => path === INDEX)?.text ?? '');
  return new Map<string, Buffer | string>([
    ...OWN.map((name): [string, string] => [
      `site/${name}`,
      readFileSync(new URL(`./site/${name}`, import.meta.url), 'utf8'),
    ]),
    ['site/minisearch.js', library()],
    ...['pages', 'catalogue'].map((name): [string, string] => [
      `site/search-${name}.json`,
      JSON.stringify({
        options: SEARCH,
        index: indexOf(pages.filter(({ path }) => isCatalogue(path) === (name === 'catalogue'))),
      }),
    ]),
    ...pages.map((page): [string, string] => [placeOf(page.path), layout(page, parts)]),
    ...linkedFiles(folder, pages),
  ]);
}

/** The search as the package offers it to browsers, without asking for its source map. */
const library = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8').replace(
    /\n\/\/# sourceMappingURL=\S*\s*$/,
    '\n',
  );

/** What pages show or lead to beside each other: pictures, schemas, templates. */
function linkedFiles(folder: string, pages: readonly RenderedPage[]): [string, Buffer][] {
  const known = new Set(pages.map(({ path }) => path));
  const linked = pages.flatMap(({ path, links }) =>
    links.flatMap((link) => {
      const target = targetOf(path, link);
      return target === undefined || known.has(target) ? [] : [{ path, link, target }];
    }),
  );
  return linked.map(({ path, link, target }) => {
    const file = linkedFile(folder, target);
    if (file === undefined) throw new Error(`${path} leads to ${link}, which is not there`);
    return [target, file];
  });
}

/** A search over every place of some pages. */
function indexOf(pages: readonly RenderedPage[]): MiniSearch {
  const search = new MiniSearch(SEARCH);
  for (const { path, title, places } of pages) {
    search.addAll(
      places.map(({ anchor, heading, text }) => ({
        address: `${placeOf(path)}#${anchor}`,
        title,
        heading,
        text,
        excerpt: text.replace(/\s+/g, ' ').slice(0, 160),
      })),
    );
  }
  return search;
}
