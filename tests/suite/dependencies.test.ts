import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Packages are used by what they offer: no path inside one, and nothing of one put in another's place. */

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const packages = [...Object.keys(dependencies), ...Object.keys(devDependencies)];

const folders = [
  'simulator',
  'history',
  'messages',
  'obligations',
  'ledger',
  'suite',
  'scenarios',
  'fixtures',
];
const sources = [...folders, 'specs', 'reports', 'cli', 'tests', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[mc]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) => !path.includes('node_modules') && path !== join('tests', 'suite', 'dependencies.test.ts'),
    ),
);
const texts = sources.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

interface Manifest {
  readonly exports?: Record<string, unknown> | string;
}

/** What a package without a map of its exports documents as the way to import it. */
const documented = new Set(['ajv/dist/2020.js']);

/** Whether a package offers what stands after its name. */
function offers(name: string, rest: string): boolean {
  if (rest === '' || rest === '/package.json' || documented.has(name + rest)) return true;
  const { exports } = JSON.parse(
    readFileSync(join('node_modules', name, 'package.json'), 'utf8'),
  ) as Manifest;
  // A package without a map offers its files; one with a map of everything says nothing about what is public.
  if (exports === undefined) return !rest.startsWith('/dist/') && !rest.startsWith('/src/');
  return typeof exports === 'object' && Object.keys(exports).some((key) => matches(key, `.${rest}`));
}

function matches(key: string, path: string): boolean {
  const [start = '', end] = key.split('*');
  if (end === undefined) return key === path;
  const isFolder = /^\.\/(?:dist|lib|src)?\/?$/.test(start);
  return !isFolder && path.startsWith(start) && path.endsWith(end);
}

test('no import reaches a private path of a package', () => {
  assert.ok(texts.length > 500, `${texts.length} files`);
  const wrong = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import|require|resolve)\s*\(?\s*['"]([^'"\n]+)['"]/g)].flatMap(
      ([, from = '']) => {
        const name = packages.find((each) => from === each || from.startsWith(`${each}/`));
        return name === undefined || offers(name, from.slice(name.length)) ? [] : [`${path}: ${from}`];
      },
    ),
  );
  assert.deepEqual(wrong, []);
});

test('nothing is put in the place of a module or of a member of a package', () => {
  const patches = [
    /require\.cache/,
    /Module\._(?:load|resolveFilename|extensions)/,
    /node_modules\/(?!\.bin|\.cache)[@a-z][^'"`\s]*\/(?:dist|src|lib)\//,
    /\.prototype\.\w+\s*=(?!=)/,
    /Object\.(?:defineProperty|setPrototypeOf)\(\s*[A-Z]\w*(?:\.prototype)?\s*,/,
  ];
  const wrong = texts.flatMap(({ path, text }) =>
    patches.flatMap((pattern) => {
      const found = pattern.exec(text);
      return found === null ? [] : [`${path}: ${found[0]}`];
    }),
  );
  assert.deepEqual(wrong, []);
});
