import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { misusesIn } from './support/package-use.ts';

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
  if (exports === undefined) return !/^\/(?:dist|src|lib|build)\//.test(rest);
  return typeof exports === 'object' && Object.keys(exports).some((key) => matches(key, `.${rest}`));
}

function matches(key: string, path: string): boolean {
  const [start = '', end] = key.split('*');
  if (end === undefined) return key === path;
  const isFolder = /^\.\/(?:dist|lib|src)?\/?$/.test(start);
  return !isFolder && path.startsWith(start) && path.endsWith(end);
}

const packageLike = (text: string): string[] => misusesIn(text, packages, offers);

test('packages are used by what they offer alone', () => {
  assert.ok(texts.length > 500, `${texts.length} files`);
  const wrong = texts.flatMap(({ path, text }) => packageLike(text).map((found) => `${path}: ${found}`));
  assert.deepEqual(wrong, []);
});

/** Not written out: a bundle has the address of the file in its place. */
const META = ['import', 'meta'].join('.');

/** What has been done to packages, or could be, and what looks alike and is right. */
const MISUSES: readonly string[] = [
  "import { app } from 'mockttp/dist/server/mockttp-server.js';",
  "const inside = await import('mockttp/dist/util/request-utils.js');",
  'const inside = await import(`mockttp/dist/util/request-utils.js`);',
  `const inside = createRequire(${META}.url)('undici/lib/core/util.js');`,
  "const file = join(root, 'node_modules', 'mockttp', 'dist', 'main.js');",
  `const file = new URL('../node_modules/mockttp/dist/main.js', ${META}.url);`,
  `${META}.resolve('fast-check/lib/check/runner/Runner.js');`,
  'delete require.cache[require.resolve("mockttp")];',
  'const { cache } = require;',
  `const cache = createRequire(${META}.url).cache;`,
  'Module._load = (request) => ours;',
  'registerHooks({ resolve });',
  "mock.module('mockttp', { namedExports: {} });",
  'Agent.prototype.dispatch = function dispatch() {};',
  "Agent.prototype['dispatch'] = ours;",
  'Object.assign(dep.prototype, { start() {} });',
  'Object.defineProperty(Mockttp.prototype, "start", { value: ours });',
  'Reflect.set(Agent.prototype, "dispatch", ours);',
  "import * as mockttp from 'mockttp';\nmockttp.getLocal = ours;",
  "import mockttp from 'mockttp';\n(mockttp as any).getLocal = ours;",
  "import { Agent } from 'undici';\nAgent['factory'] = ours;",
  "import { getLocal } from 'mockttp';\nObject.assign(getLocal, { app: ours });",
  "import { fc as check } from 'fast-check';\ndelete check.assert;",
  "const { z } = await import('zod');\nz.string = ours;",
  "const undici = require('undici');\nundici.request ||= ours;",
  "import undici from 'undici';\nmock.method(undici, 'request', ours);",
];

const USES: readonly string[] = [
  "import { getLocal } from 'mockttp';\nconst server = getLocal();\nif (getLocal.name === 'x') server.port = 1;",
  "import { Agent, type Dispatcher } from 'undici';\nconst agent: Dispatcher = new Agent();",
  "import Ajv from 'ajv/dist/2020.js';",
  "const manifest = require('mockttp/package.json');",
  "const program = join(root, 'node_modules', '.bin', 'tsc');",
  'const own = Object.prototype.hasOwnProperty.call(value, key);',
  "import { z } from 'zod';\nconst schema = z.object({ a: z.string() });\nconst same = (x) => z.NEVER === x;",
  "const types = 'mockttp rules';",
];

test('the look at the sources finds what is put in the place of a package', () => {
  for (const text of MISUSES) assert.notDeepEqual(packageLike(text), [], text);
  for (const text of USES) assert.deepEqual(packageLike(text), [], text);
});
