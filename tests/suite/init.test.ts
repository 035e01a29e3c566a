import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { LANGUAGES } from '../../cli/init/answers.ts';
import { askerOn } from '../../cli/init/ask.ts';
import { lacks } from '../../scripts/machine.mjs';
import { loadConfig } from '../../suite/config/index.ts';
import { gatecheck } from './support/cli.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-init-test-'));
after(() => rmSync(work, { recursive: true, force: true }));

let folders = 0;
async function init(...args: string[]) {
  const dir = join(work, `shop-${++folders}`);
  return { dir, ...(await gatecheck(['init', '--dir', dir, ...args])) };
}

const noPython = await lacks('python');
const noPhp = await lacks('php');

const env = { SHOP_KEY: 'secret-of-the-shop-in-the-environment' };

describe('gatecheck init', { concurrency: 2 }, () => {
  for (const language of LANGUAGES) {
    it(`writes a configuration that can be loaded, with routes for ${language}`, async () => {
      const run = await init('--start', 'exec ./run', '--language', language, '--name', "Anna's shop");
      assert.equal(run.code, 0, run.stderr);
      const config = await loadConfig(undefined, { cwd: run.dir, env });
      assert.equal(config.merchant.name, "Anna's shop");
      assert.equal(config.merchant.start?.command, 'exec ./run');
      assert.deepEqual(config.warnings, []);
    });
  }

  const variants: readonly (readonly [name: string, args: readonly string[]])[] = [
    ['JSON', ['--start', 'run', '--format', 'json']],
    ['a merchant that already runs', ['--url', 'http://127.0.0.1:3000/']],
    ['a module', ['--start', 'run "it"', '--interface', 'module']],
    ['more capabilities', ['--start', 'run', '--capabilities', 'invoice,refund', '--capabilities', 'jobs']],
  ];
  for (const [name, args] of variants) {
    it(`writes a configuration that can be loaded: ${name}`, async () => {
      const run = await init(...args);
      assert.equal(run.code, 0, run.stderr);
      const config = await loadConfig(undefined, { cwd: run.dir, env });
      assert.ok(config.capabilities.includes('invoice'));
    });
  }

  it('comments what it writes', async () => {
    const { dir } = await init('--start', 'run');
    const text = readFileSync(join(dir, 'gatecheck.config.ts'), 'utf8');
    assert.ok((text.match(/^ *\/\/ /gm)?.length ?? 0) > 6, text);
  });

  for (const [ci, file] of [
    ['github', '.github/workflows/gatecheck.yml'],
    ['gitlab', 'gatecheck.gitlab-ci.yml'],
  ] as const) {
    it(`writes a stage for ${ci}`, async () => {
      const run = await init('--start', 'run', '--ci', ci);
      assert.equal(run.code, 0, run.stderr);
      const text = readFileSync(join(run.dir, file), 'utf8');
      assert.match(text, /gatecheck certify --config gatecheck\.config\.ts --out gatecheck-report/);
      assert.doesNotMatch(text, /\{\{/);
    });
  }

  for (const [language, file, check, skip] of [
    ['express', 'gatecheck-routes.mjs', [process.execPath, '--check'], false],
    [
      'fastapi',
      'gatecheck_routes.py',
      ['python3', '-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())'],
      noPython,
    ],
    ['php', 'gatecheck-routes.php', ['php', '-l'], noPhp],
    ['laravel', 'gatecheck-routes.php', ['php', '-l'], noPhp],
  ] as const) {
    const [program, ...args] = check;
    it(`its example for ${language} is code`, { skip }, async () => {
      const { dir } = await init('--start', 'run', '--language', language);
      const checked = spawnSync(program, [...args, join(dir, file)], { encoding: 'utf8' });
      assert.equal(checked.status, 0, checked.stderr + checked.stdout);
    });
  }

  it('never overwrites without --force', async () => {
    const { dir } = await init('--start', 'run');
    const file = join(dir, 'gatecheck.config.ts');
    writeFileSync(file, 'mine');
    const again = await gatecheck(['init', '--dir', dir, '--start', 'run', '--ci', 'github']);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /gatecheck\.config\.ts is there already; nothing was written/);
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    assert.ok(!existsSync(join(dir, '.github')));
    const forced = await gatecheck(['init', '--dir', dir, '--start', 'run', '--force']);
    assert.equal(forced.code, 0);
    assert.notEqual(readFileSync(file, 'utf8'), 'mine');
  });

  for (const [name, args, message] of [
    ['nothing about the place', [], /--start "COMMAND"/],
    ['two places', ['--start', 'run', '--url', 'http://127.0.0.1:1'], /not both/],
    ['an unknown capability', ['--start', 'run', '--capabilities', 'refunds'], /Did you mean refund\?/],
    ['an address that is none', ['--url', 'shop'], /merchant\.url/],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const run = await init(...args);
      assert.equal(run.code, 2, run.stdout);
      assert.match(run.stderr, message);
    });
  }

  it('asks again for a choice that does not exist', async () => {
    const lines = ['', 'rust', 'php'];
    const ask = askerOn({ question: async () => lines.shift() ?? '' });
    assert.equal(await ask.text('Name', 'shop'), 'shop');
    assert.equal(await ask.choice('Language', LANGUAGES, 'none'), 'php');
    assert.equal(await ask.choice('Language', LANGUAGES, 'none'), 'none');
  });
});
