import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { importModule } from '../../suite/config/index.ts';
import { gatecheck } from './support/cli.ts';

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

describe('a configuration that is a program', () => {
  const NEVER = 'await new Promise(() => {});';
  const CONFIG = 'export default {};';
  for (const [what, name, text, code, says] of [
    [
      'ends the process with 0',
      'a.config.mjs',
      'process.exit(0);',
      2,
      /a\.config\.mjs cannot be used: it ends the/,
    ],
    [
      'ends the process with 0',
      'b.config.ts',
      'process.exit(0);',
      2,
      /b\.config\.ts cannot be used: it ends the/,
    ],
    [
      'ends the process with 1',
      'c.config.mjs',
      'process.exit(1);',
      2,
      /c\.config\.mjs cannot be used: it ends the/,
    ],
    [
      'never settles',
      'd.config.mjs',
      NEVER,
      2,
      /d\.config\.mjs cannot be used: .*waits for something that never/,
    ],
    [
      'never settles',
      'e.config.ts',
      NEVER,
      2,
      /e\.config\.ts cannot be used: .*waits for something that never/,
    ],
    ['throws', 'f.config.mjs', "throw new Error('no such thing');", 2, /f\.config\.mjs.*no such thing/s],
    ['throws', 'g.config.ts', "throw new Error('no such thing');", 2, /g\.config\.ts.*no such thing/s],
  ] as const)
    it(`and ${what} is named with exit code ${code}: ${name}`, async () => {
      const file = join(work, name);
      writeFileSync(file, `${text}\n${CONFIG}\n`);
      const run = await gatecheck(['certify', '--config', file]);
      assert.equal(run.code, code, run.stdout + run.stderr);
      assert.match(run.stderr, says);
    });

  it('and ends the process with 0 later is no success', async () => {
    const file = join(work, 'later.mjs');
    writeFileSync(file, 'export default () => process.exit(0);\n');
    const run = await gatecheck(['simulate', '--rules', file, '--port', '0', '--control-port', '0']);
    assert.equal(run.code, 3, run.stdout + run.stderr);
    assert.match(run.stderr, /ended before the command was done\.\n.*process\.exit\(\)/);
  });

  it('and is still loading when its time is over says so', async () => {
    const file = join(work, 'slow.mjs');
    writeFileSync(file, `${NEVER}\n`);
    const kept = setInterval(() => {}, 1000);
    await assert.rejects(importModule(file, 20), /still loading after 0\.02 seconds/);
    clearInterval(kept);
  });
});
