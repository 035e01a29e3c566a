import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { loadLazily } from '../../simulator/server/lazy-modules.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-lazy-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const heavy = join(dir, 'heavy.cjs');
const base = join(dir, 'base.cjs');
const user = join(dir, 'user.cjs');
const loaded: string[] = [];
Object.assign(globalThis, { gatecheckLoaded: loaded });
writeFileSync(base, `globalThis.gatecheckLoaded.push('base'); exports.Base = class Base {};`);
writeFileSync(
  heavy,
  `globalThis.gatecheckLoaded.push('heavy'); exports.Heavy = class Heavy extends require('./base.cjs').Base {};`,
);
writeFileSync(user, `const heavy = require('./heavy.cjs'); exports.make = () => new heavy.Heavy();`);

it('a module loads when something of it is used, and finds the others whole', () => {
  loadLazily(user, ['./heavy.cjs', './base.cjs', './there-is-none.cjs']);
  const require = createRequire(user);
  const { make } = require(user) as { make: () => object };
  assert.deepEqual(loaded, []);
  const made = make();
  assert.deepEqual(loaded, ['heavy', 'base']);
  assert.equal(made instanceof (require(base) as { Base: new () => object }).Base, true);
  assert.deepEqual(Object.keys(require(heavy) as object), ['Heavy']);
});

it('a module without a default export is its own default, as compiled imports have it', () => {
  const require = createRequire(user);
  const plain = join(dir, 'plain.cjs');
  const modern = join(dir, 'modern.cjs');
  writeFileSync(plain, 'exports.answer = 42;');
  writeFileSync(modern, `exports.__esModule = true; exports.default = 43;`);
  loadLazily(user, ['./plain.cjs', './modern.cjs']);
  const stubs = [plain, modern].map((path) => require(path) as { __esModule: boolean; default: unknown });
  assert.deepEqual(
    stubs.map(({ __esModule }) => __esModule),
    [true, true],
  );
  assert.deepEqual(
    stubs.map((stub) => stub.default),
    [{ answer: 42 }, 43],
  );
});

it('a module that is loaded already stays as it is', () => {
  const require = createRequire(user);
  const before = require(heavy) as object;
  loadLazily(user, ['./heavy.cjs']);
  assert.equal(require(heavy), before);
});
