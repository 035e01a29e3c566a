import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { importModule } from '../../suite/config/index.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-import-'));
after(() => rmSync(work, { recursive: true, force: true }));

/** A project of this type with a module of this text, and with a Playwright of its own. */
function project(name: string, type: string, text: string): string {
  const folder = join(work, name);
  const runner = join(folder, 'node_modules/@playwright/test');
  mkdirSync(runner, { recursive: true });
  writeFileSync(
    join(runner, 'package.json'),
    '{"name":"@playwright/test","version":"1.0.0","main":"index.js"}',
  );
  writeFileSync(join(runner, 'index.js'), 'exports.test = 1;');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(folder, 'word.ts'), "export const word: string = 'found';");
  const file = join(folder, 'driver.ts');
  writeFileSync(file, text);
  return file;
}

describe('a module of the merchant', () => {
  for (const type of ['commonjs', 'module']) {
    it(`in TypeScript, of a project of type ${type}`, async () => {
      const file = project(
        type,
        type,
        "import { word } from './word';\nexport default () => word as string;",
      );
      const { default: made } = await importModule(file);
      assert.equal(typeof made === 'function' && made(), 'found');
    });
  }

  for (const [name, text] of [
    ['import', "import { test } from '@playwright/test';\nexport default test;"],
    ['require', "const { test } = require('@playwright/test');\nmodule.exports = test;"],
  ] as const) {
    it(`with another copy of the test runner is told so: ${name}`, async () => {
      const file = project(`copy-${name}`, 'commonjs', text);
      await assert.rejects(
        importModule(file),
        /imports @playwright\/test from .*two cannot live in one process/,
      );
    });
  }

  it('may import types of another copy', async () => {
    const text =
      "import type { Page } from '@playwright/test';\nexport default (page?: Page) => page === undefined;";
    const { default: made } = await importModule(project('types', 'module', text));
    assert.equal(typeof made === 'function' && made(), true);
  });
});
