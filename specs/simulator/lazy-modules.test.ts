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

it('a module that is loaded already stays as it is', () => {
  const require = createRequire(user);
  const before = require(heavy) as object;
  loadLazily(user, ['./heavy.cjs']);
  assert.equal(require(heavy), before);
});
