// Runs everything the project promises itself, step by step, and sums it up in the last line.
//   node scripts/test.mjs [STEP …]      all steps but `clients`, or only those named
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { impurities } from './purity.mjs';
import { prepare } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
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
  'tests',
  'reports',
  'cli',
  'bench',
];
const limitMs = 40 * 60_000;

/** Those that wait or take longest begin first, so that none is left at the end with only itself to do. */
const LONGEST = [
  'muted',
  'fuzz-notifications',
  'under/command',
  'package',
  'mutants',
  'reproduce',
  'fuzz-endpoint',
  'pages-browser',
  'shards',
  'storm-faults',
  'foreign-python',
  'polling-merchant',
  'levels',
  'strength',
];

/**
 * Each step answers how many of its tests passed and failed; a step without tests of its own is one. What the steps
 * need of the machine is there before the first begins; a step is told what cannot be had.
 */
const steps = [
  { name: 'format and lint', run: () => program('@biomejs/biome', 'bin/biome', ['check', '--colors=off']) },
  { name: 'types', run: () => program('typescript', 'bin/tsc', ['-p', '.', '--pretty', 'false']) },
  { name: 'imports', run: imports },
  { name: 'purity', run: purity },
  { name: 'regular expressions', run: regexps },
  { name: 'excuses', run: excuses },
  { name: 'reference shop', needs: ['browser'], run: reference },
  {
    name: 'tests',
    needs: ['browser', 'python', 'php', 'python-clients', 'ruby-clients'],
    run: () => nodeTests(testFiles()),
  },
  // Among the tests, too, where Go and Java are there: they are large, so only CI installs them for it.
  {
    name: 'clients',
    needs: ['php', 'go', 'java', 'python-clients', 'ruby-clients'],
    isOnlyByName: true,
    run: () => nodeTests(['tests/simulator/clients.test.ts']),
  },
];

/** Where the reference shop is certified. */
const certified = mkdtempSync(join(tmpdir(), 'gatecheck-test-'));
process.on('exit', () => rmSync(certified, { recursive: true, force: true }));

let child;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    stop();
    process.exit(code);
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  say(`unknown step: ${unknown.join(', ')}. Known: ${steps.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const chosen = steps.filter(({ name, isOnlyByName }) =>
  wanted.length === 0 ? !isOnlyByName : wanted.includes(name),
);
const total = { passed: 0, failed: 0 };
let missing = [];
const isReady = await step('setup', async () => {
  missing = await prepare({ needs: [...new Set(chosen.flatMap(({ needs = [] }) => needs))], say });
  return one(true);
});
// Without dependencies nothing else can run.
for (const { name, run } of isReady ? chosen : []) await step(name, () => run(missing));
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** Runs a step, adds its counts to the total, and answers whether all of it passed. */
async function step(name, run) {
  say(`== ${name}`);
  const started = Date.now();
  const { passed, failed } = await run().catch((error) => {
    say(error.message);
    return one(false);
  });
  total.passed += passed;
  total.failed += failed;
  const count = passed + failed > 1 ? `${passed} passed, ${failed} failed, ` : '';
  say(`   ${failed === 0 ? 'ok' : 'FAILED'} (${count}${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return failed === 0;
}

function imports() {
  const folders = parts.filter((part) => existsSync(join(root, part)));
  return program('dependency-cruiser', 'bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    ...folders,
  ]);
}

async function purity() {
  const found = impurities(root);
  for (const { file, line, what, code } of found) say(`${file}:${line} ${what}: ${code}`);
  return one(found.length === 0);
}

/** Nothing that others write can keep a regular expression busy. What judges them keeps gigabytes, and ends with it. */
async function regexps() {
  const { code } = await runNode(['scripts/regexps.mjs']);
  return one(code === 0);
}

/** Every branch of the rules that excuses a merchant is taken by a story of theirs. */
async function excuses() {
  const { code } = await runNode(['--import', 'tsx', 'tests/suite/excuses.ts']);
  return one(code === 0);
}

function testFiles() {
  const turn = (file) => {
    const place = LONGEST.findIndex((name) => file.endsWith(`/${name}.test.ts`));
    return place === -1 ? LONGEST.length : place;
  };
  return ['tests/simulator', 'tests/suite']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .sort((a, b) => turn(a) - turn(b));
}

async function nodeTests(sources) {
  // It needs esbuild, which the set-up has installed.
  const { bundleTests } = await import('./bundle-tests.mjs');
  const { files, discard } = await bundleTests(sources);
  const reference = join(certified, 'result.json');
  try {
    const options = [
      '--enable-source-maps',
      '--test',
      // Many tests wait for a process or a deadline: with hardly more files at a time than cores, a third of their time is idle.
      `--test-concurrency=${Math.min(8, 2 * availableParallelism())}`,
      '--test-timeout=600000',
      '--test-reporter=./scripts/test-reporter.mjs',
      '--test-reporter-destination=stdout',
      ...files,
    ];
    const env = existsSync(reference) ? { GATECHECK_TEST_REFERENCE: reference } : {};
    const { code, output } = await runNode(options, env);
    return counted(code, /^tests: (\d+) passed, (\d+) failed/m.exec(output));
  } finally {
    discard();
  }
}

/**
 * The reference shop is certified: each check and law that applies to it passes, and none is left open. The tests that
 * want to know what each check does to a merchant read it from there.
 */
async function reference(missing) {
  const args = ['certify', '--reference', '--no-allure', '--out', certified];
  await runNode(['cli/gatecheck.mjs', ...args], { CI: '1' });
  const { checks, laws } = JSON.parse(readFileSync(join(certified, 'result.json'), 'utf8'));
  // Without a browser the checks of pages cannot be made, as the set-up has said.
  const left = new Set(['not-applicable', ...(missing.includes('browser') ? ['setup-failed'] : [])]);
  const judged = [...checks, ...laws].filter(({ outcome }) => !left.has(outcome));
  const passed = judged.filter(({ outcome }) => outcome === 'pass').length;
  return { passed, failed: judged.length - passed };
}

/** The counts that a program printed; an exit code that they do not explain is one more failure. */
function counted(code, match) {
  const [passed, failed] = match === null ? [0, 0] : [Number(match[1]), Number(match[2])];
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

function one(passed) {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function program(name, bin, args) {
  const { code } = await runNode([join(packageFolder(name), bin), ...args]);
  return one(code === 0);
}

function packageFolder(name) {
  const require = createRequire(join(root, 'package.json'));
  const path = (require.resolve.paths(name) ?? [])
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  if (path === undefined)
    throw new Error(`the package ${name} is not installed. Run: node scripts/setup.mjs`);
  return path;
}

/** Runs Node in a process group of its own, shows its output as it comes, and keeps the end of it. */
function runNode(args, env = {}) {
  return new Promise((resolve) => {
    let output = '';
    child = spawn(process.execPath, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NODE_NO_WARNINGS: '1', ...env },
    });
    const timer = setTimeout(() => {
      say(`stopped after ${limitMs / 60_000} minutes`);
      stop();
    }, limitMs);
    const show = (chunk) => {
      output = (output + chunk).slice(-100_000);
      process.stdout.write(chunk);
    };
    child.stdout.on('data', show);
    child.stderr.on('data', show);
    child.on('close', (code) => {
      clearTimeout(timer);
      child = undefined;
      resolve({ code, output });
    });
  });
}

function stop() {
  if (child?.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
