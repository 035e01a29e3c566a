// npm run bench: measures gatecheck beside its peers in one run and writes docs/performance.md; --help says the rest.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { register } from 'tsx/esm/api';
import { describeMachine } from './lib/machine.mjs';
import { bench, root, scratch } from './lib/place.mjs';
import { build, installPeers } from './lib/prepare.mjs';
import { worker } from './lib/processes.mjs';
import { retaining, targets } from './lib/targets.mjs';
import { measureAudit } from './measure/audit.mjs';
import { measureDelivery, measureDue } from './measure/delivery.mjs';
import { measureFuzzing } from './measure/fuzz.mjs';
import { measureHostile } from './measure/hostile.mjs';
import { measureRequests } from './measure/requests.mjs';
import { measureRestarts } from './measure/restart.mjs';
import { measureScale } from './measure/scale.mjs';
import { measureMemory, measureStarts } from './measure/start.mjs';
import { measureCertification, measureStrength } from './measure/suite.mjs';
import { chart } from './report/chart.mjs';
import { judge } from './report/goals.mjs';
import { page } from './report/page.mjs';

const plans = {
  full: {
    requests: { rounds: 5, seconds: 2, warmSeconds: 1.5, connections: 64 },
    hostile: { rounds: 15 },
    start: { starts: 5 },
    memory: { memoryPoints: [20_000, 100_000], slowUpTo: 20_000 },
    delivery: { rounds: 3, seconds: 4, notifications: 10_000 },
    due: { dueCounts: [20_000, 100_000] },
    fuzz: { rounds: 5, messages: 40_000 },
    scale: { sizes: [10, 1000, 100_000, 1_000_000], probes: 16_000 },
    restart: { storeSizes: [1000, 100_000, 1_000_000], starts: 3 },
    audit: { auditSizes: [10_000, 100_000, 1_000_000] },
  },
  quick: {
    requests: { rounds: 1, seconds: 0.5, warmSeconds: 0.5, connections: 64 },
    hostile: { rounds: 5 },
    start: { starts: 1 },
    memory: { memoryPoints: [2000, 10_000], slowUpTo: 2000 },
    delivery: { rounds: 1, seconds: 2, notifications: 2000 },
    due: { dueCounts: [2000, 10_000] },
    fuzz: { rounds: 1, messages: 2000 },
    scale: { sizes: [10, 1000, 10_000], probes: 2000 },
    restart: { storeSizes: [1000, 10_000], starts: 1 },
    audit: { auditSizes: [1000, 10_000] },
  },
};

/** What can be measured, in order; each gives one member of the raw numbers. */
const parts = {
  requests: measureRequests,
  hostile: measureHostile,
  start: measureStarts,
  memory: (context) => measureMemory({ ...context, targets: [...context.targets, ...retaining] }),
  delivery: measureDelivery,
  due: measureDue,
  fuzz: measureFuzzing,
  scale: (context) =>
    measureScale({ ...context, target: context.targets.find(({ id }) => id === 'gatecheck-node') }),
  restart: measureRestarts,
  audit: measureAudit,
  certification: measureCertification,
  strength: measureStrength,
};

const options = new Command('npm run bench --')
  .description(
    'Measures gatecheck beside its peers in one run and writes docs/performance.md; without options everything but the suite itself, in about a quarter of an hour.',
  )
  .option('--suite', 'with certification and strength')
  .option('--certification', 'with certification')
  .option('--strength', 'with strength')
  .option('--quick', 'a minute or two, for development; writes into .gatecheck/bench only')
  .option(
    '--only <parts>',
    `only some, separated by commas; writes into .gatecheck/bench only: ${Object.keys(parts).join(', ')}`,
  )
  .option('--kills', 'instead: kills simulators 200 times; goes on where it was interrupted')
  .option('--minutes <number>', 'for how long at most simulators are killed', Number, 60)
  .option('--no-build', 'measures what was compiled last')
  .parse()
  .opts();
if (options.kills) process.exit((await kills()) ? 0 : 1);

async function kills() {
  register();
  const { measureKills } = await import('./kills/main.ts');
  const say = (line) => process.stdout.write(`${line}\n`);
  const docs = join(root, 'docs');
  return measureKills({ scratch, docs, minutes: options.minutes, machine: describeMachine(), say });
}

function chosen() {
  const names = Object.keys(parts);
  if (options.only !== undefined) {
    const wanted = options.only.split(',');
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      process.stderr.write(`--only: no part is called ${unknown.join(', ')}. Parts: ${names.join(', ')}.\n`);
      process.exit(2);
    }
    return wanted;
  }
  return names.filter((name) => {
    if (name === 'certification' || name === 'strength') return options.suite || options[name];
    return true;
  });
}

const startedAt = Date.now();
const say = (line) => process.stdout.write(`${line}\n`);
const wanted = chosen();
const plan = options.quick ? plans.quick : plans.full;
mkdirSync(scratch, { recursive: true });
const peers = installPeers(say);
if (options.build) build(say);
const load = worker(join(bench, 'lib', 'load.mjs'));
const raw = {
  schema: 'gatecheck/performance@1',
  startedAt: new Date(startedAt).toISOString(),
  machine: describeMachine(),
  plan,
  peers,
  targets: [...targets, ...retaining].map(({ id, name, work, ours, jvm, version }) => ({
    id,
    name,
    work,
    ours: ours === true,
    jvm: jvm === true,
    retains: id.endsWith('-retain'),
    version: version?.() ?? null,
  })),
  failed: {},
};
try {
  for (const name of wanted) {
    say(`${name}:`);
    try {
      raw[name] = await parts[name]({ targets, load, say, plan: plan[name] ?? {} });
    } catch (error) {
      // One part that fails is told, and the others go on.
      raw.failed[name] = String(error?.message ?? error);
      say(`  failed: ${raw.failed[name]}`);
    }
  }
} finally {
  await load.stop();
  for (const name of ['store-', 'wiremock', 'mountebank', 'mockoon']) removeScratch(name);
}
raw.seconds = Math.round((Date.now() - startedAt) / 1000);
raw.goals = judge(raw);

const isWhole = !options.quick && options.only === undefined;
const out = isWhole ? join(root, 'docs') : scratch;
mkdirSync(join(out, 'img'), { recursive: true });
writeFileSync(join(out, 'performance.json'), `${JSON.stringify(raw, null, 2)}\n`);
writeFileSync(join(out, 'img', 'performance.svg'), chart(raw));
const text = readFileSync(join(bench, 'report', 'page.md'), 'utf8');
writeFileSync(join(out, 'performance.md'), page(raw, text));
for (const goal of raw.goals) say(`goal: ${goal.goal}, reached: ${goal.reached}, ${goal.verdict}`);
say(`${raw.seconds} s; written: ${join(out, 'performance.md')}`);
// Nothing that a part may have left behind keeps the command from ending.
process.exit(0);

function removeScratch(prefix) {
  for (const name of foldersOf(prefix)) rmSync(join(scratch, name), { recursive: true, force: true });
}

function foldersOf(prefix) {
  return readdirSync(scratch).filter((name) => name.startsWith(prefix));
}
