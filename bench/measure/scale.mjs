// What a request costs as the invoices in one simulator become more.
import { cpuOf, memoryOf, stop } from '../lib/processes.mjs';
import { startTarget } from './requests.mjs';

const width = 8;

/** Cost of invoice/check and of invoice/create at the present number of invoices. */
async function probe(load, { port, server }, from, count) {
  const ask = (operation, job) =>
    load.ask({ operation, port, connections: width, seconds: null, cycle: false, ...job });
  const timed = async (operation, job) => {
    const before = cpuOf(server.pid);
    const result = await ask(operation, job);
    const cpuUs = ((cpuOf(server.pid) - before) * 1e6) / result.answered;
    return { cpuUs, p50Ms: result.p50Ms, p99Ms: result.p99Ms, failed: result.failed };
  };
  const known = Math.min(from - 1, 1000);
  const few = Math.ceil(count / 8);
  const check = [];
  const create = [];
  for (let repeat = 0; repeat < 3; repeat += 1) {
    // The orders asked about are spread over all that there are.
    check.push(
      await timed('invoice/check', {
        ids: known,
        from: 1,
        stride: Math.max(1, Math.floor((from - 1) / known)),
        count,
      }),
    );
    // At ten invoices the first creation would change the number at once.
    if (from > 100) create.push(await timed('invoice/create', { ids: few, from: from + repeat * few }));
  }
  const least = (rows, key) => Math.min(...rows.map((row) => row[key]));
  const best = (rows) =>
    rows.length === 0
      ? undefined
      : {
          cpuUs: least(rows, 'cpuUs'),
          p50Ms: least(rows, 'p50Ms'),
          p99Ms: least(rows, 'p99Ms'),
          failed: rows.reduce((sum, row) => sum + row.failed, 0),
        };
  return { check: best(check), create: best(create), used: from > 100 ? 3 * few : 0 };
}

export async function measureScale({ target, load, plan, say }) {
  const entry = await startTarget(target);
  try {
    // The compiler gets its warm-up from requests that create nothing: their shop_order_id is used already.
    const { port, server } = entry;
    const create = (from, ids) =>
      load.ask({
        operation: 'invoice/create',
        port,
        ids,
        from,
        connections: 32,
        seconds: null,
        cycle: false,
      });
    await create(1, 10);
    await load.ask({
      operation: 'invoice/create',
      port,
      ids: 10,
      from: 1,
      count: plan.probes,
      connections: 32,
      seconds: null,
      cycle: true,
    });
    await load.ask({
      operation: 'invoice/check',
      port,
      ids: 10,
      from: 1,
      count: plan.probes,
      connections: 32,
      seconds: null,
      cycle: true,
    });
    let invoices = 10;
    const results = [];
    for (const size of plan.sizes) {
      while (invoices < size) {
        const ids = Math.min(size - invoices, 50_000);
        await create(invoices + 1, ids);
        invoices += ids;
      }
      const { used, ...costs } = await probe(load, entry, invoices + 1, plan.probes);
      results.push({ invoices: size, ...costs, memoryMb: memoryOf(server.pid)?.nowMb });
      invoices += used;
      say(
        `  ${size} invoices: check ${costs.check?.cpuUs.toFixed(0)} µs, create ${costs.create?.cpuUs.toFixed(0)} µs`,
      );
    }
    return results;
  } finally {
    await stop(entry.server);
  }
}
