// What was promised, and whether this run reached it. A goal that was not measured says so.

const number = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : 'not measured');

function goal(text, value, passes, shown) {
  const measured = Number.isFinite(value);
  return {
    goal: text,
    reached: measured ? shown : 'not measured',
    verdict: measured ? (passes ? 'yes' : 'no') : 'not measured',
  };
}

const rateOf = (raw, id, operation = 'invoice/create') =>
  raw.requests?.results.find((row) => row.id === id && row.operation === operation)?.perSecond ?? Number.NaN;

const startOf = (raw, id) => raw.start?.find((row) => row.id === id)?.ms ?? Number.NaN;

const peakOf = (raw, id, requests) =>
  raw.memory?.find((row) => row.id === id)?.points.find((point) => point.requests === requests)?.peakMb ??
  Number.NaN;

/** mockttp is measured and shown beside the others; what it costs is nothing that we promise. */
function requestGoals(raw) {
  const rate = rateOf(raw, 'gatecheck-node');
  return [
    ['node-http', 'a bare node:http server that verifies signatures', 0.4],
    ['wiremock-bare', "WireMock's static stub, its journal off", 0.7],
  ].map(([id, name, least]) => {
    const share = rate / rateOf(raw, id);
    const text = `invoice/create with --transport node, journal in memory: at least ${least} × ${name}`;
    return goal(text, share, share >= least, `${number(share)} ×`);
  });
}

function hostileGoal(raw) {
  const more = Math.max(...(raw.hostile ?? [{ moreCpuMs: Number.NaN }]).map((row) => row.moreCpuMs));
  const text =
    'a hostile request costs at most 50 ms of CPU more than a harmless one of its size, on both transports';
  return goal(text, more, more <= 50, `${number(more, 1)} ms`);
}

function startGoals(raw) {
  const rows = ['mockttp', 'node'].map((transport) => {
    const ms = startOf(raw, `gatecheck-${transport}`);
    return goal(
      `cold start to the first answer under 500 ms (${transport})`,
      ms,
      ms < 500,
      `${number(ms, 0)} ms`,
    );
  });
  const jvm = raw.targets.filter((each) => each.jvm).map((each) => startOf(raw, each.id));
  const slowest = Math.max(startOf(raw, 'gatecheck-mockttp'), startOf(raw, 'gatecheck-node'));
  const quickest = Math.min(...jvm);
  return [
    ...rows,
    goal(
      'cold start below every JVM peer',
      slowest + quickest,
      slowest < quickest,
      `${number(slowest, 0)} ms against ${number(quickest, 0)} ms`,
    ),
  ];
}

function memoryGoals(raw) {
  const most = Math.max(...(raw.plan.memory?.memoryPoints ?? [100_000]));
  const rows = ['mockttp', 'node'].flatMap((transport) => [
    [`gatecheck-${transport}`, `${transport}, all kept`],
    [`gatecheck-${transport}-retain`, `${transport}, all final, --retain 10000`],
  ]);
  return rows.map(([id, how]) => {
    const peak = peakOf(raw, id, most);
    return goal(
      `under 150 MB at ${most.toLocaleString('en')} invoices (${how})`,
      peak,
      peak < 150,
      `${number(peak, 0)} MB`,
    );
  });
}

/** What being due costs, beside the invoices and notifications that are kept anyhow. */
function dueGoal(raw) {
  const row = (raw.due ?? []).at(-1);
  const share = (row?.duePeakMb ?? Number.NaN) / (row?.waitingMb ?? Number.NaN);
  const count = row?.count.toLocaleString('en') ?? 'thousands of';
  const text = `${count} notifications due at one instant: at most 1.3 × the memory that they take while they wait`;
  return goal(text, share, share <= 1.3, `${number(share)} ×`);
}

function deliveryGoals(raw) {
  const { delivery, fuzz } = raw;
  const sent = delivery === undefined ? Number.NaN : delivery.perSecond / delivery.barePerSecond;
  const fuzzed = fuzz?.ratio ?? { same: Number.NaN, one: Number.NaN };
  const slowest = delivery?.due.busy.maxMs ?? Number.NaN;
  return [
    goal(
      'delivery at least 0.5 × a bare undici loop to the same receiver',
      sent,
      sent >= 0.5,
      `${number(sent)} ×`,
    ),
    goal(
      'fuzzing at least 0.5 × a bare undici loop that sends the same messages to the same receiver',
      fuzzed.same,
      fuzzed.same >= 0.5,
      `${number(fuzzed.same)} ×`,
    ),
    goal(
      'fuzzing at least 0.5 × a bare undici loop that sends one message to the same receiver',
      fuzzed.one,
      fuzzed.one >= 0.5,
      `${number(fuzzed.one)} ×`,
    ),
    goal(
      `no answer takes longer than 100 ms while ${delivery?.due.count ?? 'thousands of'} attempts become due at one instant`,
      slowest,
      slowest <= 100,
      `${number(slowest, 0)} ms`,
    ),
  ];
}

function scaleGoals(raw) {
  const rows = raw.scale ?? [];
  const at = (invoices) => rows.find((row) => row.invoices === invoices);
  const most = Math.max(...(raw.plan.scale?.sizes ?? [1_000_000]));
  const few = at(1000);
  const many = at(most);
  return ['check', 'create'].map((operation) => {
    const ratio = (many?.[operation]?.cpuUs ?? Number.NaN) / (few?.[operation]?.cpuUs ?? Number.NaN);
    return goal(
      `invoice/${operation} at ${most.toLocaleString('en')} invoices costs at most 1.3 × what it costs at 1,000`,
      ratio,
      ratio <= 1.3,
      `${number(ratio)} ×`,
    );
  });
}

function restartGoals(raw) {
  const most = (raw.restart ?? []).at(-1);
  const from = `going on from a store of ${most?.events.toLocaleString('en') ?? 'a million'} events`;
  const cpuMs = most?.cpuMs ?? Number.NaN;
  const ratio = most?.ofReading ?? Number.NaN;
  return [
    goal(`${from}: at most 2 s of CPU`, cpuMs, cpuMs < 2000, `${number(cpuMs / 1000, 1)} s`),
    goal(`${from}: no more CPU than reading its objects row by row`, ratio, ratio <= 1, `${number(ratio)} ×`),
  ];
}

function auditGoal(raw) {
  const rows = (raw.audit ?? []).filter((row) => row.code === 0 || row.code === 1);
  const [middle, last] = rows.slice(-2);
  const each = (row) => (row === undefined ? Number.NaN : row.seconds / row.events);
  const ratio = rows.length < 2 ? Number.NaN : each(last) / each(middle);
  const [from, to] = [middle, last].map((row) => row?.events.toLocaleString('en') ?? '?');
  return goal(
    `auditing is linear: an event of ${to} costs at most 1.3 × one of ${from}`,
    ratio,
    ratio <= 1.3,
    `${number(ratio)} ×`,
  );
}

function suiteGoals(raw) {
  const perSecond = raw.certification?.perSecond ?? Number.NaN;
  const seconds = raw.strength?.seconds ?? Number.NaN;
  return [
    goal(
      'certification of the reference shop: at least 10 checks a second',
      perSecond,
      perSecond >= 10,
      `${number(perSecond, 1)} checks/s`,
    ),
    goal('strength under 120 s', seconds, seconds < 120, `${number(seconds, 0)} s`),
  ];
}

export function judge(raw) {
  return [
    ...requestGoals(raw),
    hostileGoal(raw),
    ...startGoals(raw),
    ...memoryGoals(raw),
    ...deliveryGoals(raw),
    dueGoal(raw),
    ...restartGoals(raw),
    auditGoal(raw),
    ...scaleGoals(raw),
    ...suiteGoals(raw),
  ];
}
