/** The package in a workspace of the package managers that give a package only what it declares: pnpm and yarn. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { userEnv } from './cli.ts';
import { command, type Packed, type Ran } from './packed.ts';
import { shopStart, tinyShopConfig } from './tiny-shop-config.ts';

const run = promisify(execFile);
const LIMIT_MS = 240_000;

interface Manager {
  /** The package that it is, and its file that Node runs. */
  readonly name: string;
  readonly file: string;
  /** What it is told by files in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly install: readonly string[];
  /** Whether only the manager itself can run gatecheck; otherwise it is a file like any other. */
  readonly runs: boolean;
}

const MANAGERS: Readonly<Record<string, Manager>> = {
  'pnpm without hoisting': {
    name: 'pnpm@9.15.9',
    file: 'pnpm/bin/pnpm.cjs',
    files: { 'pnpm-workspace.yaml': 'packages: [packages/*]\n', '.npmrc': 'hoist=false\n' },
    install: ['install', '--no-frozen-lockfile', '--prefer-offline'],
    runs: false,
  },
  "yarn with Plug'n'Play": {
    name: '@yarnpkg/cli-dist@4.18.1',
    file: '@yarnpkg/cli-dist/bin/yarn.js',
    files: { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n' },
    install: ['install'],
    runs: true,
  },
};

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/;

/** A lock file is made here, which yarn refuses to do in CI. */
const yarnEnv = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_HARDENED_MODE: 'false' };

const request = {
  shop_id: 5,
  shop_order_id: 'o-1',
  amount: '100.00',
  currency: 643,
  payway: 'card_rub',
};

const sign = '2c57df8a7fc190f63fe067ef1221cddcf6b4ff01e5ad9eb02c47719bd5c618cf';
const signed = JSON.stringify({ ...request, sign });

/** What runs in such a project, with what it says. */
const COMMANDS: readonly (readonly [says: RegExp, ...args: string[]])[] = [
  [/Exit codes:/, '--help'],
  [new RegExp(sign), 'sign', 'invoice/create', 'request.json'],
  [/^VALID/m, 'verify', 'invoice/create', 'signed.json'],
  [/files, for any web server/, 'docs', '--out', 'site'],
  [/1 passed/, 'certify', '--only', 'sign.invoice.non-ascii', '--seed', '7', '--no-allure', '--out', 'out'],
];

/** @param given what is packed, and the folder that everything is done in */
export function worksWithPackageManagers(
  given: () => { readonly work: string; readonly packed: Packed },
): void {
  describe('the package, installed by', { concurrency: true }, () => {
    for (const [title, manager] of Object.entries(MANAGERS))
      it(`${title}, runs every command`, { timeout: 2 * LIMIT_MS }, async (t) => {
        const { work, packed } = given();
        const workspace = join(work, `workspace-${manager.name.replaceAll(/\W/g, '-')}`);
        const program = await fetched(t, workspace, manager);
        if (program === undefined) return;
        const shop = makeWorkspace(workspace, packed, manager);
        const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
        const env = { ...yarnEnv, YARN_NPM_REGISTRY_SERVER: registry, SHOP_KEY: 'SecretKey01' };
        const installed = await command(program, workspace, manager.install, env);
        if (installed.code !== 0 && OFFLINE.test(installed.output)) return t.skip('there is no network.');
        assert.equal(installed.code, 0, installed.output);
        const gatecheck = manager.runs
          ? [program, 'run', 'gatecheck']
          : [join(shop, 'node_modules/gatecheck/cli/gatecheck.mjs')];
        for (const [says, ...args] of COMMANDS) {
          const secret = ['sign', 'verify'].includes(args[0] ?? '') ? ['--secret', 'env:SHOP_KEY'] : [];
          const done = await ran(gatecheck, shop, [...args, ...secret], env);
          assert.equal(done.code, 0, `${args.join(' ')}: ${done.output}`);
          assert.match(done.output, says);
        }
        await simulates(gatecheck, shop, env);
        const audit = ['audit', 'journal.ndjson', '--out', 'audit'];
        const audited = await ran(gatecheck, shop, audit, env);
        assert.equal(audited.code, 0, audited.output);
        assert.match(audited.output, /Nothing found/);
      });
  });
}

const ran = (
  [file = '', ...before]: readonly string[],
  shop: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> => command(file, shop, [...before, ...args], env);

/** The file of a package manager; the test is skipped where the registry does not give it. */
async function fetched(
  t: TestContext,
  workspace: string,
  { name, file }: Manager,
): Promise<string | undefined> {
  const tools = `${workspace}-tools`;
  mkdirSync(tools);
  const args = ['install', '--prefix', tools, '--prefer-offline', '--no-audit', '--no-fund', name];
  try {
    await run('npm', args, { cwd: tools, timeout: LIMIT_MS });
    return join(tools, 'node_modules', file);
  } catch {
    t.skip(`npm cannot install ${name} here.`);
    return undefined;
  }
}

/** A workspace with one package, the tiny shop, which needs gatecheck; gives its folder. */
function makeWorkspace(workspace: string, { tarball }: Packed, { files }: Manager): string {
  const shop = join(workspace, 'packages/shop');
  mkdirSync(shop, { recursive: true });
  const manifest = { name: 'shop', private: true, devDependencies: { gatecheck: `file:${tarball}` } };
  const config = tinyShopConfig({}, { start: shopStart('tiny-shop.mjs') });
  cpSync(join(import.meta.dirname, 'tiny-shop.mjs'), join(shop, 'tiny-shop.mjs'));
  const all = {
    ...files,
    'package.json': JSON.stringify({ name: 'workspace', private: true, workspaces: ['packages/*'] }),
    'packages/shop/package.json': JSON.stringify(manifest),
    'packages/shop/gatecheck.config.json': JSON.stringify(config),
    'packages/shop/request.json': JSON.stringify(request),
    'packages/shop/signed.json': signed,
  };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(workspace, name), text);
  return shop;
}

/** Starts a simulator with its default transport, sends it a request, looks at its console, and ends it. */
async function simulates(
  gatecheck: readonly string[],
  shop: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const options = ['--json', '--shop', '5:env:SHOP_KEY', '--journal', 'journal.ndjson'];
  const ports = ['--port', '0', '--control-port', '0'];
  const child = spawn(process.execPath, [...gatecheck, 'simulate', ...options, ...ports], {
    cwd: shop,
    env: userEnv(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(child.stdout, 'data');
    const { gateway, control } = JSON.parse(String(line).split('\n', 1)[0] ?? '');
    const answer = await fetch(`${gateway.baseUrl}/invoice/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signed,
    });
    assert.match(await answer.text(), /"result":true/);
    assert.equal((await fetch(new URL('/console/library/preact.js', control.url))).status, 200);
  } finally {
    child.kill('SIGTERM');
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    assert.equal(code, 0);
  }
}
