// Tries the shops of examples/: each of their faults is caught by the check that is about it. Where a shop has end-to-end
// tests of its own, gatecheck under finds with them what its example.json names. (`npm run strangers` certifies the shops
// without a fault.) Then the reference shop and those in other languages: each of Playwright's projects alone, by
// Playwright's command.
//   node scripts/examples.mjs [SHOP …]      all of them, or only those named
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certify, endWithChildren, installPackages, resultIn, run } from './certify.mjs';
import { prepare } from './setup.mjs';

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

process.on('exit', () => rmSync(out, { recursive: true, force: true }));
endWithChildren();

/** The verdict of each project alone for a conforming shop: only the checks make a certificate. */
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

/** Catches each fault of one shop; a shop whose needs cannot be met is left out. */
async function tryExample(name) {
  const { faults, under = {} } = JSON.parse(readFileSync(join(folder(name), 'example.json'), 'utf8'));
  if (!(await isReady(name, needsOf(folder(name))))) return;
  await installPackages(folder(name), say);
  for (const [fault, check] of Object.entries(faults)) {
    const { code, output, result } = await certify({
      config: join(folder(name), 'faulty.config.mjs'),
      out: join(out, `${name}-${fault}`),
      args: ['--only', check],
      env: { SHOP_FAULT: fault },
    });
    const outcome = result?.checks.find(({ id }) => id === check)?.outcome;
    const caught = code === 1 && outcome === 'fail';
    tell(caught, `${name} with ${fault}: ${check} says ${outcome ?? 'nothing'}`, output);
  }
  await tryUnder(name, under);
}

/** What a shop needs of the machine. */
function needsOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'review.json'), 'utf8')).needs;
}

/** Whether the machine has what a shop needs, or can be given it; says so where not. */
async function isReady(name, needs) {
  const missing = await prepare({ needs, say });
  if (missing.length > 0) say(`skipped ${name}: this machine has no ${missing.join(', no ')}`);
  return missing.length === 0;
}

/**
 * Runs each of Playwright's projects alone on a shop of this repository, with Playwright's own command. Of the foreign
 * shops `npm run strangers` makes the checks.
 */
async function tryProjects(name) {
  const isReference = name === 'reference';
  if (!(await isReady(name, ['browser', ...(isReference ? [] : needsOf(join(foreign, name)))]))) return;
  const config = isReference ? '' : join(foreign, name, 'gatecheck.config.json');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  for (const [project, wanted] of Object.entries(PROJECTS)) {
    if (project === 'conformance' && !isReference) continue;
    const into = join(out, `${name}-${project}`);
    const env = { ...process.env, GATECHECK_CONFIG: config, GATECHECK_OUT: into, GATECHECK_SEED: '7' };
    const args = [cli, 'test', '--project', project];
    const { code, output } = await run([process.execPath], args, { cwd: root, env });
    const verdict = resultIn(into)?.verdict ?? 'no verdict';
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

function tell(passed, line, output) {
  count[passed ? 'passed' : 'failed'] += 1;
  say(`${passed ? 'ok  ' : 'FAIL'}  ${line}`);
  if (!passed) say(output.trim().replace(/^/gm, '      '));
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
