import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lacks } from '../../scripts/machine.mjs';
import { worksWithPackageManagers } from './support/package-managers.ts';
import { command, fromPackage, install, judged, type Packed, pack, root } from './support/packed.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-package-'));
after(() => rmSync(work, { recursive: true, force: true }));

const noBrowser = await lacks('browser');
const noPython = await lacks('python');

/** A part of what the Python shop can do; package-compare.ts claims all of it. */
const capabilities = 'invoice,refund,jobs,clock';

/** What stays at home: tests, their shops, and what is needed to build. */
const OURS =
  /specs\/(self|simulator)|\.test\.|shops\/(faulty|unusual|null|foreign)|(^|\/)scripts\/(?!browser\.mjs)|tsconfig|biome|\.tsx?$(?<!\.d\.ts)/;

/** What npm wrote of an installed package. */
interface Locked {
  readonly engines?: { readonly node?: string };
}

const NODES = ['20.19.0', '22.0.0', '24.0.0'];
const semver: { satisfies(version: string, range: string): boolean } = createRequire(import.meta.url)(
  'semver',
);

describe('the package', () => {
  let packed: Packed;
  let folder: string;
  let warnings: readonly string[];
  let shop: string;

  before(async () => {
    packed = await pack(work);
    ({ folder, warnings } = await install(work, packed));
    shop = join(folder, 'shop');
    cpSync(join(root, 'fixtures/shops/foreign/python'), shop, { recursive: true });
    rmSync(join(shop, 'gatecheck.config.json'));
  });

  const installed = (...args: string[]) => fromPackage(folder, shop, args);

  worksWithPackageManagers(() => ({ work, packed }));

  it('contains what its manifest names, and nothing of ours alone', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/gatecheck/package.json'), 'utf8'));
    const named = [...Object.values(manifest.bin), ...Object.values(manifest.exports).flatMap(targets)];
    const missing = named.map((path) => String(path).replace(/^\.\//, ''));
    assert.deepEqual(
      missing.filter((path) => !packed.files.includes(path)),
      [],
    );
    assert.deepEqual(
      packed.files.filter((path) => OURS.test(path)),
      [],
    );
    assert.equal(manifest.private, undefined);
  });

  it('is installed without a warning', () => {
    assert.deepEqual(warnings, []);
  });

  it('is installed without a word about the engine by each Node that is in use, the oldest of it', () => {
    const lock = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8');
    const packages = Object.entries(JSON.parse(lock).packages as Readonly<Record<string, Locked>>);
    assert.ok(packages.some(([path, { engines }]) => path.endsWith('/gatecheck') && engines !== undefined));
    const refusals = packages.flatMap(([path, { engines }]) =>
      NODES.filter((node) => !semver.satisfies(node, engines?.node ?? '*')).map(
        (node) => `${path} wants Node ${engines?.node}, and not ${node}`,
      ),
    );
    assert.deepEqual(refusals, []);
  });

  it('is imported by its names, with types', async () => {
    writeFileSync(
      join(folder, 'uses.mts'),
      [
        "import { type Config, defineConfig } from 'gatecheck/config';",
        "import { type Simulator, startSimulator } from 'gatecheck/simulator';",
        'export const config: Config = defineConfig({',
        "  merchant: { name: 'shop', url: 'http://127.0.0.1:1', callbackUrl: 'http://127.0.0.1:1/n',",
        "    interface: { type: 'module', path: './driver.ts' } }, capabilities: ['invoice'] });",
        'export const start: (...args: Parameters<typeof startSimulator>) => Promise<Simulator> = startSimulator;',
      ].join('\n'),
    );
    const options = ['--module', 'nodenext', '--strict', '--noEmit', '--types', '', '--target', 'es2023'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const typed = await command(tsc, folder, [...options, 'uses.mts']);
    assert.equal(typed.code, 0, typed.output);
    const names = await command('--input-type=module', folder, [
      '-e',
      "const c = await import('gatecheck/config'); const s = await import('gatecheck/simulator'); console.log(typeof c.defineConfig, typeof s.startSimulator)",
    ]);
    assert.equal(names.output.trim(), 'function function');
  });

  it('starts a simulator, explains and signs', async () => {
    const explained = await installed('explain', 'law.single-credit');
    assert.equal(explained.code, 0, explained.output);
    const bin = join(folder, 'node_modules/gatecheck/cli/gatecheck.mjs');
    const ports = ['--port', '0', '--control-port', '0'];
    const child = spawn(process.execPath, [bin, 'simulate', '--json', '--quiet', ...ports], { cwd: folder });
    try {
      const [line] = await once(child.stdout, 'data');
      const { control, ready } = JSON.parse(String(line));
      assert.equal(ready, true);
      // Every file of the console and the libraries that it imports.
      const page = await (await fetch(control.console)).text();
      for (const [, path] of page.matchAll(/(?:src|href|": ?)="?(\/console\/[^"]+)"/g)) {
        assert.equal((await fetch(new URL(path ?? '', control.url))).status, 200, path);
      }
      assert.match(page, /\/console\/library\/preact\.js/);
    } finally {
      child.kill('SIGTERM');
      const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
      assert.equal(code, 0);
    }
  });

  it('has its documentation, with all that its pages lead to', async () => {
    const { code, output } = await fromPackage(folder, folder, ['docs', '--out', join(work, 'site')]);
    assert.equal(code, 0, output);
  });

  it('tries nobody without a configuration', async () => {
    const { code, output } = await fromPackage(folder, folder, ['certify']);
    assert.equal(code, 2, output);
    assert.match(output, /neither gatecheck\.config\.ts nor gatecheck\.config\.json/);
  });

  it('certifies the reference shop when it is asked to, with a browser', { skip: noBrowser }, async () => {
    const out = join(work, 'reference');
    const args = [
      'certify',
      '--reference',
      '--only',
      'checkout.failure',
      '--seed',
      '7',
      '--no-allure',
      '--out',
      out,
    ];
    const ran = await fromPackage(folder, folder, args);
    assert.equal(ran.code, 0, ran.output);
  });

  it('gives the same verdicts on a new merchant as a checkout does', { skip: noPython }, async () => {
    const init = ['--start', 'exec python3 shop.py', '--capabilities', capabilities, '--ci', 'github'];
    const written = await installed('init', ...init);
    assert.equal(written.code, 0, written.output);
    const doctor = await installed('doctor');
    assert.equal(doctor.code, 0, doctor.output);
    assert.match(doctor.output, /The set-up works/);
    // In a CommonJS project, as this one is, a configuration may import at run time, too.
    const config = join(shop, 'gatecheck.config.ts');
    const text = readFileSync(config, 'utf8').replace(
      'import type { Config }',
      'import { type Config, defineConfig }',
    );
    writeFileSync(config, `${text}void defineConfig;\n`);

    const certify = ['certify', '--only', 'notification.content.c*', '--seed', '7'];
    const fuzz = ['fuzz', 'notifications', '--seed', '7', '--runs', '60'];
    const [theirs, ours] = [join(work, 'theirs'), join(work, 'ours')];
    const a = await installed(...certify, '--out', theirs);
    // A checkout's bundle is its own; what of the sources is not bundled is compared by package-compare.ts.
    const checkout = join(root, 'cli/gatecheck.mjs');
    const b = await command(checkout, shop, [...certify, '--no-allure', '--out', ours]);
    assert.equal(a.code, 0, a.output);
    assert.equal(b.code, a.code, b.output);
    assert.deepEqual(judged(theirs), judged(ours));
    assert.ok(readdirSync(theirs).includes('allure-report'), a.output);

    const c = await installed(...fuzz, '--out', join(theirs, 'fuzz'));
    // This shop breaks a should alone: a counterexample that fails nothing.
    assert.match(c.output, /^60 runs, /m);
    assert.match(c.output, /^Counterexample 1 \(a should\)/m);
    assert.equal(c.code, 0, c.output);
  });
});

function targets(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [value];
}
