import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const planted = mkdtempSync(join(tmpdir(), 'gatecheck-boundaries-'));
after(() => rmSync(planted, { recursive: true, force: true }));

interface Ran {
  code: number;
  output: string;
}

function node(args: string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

function plant(file: string, content: string): void {
  const path = join(planted, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** One file for each rule, with the one import that breaks it. */
const violations: [rule: string, file: string, imports: string][] = [
  ['protocol-knows-nothing', 'simulator/protocol/a.ts', '../core/clean.ts'],
  ['core-knows-protocol', 'simulator/core/a.ts', '../faults/clean.ts'],
  ['core-knows-protocol', 'simulator/core/b.ts', '../server/clean.ts'],
  ['faults-know-core', 'simulator/faults/a.ts', '../server/clean.ts'],
  ['simulator-stands-alone', 'simulator/server/a.ts', '../../history/clean.ts'],
  ['history-knows-protocol', 'history/a.ts', '../simulator/core/clean.ts'],
  ['messages-know-protocol', 'messages/a.ts', '../simulator/core/clean.ts'],
  ['obligations-know-history', 'obligations/a.ts', '../scenarios/clean.ts'],
  ['ledger-knows-protocol', 'ledger/a.ts', '../history/clean.ts'],
  ['scenarios-stand-on-the-suite', 'scenarios/refund/a.ts', '../../reports/clean.ts'],
  ['suite-knows-the-entry', 'suite/slots/a.ts', '../../simulator/core/clean.ts'],
  ['suite-knows-the-entry', 'suite/slots/b.ts', '../../fixtures/clean.ts'],
  ['fixtures-know-the-suite', 'fixtures/a.ts', '../reports/clean.ts'],
  ['reports-know-history', 'reports/a.ts', '../fixtures/clean.ts'],
  ['cli-composes', 'cli/a.ts', '../specs/clean.ts'],
  ['specs-run-scenarios', 'specs/conformance/a.ts', '../../simulator/core/clean.ts'],
  ['shops-are-isolated', 'fixtures/shops/reference/a.ts', '../../../simulator/protocol/clean.ts'],
  ['shops-are-isolated', 'fixtures/shops/reference/b.ts', '../../clean.ts'],
  ['simulator-without-test-tools', 'simulator/server/b.ts', 'fast-check'],
  ['simulator-without-test-tools', 'simulator/server/c.ts', '@playwright/test'],
  ['transport-in-the-shell', 'simulator/core/c.ts', 'mockttp'],
  ['pure-without-io', 'simulator/protocol/b.ts', 'node:fs'],
  ['pure-without-io', 'simulator/core/d.ts', 'node:net'],
  ['pure-without-io', 'simulator/faults/b.ts', 'node:timers/promises'],
  ['pure-without-io', 'history/b.ts', 'node:http'],
  ['pure-without-io', 'messages/b.ts', 'node:fs'],
  ['pure-without-io', 'obligations/b.ts', 'node:fs'],
  ['no-dev-dependency', 'cli/b.ts', 'ajv'],
  ['no-cycles', 'reports/cycle-a.ts', './cycle-b.ts'],
  ['resolvable', 'reports/b.ts', './nowhere.ts'],
];

const parts = [
  'simulator',
  'history',
  'messages',
  'obligations',
  'ledger',
  'scenarios',
  'suite',
  'fixtures',
  'specs',
  'reports',
  'cli',
];

interface Cruised {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string }; from: string; to: string }[];
  };
}

async function cruise(folder: string, of: readonly string[]): Promise<Cruised> {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const { output } = await node([cruiser, '--config', config, '--output-type', 'json', ...of], folder);
  return JSON.parse(output);
}

/** The folder of a file, two levels deep: `reports/render`, or `reports` for what stands in it directly. */
const folderOf = (file: string): string => dirname(file).split('/').slice(0, 2).join('/');

/** Each pair of folders that import each other, on the top level or two levels deep, with an import of each way. */
function pairsOf({ modules }: Pick<Cruised, 'modules'>): string[] {
  const found = new Map<string, string>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      for (const level of [folderOf, (file: string) => folderOf(file).split('/')[0] ?? '']) {
        const [from, to] = [level(source), level(resolved)];
        if (from !== to) found.set(`${from} > ${to}`, `${source} imports ${resolved}`);
      }
    }
  }
  return [...found].flatMap(([way, says]) => {
    const [from = '', to = ''] = way.split(' > ');
    const back = found.get(`${to} > ${from}`);
    return from < to && back !== undefined ? [`${from} and ${to}: ${says}, ${back}`] : [];
  });
}

describe('import boundaries', () => {
  it('a planted violation of every rule is caught, imports of types too', async () => {
    for (const folder of [
      'simulator/protocol',
      'simulator/core',
      'simulator/faults',
      'simulator/server',
      'history',
      'messages',
      'obligations',
      'ledger',
      'scenarios',
      'suite',
      'fixtures',
      'reports',
      'cli',
      'specs',
    ]) {
      plant(`${folder}/clean.ts`, 'export type Clean = 1;\nexport const clean = 1;\n');
    }
    plant('reports/cycle-b.ts', "import type { X } from './cycle-a.ts';\nexport type Y = X;\n");
    for (const [, file, imports] of violations) {
      plant(file, `import type * as X from '${imports}';\nexport type { X };\n`);
    }
    plant('package.json', '{"type":"module","dependencies":{"mockttp":"*"},"devDependencies":{"ajv":"*"}}');
    // Development dependencies count when they are imported for their values.
    plant('cli/b.ts', "import ajv from 'ajv';\nexport { ajv };\n");
    symlinkSync(join(root, 'node_modules'), join(planted, 'node_modules'));

    const { violations: found } = (await cruise(planted, parts)).summary;
    for (const [rule, file, imports] of violations) {
      assert.ok(
        found.some((each) => each.rule.name === rule && each.from === file),
        `${rule}: the import of ${imports} in ${file} was not caught`,
      );
    }
    assert.deepEqual(
      found.filter(({ from }) => from.includes('clean')),
      [],
    );
  });

  it('no two folders import each other', async () => {
    const imports = (source: string, ...resolved: string[]) => ({
      source,
      dependencies: resolved.map((each) => ({ resolved: each })),
    });
    assert.deepEqual(
      pairsOf({
        modules: [
          imports('suite/engine/a.ts', 'suite/slots/b.ts', 'suite/engine/deep/c.ts', 'history/view/d.ts'),
          imports('suite/slots/e.ts', 'suite/engine/f.ts'),
          imports('history/g.ts', 'history/view/h.ts'),
          imports('history/view/deep/i.ts', 'history/j.ts'),
          imports('history/k.ts', 'suite/config/l.ts'),
        ],
      }),
      [
        'suite/engine and suite/slots: suite/engine/a.ts imports suite/slots/b.ts, suite/slots/e.ts imports suite/engine/f.ts',
        'history and history/view: history/g.ts imports history/view/h.ts, history/view/deep/i.ts imports history/j.ts',
        'history and suite: history/k.ts imports suite/config/l.ts, suite/engine/a.ts imports history/view/d.ts',
      ],
    );
    assert.deepEqual(pairsOf(await cruise(root, [...parts, 'scripts', 'tests', 'bench'])), []);
  });

  it('every rule of the configuration has a planted violation', async () => {
    const { output } = await node(
      ['-p', 'JSON.stringify(require("./.dependency-cruiser.cjs").forbidden.map(({ name }) => name))'],
      root,
    );
    const unplanted = JSON.parse(output).filter(
      (name: string) => !violations.some(([rule]) => rule === name),
    );
    assert.deepEqual(unplanted, []);
  });
});

describe('purity', () => {
  const impure: [file: string, code: string, what: string][] = [
    ['simulator/protocol/clock.ts', 'export const at = Date.now();', 'clock'],
    ['simulator/core/clock.ts', 'export const at = new Date();', 'clock'],
    ['simulator/core/chance.ts', 'export const n = Math.random();', 'chance'],
    [
      'simulator/core/uuid.ts',
      "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();",
      'chance',
    ],
    ['simulator/faults/env.ts', 'export const seed = process.env.SEED;', 'environment'],
    ['history/timer.ts', 'setTimeout(() => {}, 1);', 'timer'],
  ];
  const pure: [file: string, code: string][] = [
    ['history/pure.ts', 'export const at = (text: string) => new Date(text).toISOString();'],
    ['simulator/core/words.ts', "// Date.now() is not read here\nexport const says = 'Math.random()';"],
    ['simulator/server/shell.ts', 'export const at = Date.now();'],
  ];
  it('finds what is impure, and nothing else', async () => {
    const folder = join(planted, 'purity');
    for (const [file, code] of [...impure, ...pure]) plant(`purity/${file}`, `${code}\n`);
    const { code, output } = await node([join(root, 'scripts/purity.mjs'), folder], root);
    assert.equal(code, 1);
    for (const [file, , what] of impure) assert.match(output, new RegExp(`${file}:\\d+ .*${what}`));
    for (const [file] of pure) assert.ok(!output.includes(file), output);
  });
});

describe('regular expressions', () => {
  const slow: [file: string, code: string, what: string][] = [
    ['simulator/core/blanks.ts', 'export const end = /\\s+$/;', 'polynomial'],
    ['history/nested.ts', 'export const words = /^(\\w+\\s?)*$/;', 'exponential'],
    ['suite/built.ts', 'export const of = (text: string) => new RegExp(text);', 'built at run time'],
  ];
  const fast: [file: string, code: string][] = [
    ['history/fast.ts', 'export const words = /^\\w+$/;'],
    ['tests/simulator/ours.ts', 'export const end = /\\s+$/;'],
  ];
  it('finds those that take longer and longer, and nothing else', async () => {
    const folder = join(planted, 'regexps');
    for (const [file, code] of [...slow, ...fast]) plant(`regexps/${file}`, `${code}\n`);
    const { code, output } = await node([join(root, 'scripts/regexps.mjs'), folder], root);
    assert.equal(code, 1);
    for (const [file, , what] of slow) assert.match(output, new RegExp(`${file}:1 .*${what}`));
    for (const [file] of fast) assert.ok(!output.includes(file), output);
  });
});
