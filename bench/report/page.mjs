// The page: a template in Markdown whose marks are filled with this run's numbers.
import { operations } from '../lib/requests.mjs';

const whole = (value) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–');
const fixed = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
const ratio = (value, to) => (Number.isFinite(value / to) ? `${(value / to).toFixed(2)} ×` : '–');

function table(head, rows, align = []) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (align[index] === 'left' || index === 0 ? '---' : '---:'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

const notMeasured = (raw, part) =>
  raw.failed[part] === undefined
    ? 'Not measured in this run.'
    : `Could not be measured in this run: ${raw.failed[part].split('\n')[0]}`;

const namesOf = (raw) => new Map(raw.targets.map(({ id, name }) => [id, name]));

function goals(raw) {
  return table(
    ['goal', 'reached', ''],
    raw.goals.map(({ goal, reached, verdict }) => [goal, reached, verdict]),
    ['left', 'left', 'left'],
  );
}

function machine({ machine: it, startedAt, seconds }) {
  const java = it.java === null ? 'no Java' : `Java ${it.java}`;
  return `${it.cores} cores of ${it.processor}, ${it.memoryGb} GB, ${it.system}, Node.js ${it.node}, ${java}. Measured on ${startedAt.slice(0, 10)} in ${seconds} s.`;
}

function participants(raw) {
  const missing = new Map((raw.requests?.missing ?? []).map(({ id, why }) => [id, why]));
  return table(
    ['', 'version', 'does for a request'],
    raw.targets.map(({ id, name, version, work, ours }) => [
      name,
      ours ? 'this one' : (version ?? 'not installed'),
      missing.has(id) ? `left out: ${missing.get(id)}` : work,
    ]),
    ['left', 'left', 'left'],
  );
}

function requests(raw) {
  if (raw.requests === undefined) return notMeasured(raw, 'requests');
  const names = namesOf(raw);
  const { results } = raw.requests;
  return operations
    .map((operation) => {
      const rows = results.filter((row) => row.operation === operation);
      const rateOf = (id) => rows.find((row) => row.id === id)?.perSecond ?? Number.NaN;
      const body = rows.map((row) => [
        names.get(row.id),
        whole(row.perSecond),
        `${whole(row.lowest)}–${whole(row.highest)}`,
        ratio(row.perSecond, rateOf('wiremock')),
        ratio(row.perSecond, rateOf('wiremock-bare')),
        fixed(row.p50Ms, 2),
        fixed(row.p95Ms, 2),
        fixed(row.p99Ms, 2),
        fixed(row.cpuUs, 0),
        whole(row.failed),
      ]);
      const head = [
        `\`${operation}\``,
        'requests/s',
        'rounds',
        'to WireMock',
        'to it without journal',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'CPU µs',
        'failed',
      ];
      return table(head, body);
    })
    .join('\n\n');
}

function distances(raw) {
  const results = raw.requests?.results;
  if (results === undefined) return notMeasured(raw, 'requests');
  const of = (id, operation, key) =>
    results.find((row) => row.id === id && row.operation === operation)?.[key] ?? Number.NaN;
  const rows = [
    ['gatecheck-node', 'node-http'],
    ['gatecheck-node-store', 'node-http'],
    ['gatecheck-mockttp', 'mockttp'],
    ['gatecheck-mockttp-store', 'mockttp'],
  ].flatMap(([id, floor]) =>
    operations.map((operation) => {
      const names = namesOf(raw);
      const own = of(id, operation, 'cpuUs') - of(floor, operation, 'cpuUs');
      return [
        names.get(id),
        `\`${operation}\``,
        names.get(floor),
        ratio(of(id, operation, 'perSecond'), of(floor, operation, 'perSecond')),
        fixed(own, 0),
      ];
    }),
  );
  return table(['', 'operation', 'beside', 'requests/s', 'CPU µs more'], rows, ['left', 'left', 'left']);
}

/** The dearest of each transport. */
const MOST_ROWS = 8;

function hostile(raw) {
  if (raw.hostile === undefined) return notMeasured(raw, 'hostile');
  const names = namesOf(raw);
  const dearest = raw.hostile.toSorted((a, b) => b.moreCpuMs - a.moreCpuMs);
  const rows = [...new Set(raw.hostile.map(({ id }) => id))].flatMap((id) =>
    dearest.filter((row) => row.id === id).slice(0, MOST_ROWS),
  );
  return table(
    ['', 'request', 'bytes', 'ms', 'harmless, ms', 'CPU ms', 'harmless, CPU ms', 'ratio', 'CPU ms more'],
    rows.map(({ id, what, hostile: dear, harmless: plain, moreCpuMs }) => [
      names.get(id),
      what,
      whole(dear.bytes),
      fixed(dear.ms, 1),
      fixed(plain.ms, 1),
      fixed(dear.cpuMs, 1),
      fixed(plain.cpuMs, 1),
      ratio(dear.cpuMs, plain.cpuMs),
      fixed(moreCpuMs, 1),
    ]),
    ['left', 'left'],
  );
}

function starts(raw) {
  if (raw.start === undefined) return notMeasured(raw, 'start');
  const names = namesOf(raw);
  return table(
    ['', 'first answer, ms', 'fastest'],
    raw.start.map(({ id, ms, lowest }) => [names.get(id), whole(ms), whole(lowest)]),
  );
}

function memory(raw) {
  if (raw.memory === undefined) return notMeasured(raw, 'memory');
  const names = namesOf(raw);
  const points = raw.plan.memory.memoryPoints;
  const cell = (row, requests) => whole(row.points.find((point) => point.requests === requests)?.peakMb);
  return table(
    ['peak MB', 'started', ...points.map((count) => `${whole(count)} created`)],
    raw.memory.map((row) => [names.get(row.id), cell(row, 1), ...points.map((count) => cell(row, count))]),
  );
}

/** What one more invoice costs, from the first point to the last. */
function growth(raw) {
  const cells = ['gatecheck-node', 'gatecheck-mockttp'].flatMap((id) => {
    const points = raw.memory?.find((row) => row.id === id)?.points.slice(-2) ?? [];
    const [from, to] = points;
    if (from === undefined || to === undefined || to.requests === from.requests) return [];
    const bytes = ((to.peakMb - from.peakMb) * 2 ** 20) / (to.requests - from.requests);
    return [`${(bytes / 1024).toFixed(1)} KB (${namesOf(raw).get(id)})`];
  });
  return cells.length === 0 ? '' : `An invoice that is kept costs about ${cells.join(', ')}.`;
}

function delivery(raw) {
  if (raw.delivery === undefined) return notMeasured(raw, 'delivery');
  const { perSecond, barePerSecond, due, notifications } = raw.delivery;
  const rates = table(
    ['', 'notifications/s', 'ratio'],
    [
      ['bare undici loop', whole(barePerSecond), '1'],
      ['gatecheck', whole(perSecond), ratio(perSecond, barePerSecond)],
    ],
  );
  const answers = table(
    ['answers to `invoice/check`', 'p50 ms', 'p99 ms', 'slowest ms'],
    [
      ['nothing due', fixed(due.calm.p50Ms, 2), fixed(due.calm.p99Ms, 2), fixed(due.calm.maxMs, 1)],
      [
        `${whole(due.count)} attempts due at one instant`,
        fixed(due.busy.p50Ms, 2),
        fixed(due.busy.p99Ms, 2),
        fixed(due.busy.maxMs, 1),
      ],
    ],
  );
  return `${whole(notifications)} notifications that are due at one instant, 20 at a time to one receiver that answers \`OK\` at once; signed, recorded with attempt and reply.\n\n${rates}\n\n${answers}`;
}

function due(raw) {
  if (raw.due === undefined) return notMeasured(raw, 'due');
  return table(
    ['notifications', 'waiting, peak MB', 'due at one instant, peak MB', 'ratio', 'seconds'],
    raw.due.map(({ count, waitingMb, duePeakMb, elapsedMs }) => [
      whole(count),
      whole(waitingMb),
      whole(duePeakMb),
      ratio(duePeakMb, waitingMb),
      fixed(elapsedMs / 1000, 1),
    ]),
  );
}

function fuzzing(raw) {
  if (raw.fuzz === undefined) return notMeasured(raw, 'fuzz');
  const { perSecond, bare, ratio: to } = raw.fuzz;
  return table(
    ['', 'messages/s', 'the fuzzer to it'],
    [
      ["bare undici loop, a campaign's messages", whole(bare.same), `${fixed(to.same, 2)} ×`],
      ['bare undici loop, one message', whole(bare.one), `${fixed(to.one, 2)} ×`],
      ['`gatecheck fuzz notifications`', whole(perSecond), '1'],
    ],
  );
}

function scale(raw) {
  if (raw.scale === undefined) return notMeasured(raw, 'scale');
  return table(
    ['invoices', '`invoice/check` CPU µs', 'p50 ms', '`invoice/create` CPU µs', 'p50 ms', 'memory MB'],
    raw.scale.map(({ invoices, check, create, memoryMb }) => [
      whole(invoices),
      fixed(check?.cpuUs, 0),
      fixed(check?.p50Ms, 2),
      fixed(create?.cpuUs, 0),
      fixed(create?.p50Ms, 2),
      whole(memoryMb),
    ]),
  );
}

/** What the file journal took that the store replaced, measured once before it went. */
const fileJournal = new Map([
  [1000, { ms: 1035, memoryMb: 61 }],
  [100_000, { ms: 7808, memoryMb: 309 }],
  [1_000_000, { ms: 30_978, memoryMb: 2237 }],
]);

function restarts(raw) {
  if (raw.restart === undefined) return notMeasured(raw, 'restart');
  return table(
    [
      'events',
      'ms',
      'CPU ms',
      'reading alone: CPU ms',
      'ratio',
      'peak MB',
      'file MB',
      'file journal: ms',
      'peak MB',
    ],
    raw.restart.map(({ events, ms, cpuMs, readMs, ofReading, memoryMb, fileMb }) => [
      whole(events),
      whole(ms),
      whole(cpuMs),
      whole(readMs),
      `${fixed(ofReading, 2)} ×`,
      whole(memoryMb),
      whole(fileMb),
      whole(fileJournal.get(events)?.ms),
      whole(fileJournal.get(events)?.memoryMb),
    ]),
  );
}

function audit(raw) {
  if (raw.audit === undefined) return notMeasured(raw, 'audit');
  return table(
    ['events', 'seconds', 'µs an event', 'peak MB', ''],
    raw.audit.map(({ events, seconds, peakMb, code }) => [
      whole(events),
      fixed(seconds, 1),
      fixed((seconds * 1e6) / events, 1),
      whole(peakMb),
      code === 0 ? '' : `ended with exit code ${code}`,
    ]),
  );
}

function suite(raw) {
  const lines = [];
  const { certification, strength } = raw;
  if (certification === undefined) lines.push(`Certification: ${notMeasured(raw, 'certification')}`);
  else {
    const { checks, seconds, perSecond, checksSeconds, slowest, code } = certification;
    const where = slowest.map(({ id, seconds: each }) => `\`${id}\` ${each.toFixed(1)} s`).join(', ');
    lines.push(
      `Certification of the reference shop: ${checks} checks in ${seconds.toFixed(1)} s, ${perSecond.toFixed(1)} a second, exit code ${code}. The checks took ${checksSeconds.toFixed(1)} s in all, several at a time; the slowest: ${where}.`,
    );
  }
  if (strength === undefined) lines.push(`Strength: ${notMeasured(raw, 'strength')}`);
  else
    lines.push(
      `Strength, a faulty or unusual shop for each row of the catalogues: ${strength.seconds.toFixed(0)} s, exit code ${strength.code}.`,
    );
  return lines.join('\n\n');
}

const sections = {
  goals,
  machine,
  participants,
  requests,
  distances,
  hostile,
  starts,
  memory,
  growth,
  delivery,
  due,
  fuzzing,
  scale,
  restarts,
  audit,
  suite,
};

/** Fills the template's marks, `<!-- name -->` on a line of their own. */
export function page(raw, template) {
  return template.replace(/^<!-- ([a-z]+) -->$/gm, (mark, name) => {
    const section = sections[name];
    if (section === undefined) throw new Error(`report/page.md: no section is called ${mark}`);
    return section(raw);
  });
}
