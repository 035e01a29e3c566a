#!/usr/bin/env node
// Certifies the bundled reference shop many times in a row and compares verdicts and check outcomes.
//
//   node bench/repeat-certify.mjs                 100 runs, all of seed 1
//   node bench/repeat-certify.mjs --vary          run n has seed n
//   node bench/repeat-certify.mjs --page-only     writes the page again from the runs on file
//
// Each run is added to FILE (NDJSON) when it ends; started again with the same options, the script goes on
// after the last one. Exit code: 0 all runs equal and certified, 1 they differ, 2 usage, 130 interrupted.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SCHEMA = 'gatecheck/repeat@1';
const project = fileURLToPath(new URL('..', import.meta.url));
const stop = { signal: undefined, child: undefined };

process.exitCode = await main();

async function main() {
  const options = optionsOf(process.argv.slice(2));
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  const head = {
    schema: SCHEMA,
    commit: commit(),
    seed: options.vary ? 'vary' : options.seed,
    only: options.only.join(' '),
    machine,
  };
  const { known, runs } = existsSync(options.file) ? readRuns(options.file) : { known: undefined, runs: [] };
  if (!options.pageOnly) {
    if (known === undefined) begin(options.file, head);
    else {
      const other = ['commit', 'seed', 'only', 'machine'].find((key) => known[key] !== head[key]);
      if (other !== undefined) {
        fail(
          `${options.file} holds runs of another ${other}: ${known[other]}, now it is ${head[other]}. Remove it, or name another --file.`,
        );
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(signal));
    for (let number = runs.length + 1; number <= options.runs; number++) {
      const run = await certify(number, options);
      if (stop.signal !== undefined) break;
      appendFileSync(options.file, `${JSON.stringify(run)}\n`);
      runs.push(run);
      console.log(
        `[${number}/${options.runs}] seed ${run.seed}: ${run.verdict} in ${seconds(run.durationMs)} ${same(run, runs[0]) ? '' : '· differs from the first run'}`,
      );
    }
  }
  if (runs.length === 0) fail(`${options.file} holds no runs.`);
  const differences = runs.slice(1).flatMap((run) => differ(runs[0], run));
  writeFileSync(options.page, pageOf(known ?? head, runs, differences));
  console.log(
    `${runs.length} runs, ${differences.length} differences, all certified: ${runs.every(isCertified) ? 'yes' : 'no'}`,
  );
  console.log(`Written: ${options.page}`);
  if (stop.signal !== undefined) return 130;
  return differences.length === 0 && runs.every(isCertified) ? 0 : 1;
}

function optionsOf(args) {
  const given = {};
  try {
    Object.assign(
      given,
      parseArgs({
        args,
        options: {
          runs: { type: 'string', default: '100' },
          seed: { type: 'string', default: '1' },
          vary: { type: 'boolean', default: false },
          only: { type: 'string', multiple: true, default: [] },
          file: { type: 'string', default: join(project, '.gatecheck/repeat.ndjson') },
          page: { type: 'string', default: join(project, 'docs/repeatability.md') },
          'page-only': { type: 'boolean', default: false },
        },
      }).values,
    );
  } catch (error) {
    fail(error.message);
  }
  for (const name of ['runs', 'seed']) {
    if (!/^[1-9]\d{0,8}$/.test(given[name])) fail(`--${name} ${given[name]}: a number from 1 is expected.`);
  }
  return {
    ...given,
    runs: Number(given.runs),
    seed: Number(given.seed),
    file: resolve(given.file),
    page: resolve(given.page),
    pageOnly: given['page-only'],
  };
}

function fail(message) {
  console.error(`repeat-certify: ${message}`);
  process.exit(2);
}

/** Interrupted: the run that is going on is ended in order and not counted. */
function end(signal) {
  stop.signal = signal;
  stop.child?.kill(signal);
}

function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':!docs') !== '';
    return `${git('rev-parse', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}

function begin(file, head) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(head)}\n`);
}

/** What is on file; a last line that was cut off is removed, and its run is done again. */
function readRuns(file) {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
  const [known, ...runs] = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  if (known !== undefined && known.schema !== SCHEMA) fail(`${file} is no file of this script.`);
  return { known, runs };
}

/** One certification, in a folder that is kept when it did not certify. */
async function certify(number, { seed, vary, only }) {
  const out = mkdtempSync(join(tmpdir(), `gatecheck-repeat-${number}-`));
  const ownSeed = vary ? number : seed;
  const args = ['certify', '--no-allure', '--seed', String(ownSeed), '--out', out];
  for (const glob of only) args.push('--only', glob);
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const { code, said } = await runCommand([join(project, 'cli/gatecheck.mjs'), ...args]);
  const durationMs = Math.round(performance.now() - begun);
  const file = join(out, 'result.json');
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const base = { run: number, seed: ownSeed, startedAt, durationMs, exit: code };
  if (isCertified({ verdict: result?.verdict, exit: code })) rmSync(out, { recursive: true, force: true });
  if (result === undefined) return { ...base, verdict: 'none', said, kept: out, ...outcomesOf([]) };
  return {
    ...base,
    verdict: result.verdict,
    ...(existsSync(out) ? { kept: out } : {}),
    ...outcomesOf([...result.checks, ...result.laws]),
  };
}

function runCommand(args) {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
    stop.child = child;
    let said = '';
    const keep = (part) => {
      said = `${said}${part}`.slice(-2000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', failed);
    child.once('close', (code, signal) => {
      stop.child = undefined;
      done({ code: code ?? signal, said });
    });
  });
}

/** Compact: how many checks and laws passed, which did not and how they ended, and a digest over all ids. */
function outcomesOf(entries) {
  const ids = entries.map(({ id }) => id).sort();
  const other = entries.filter(({ outcome }) => outcome !== 'pass').map(({ id, outcome }) => [id, outcome]);
  return {
    count: ids.length,
    ids: createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 16),
    notPassed: Object.fromEntries(other.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** `partial` is the verdict of a run in which all of the selected checks passed. */
function isCertified({ verdict, exit }) {
  return exit === 0 && (verdict === 'certified' || verdict === 'partial');
}

function same(run, first) {
  return differ(first, run).length === 0;
}

/** In what a run differs from the first one, in sentences. */
function differ(first, run) {
  const found = [];
  const say = (text) => found.push({ run: run.run, seed: run.seed, text, kept: run.kept });
  if (run.verdict !== first.verdict) say(`verdict ${run.verdict} instead of ${first.verdict}`);
  if (run.exit !== first.exit) say(`exit code ${run.exit} instead of ${first.exit}`);
  if (run.ids !== first.ids) say(`other checks or laws: ${run.count} instead of ${first.count}`);
  for (const id of new Set([...Object.keys(first.notPassed), ...Object.keys(run.notPassed)])) {
    const [before, now] = [first.notPassed[id] ?? 'pass', run.notPassed[id] ?? 'pass'];
    if (before !== now) say(`\`${id}\` ${now} instead of ${before}`);
  }
  return found;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function pageOf(head, runs, differences) {
  const [first] = runs;
  const times = runs.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  const middle = times.length >> 1;
  const median = times.length % 2 === 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  const verdicts = new Map();
  for (const { verdict, exit } of runs) {
    const name = `${verdict}, exit code ${exit}`;
    verdicts.set(name, (verdicts.get(name) ?? 0) + 1);
  }
  const notPassed = Object.entries(first.notPassed).map(([id, outcome]) => `\`${id}\` (${outcome})`);
  return `# Repeatability

A verdict is worth something only if the same merchant gets the same one again. The bundled reference shop was certified ${runs.length} times in a row, each time by ${head.only === '' ? 'a complete run' : `the checks ${head.only}`}, from a fresh start.

| | |
|---|---|
| Runs | ${runs.length} |
| Seeds | ${head.seed === 'vary' ? `1 to ${runs.length}, one for each run` : `${head.seed} in every run`} |
| Verdicts | ${[...verdicts].map(([name, count]) => `${count} × ${name}`).join('; ')} |
| Checks and laws in each run | ${first.count} |
| Differences between runs | ${differences.length} |
| Duration: minimum · median · maximum | ${seconds(times[0])} · ${seconds(median)} · ${seconds(times.at(-1))} |
| First and last run began | ${first.startedAt} · ${runs.at(-1).startedAt} |
| Machine | ${head.machine} |
| Commit | ${head.commit} |

${
  differences.length === 0
    ? 'Every check and every law had the same outcome in all of the runs.'
    : `What differed from the first run:\n\n${differences.map(({ run, seed, text }) => `- run ${run} (seed ${seed}): ${text}`).join('\n')}`
}

${
  notPassed.length === 0
    ? 'All of them passed.'
    : `In the first run all passed but these, which do not apply to the reference shop or did not pass: ${notPassed.join(', ')}.`
}

Written by \`node bench/repeat-certify.mjs${head.seed === 'vary' ? ' --vary' : ''}\`, which can be stopped and goes on where it was.
`;
}
