// Tries the shops of examples/: each is certified as it is, and each of its faults is caught by the check that is about
// it. Where a shop has end-to-end tests of its own, gatecheck under finds with them what its example.json names.
// Then the reference shop and those in other languages: each of Playwright's projects alone, by Playwright's command.
//   node scripts/examples.mjs [SHOP …]      all of them, or only those named
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, prepare } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = (name) => join(root, 'examples', name);
const examples = readdirSync(join(root, 'examples')).filter((name) =>
  existsSync(join(folder(name), 'example.json')),
);
const foreign = join(root, 'fixtures/shops/foreign');
const bundled = ['reference', ...readdirSync(foreign)];
const all = [...examples, ...bundled];
const out = mkdtempSync(join(tmpdir(), 'gatecheck-examples-'));
const count = { passed: 0, failed: 0 };
let child;

process.on('exit', () => rmSync(out, { recursive: true, force: true }));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    child?.kill('SIGINT');
    process.exit(code);
  });
}

/** What each project comes to alone, at a shop that is right: checks make a certificate, what is drawn is never whole. */
const PROJECTS = { conformance: 'certified', properties: 'partial', journeys: 'partial' };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  say(`unknown shop: ${unknown.join(', ')}. Known: ${all.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : all)
  await (examples.includes(name) ? tryExample(name) : tryProjects(name));
say(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;

/** Certifies one shop, right and with each of its faults; what it needs and cannot have leaves it out. */
async function tryExample(name) {
  const { needs, faults, under = {} } = JSON.parse(readFileSync(join(folder(name), 'example.json'), 'utf8'));
  if (!(await isReady(name, needs))) return;
  if (existsSync(join(folder(name), 'package.json'))) await installPackages(name);
  const started = Date.now();
  const right = await certify(name, 'gatecheck.config.json', {}, []);
  const seconds = Math.round((Date.now() - started) / 1000);
  const { verdict } = right;
  tell(verdict === 'certified', `${name}: ${verdict} in ${seconds} s`, right.output);
  for (const [fault, check] of Object.entries(faults)) {
    const { code, output, outcomes } = await certify(name, 'faulty.config.mjs', { SHOP_FAULT: fault }, [
      '--only',
      check,
    ]);
    const caught = code === 1 && outcomes.get(check) === 'fail';
    tell(caught, `${name} with ${fault}: ${check} says ${outcomes.get(check) ?? 'nothing'}`, output);
  }
  await tryUnder(name, under);
}

/** Whether the machine has what a shop needs, or can be given it; says so where not. */
async function isReady(name, needs) {
  const missing = await prepare({ needs, say });
  if (missing.length > 0) say(`skipped ${name}: this machine has no ${missing.join(', no ')}`);
  return missing.length === 0;
}

/** Puts each of Playwright's projects alone to a shop of this repository, as whoever knows Playwright does. */
async function tryProjects(name) {
  if (!(await isReady(name, ['browser', ...(name === 'reference' ? [] : [name])]))) return;
  const config = name === 'reference' ? '' : join(foreign, name, 'gatecheck.config.json');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  for (const [project, wanted] of Object.entries(PROJECTS)) {
    const into = join(out, `${name}-${project}`);
    const env = { ...process.env, GATECHECK_CONFIG: config, GATECHECK_OUT: into, GATECHECK_SEED: '7' };
    const args = [cli, 'test', '--project', project];
    const { code, output } = await run([process.execPath], args, { cwd: root, env });
    const { verdict } = resultIn(into);
    tell(code === 0 && verdict === wanted, `${name}, ${project} alone: ${verdict}`, output);
  }
}

/** Runs the shop's own tests under mischief: the right shop notices none of it, and each fault is found by the one named. */
async function tryUnder(name, faults) {
  const all = [...new Set(Object.values(faults))];
  const tries =
    all.length === 0 ? [] : [['', all], ...Object.entries(faults).map(([fault, one]) => [fault, [one]])];
  for (const [fault, mischief] of tries) {
    const into = join(out, `${name}-under-${fault || 'right'}`);
    const tests = ['--test', '--test-reporter=junit', '--test-reporter-destination=results.xml', 'e2e/'];
    const command = [
      join(root, 'cli/gatecheck.mjs'),
      ...['under', '--config', 'under.config.mjs', '--out', into],
      ...mischief.flatMap((id) => ['--only-mischief', id]),
      ...['--', process.execPath, ...tests],
    ];
    const env = { ...process.env, SHOP_FAULT: fault };
    const { code, output } = await run([process.execPath], command, { cwd: folder(name), env });
    const found = code === 1 && output.includes(mischief.join());
    const line =
      fault === ''
        ? `${name}: its own tests notice no mischief`
        : `${name} with ${fault}: found under ${mischief}`;
    tell(fault === '' ? code === 0 : found, line, output);
  }
}

async function installPackages(name) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  for (const args of [
    ['ci', ...quiet],
    ['run', 'build', '--silent'],
  ]) {
    const { code, output } = await run(npmCommand(), args, { cwd: folder(name) });
    if (code !== 0) throw new Error(`${name}: npm ${args[0]} ended with ${code}\n${output}`);
  }
}

/** What a certification came to: its exit code, what it printed, its verdict, and the outcome of each check. */
async function certify(name, config, env, args) {
  const into = join(out, `${name}-${env.SHOP_FAULT ?? 'right'}`);
  const command = [
    join(root, 'cli/gatecheck.mjs'),
    'certify',
    ...['--config', join(folder(name), config), '--out', into, '--no-allure', ...args],
  ];
  const { code, output } = await run([process.execPath], command, { env: { ...process.env, ...env } });
  const { verdict, checks } = resultIn(into);
  return { code, output, verdict, outcomes: new Map(checks.map(({ id, outcome }) => [id, outcome])) };
}

function resultIn(folder) {
  const file = join(folder, 'result.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { verdict: 'no verdict', checks: [] };
}

function run([program, ...before], args, options) {
  child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  const keep = (chunk) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: null, output: message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function tell(passed, line, output) {
  count[passed ? 'passed' : 'failed'] += 1;
  say(`${passed ? 'ok  ' : 'FAIL'}  ${line}`);
  if (!passed) say(output.trim().replace(/^/gm, '      '));
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
