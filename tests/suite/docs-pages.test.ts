import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { anchorsOf, linksOf, proseOf } from '../../scripts/docs/markdown.ts';

const below = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => pattern.test(path) && !path.includes('node_modules'));

const docs = below('docs', /\.md$/);
const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md'],
  ...docs,
  ...readdirSync('examples').map((name) => join('examples', name, 'README.md')),
];

/** What a link of a page leads to; undefined for one that leads elsewhere. */
function targetOf(page: string, link: string): { file: string; anchor: string | undefined } | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [file = '', anchor] = link.split('#');
  return { file: file === '' ? page : relative('.', join(dirname(page), file)), anchor };
}

/** The links of pages that lead nowhere, where only some files are there. */
const deadLinks = (from: readonly string[], isThere: (file: string) => boolean): string[] =>
  from.flatMap((page) =>
    linksOf(readFileSync(page, 'utf8')).flatMap((link) => {
      const target = targetOf(page, link);
      if (target === undefined) return [];
      const { file, anchor } = target;
      if (!isThere(file)) return [`${page}: ${link} (no such file)`];
      const isHeading = anchor === undefined || !file.endsWith('.md');
      return isHeading || anchorsOf(readFileSync(file, 'utf8')).includes(anchor)
        ? []
        : [`${page}: ${link} (no such heading)`];
    }),
  );

test('every link and picture leads to a file and a heading that exist', () => {
  assert.deepEqual(deadLinks(pages, existsSync), []);
});

test('every link and picture of the packed pages leads to what is packed', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  });
  const [pack] = Object.values(JSON.parse(stdout) as { files: { path: string }[] }[]);
  const files = new Set(pack?.files.map(({ path }) => path));
  const packed = [...files].filter((path) => path.endsWith('.md'));
  for (const page of docs) assert.ok(files.has(page), `${page} is not packed`);
  // A folder is there with any file of it.
  const isThere = (file: string): boolean =>
    files.has(file) || [...files].some((path) => path.startsWith(`${file}/`));
  assert.deepEqual(deadLinks(packed, isThere), []);
});

test('the index leads to every page', () => {
  const index = 'docs/README.md';
  const led = linksOf(readFileSync(index, 'utf8')).map((link) => targetOf(index, link)?.file);
  assert.deepEqual(
    docs.filter((page) => page !== index && !led.includes(page)),
    [],
  );
});

test('every picture is on a page', () => {
  const shown = pages.flatMap((page) =>
    linksOf(readFileSync(page, 'utf8')).map((link) => targetOf(page, link)?.file),
  );
  assert.deepEqual(
    below('docs/img', /\./).filter((picture) => !shown.includes(picture)),
    [],
  );
});

test('no page is over 200 kB, and none that is read takes more than ten minutes', () => {
  const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;
  const long = pages.flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const isRead = !/^(?:CHANGELOG|docs\/catalogue\/)/.test(page);
    return [
      ...(Buffer.byteLength(text) > 200_000 ? [`${page}: ${Buffer.byteLength(text)} bytes`] : []),
      ...(isRead && words(proseOf(text)) > 2000 ? [`${page}: ${words(proseOf(text))} words to read`] : []),
    ];
  });
  assert.deepEqual(long, []);
});
