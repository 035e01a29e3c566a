// Requests a second, latencies and processor time, everyone in turn, several rounds.
import { answers, cpuOf, freePort, posts, stop } from '../lib/processes.mjs';
import { operations, signedBody } from '../lib/requests.mjs';
import { medianOf } from '../lib/statistics.mjs';

const knownOrders = 1000;
const pathOf = (operation) => `/gateway/v1/${operation}`;

export async function startTarget(target) {
  const port = await freePort();
  const server = target.launch(port, await freePort());
  try {
    await answers(server, port, () =>
      posts(port, pathOf('invoice/create'), signedBody('invoice/create', `first-${performance.now()}`)),
    );
    return { target, server, port, from: 1 };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

/** The operation that the goals are about is measured longest. */
const secondsOf = (plan, operation) => (operation === 'invoice/create' ? 1 : 0.75) * plan.seconds;

/** One burst of load at one target. Ids never come twice. */
async function burst(load, entry, operation, seconds, connections) {
  const { target, port, server } = entry;
  const asks = operation === 'invoice/check';
  // A stub does not mind ids that come again.
  const ids = asks || target.ours !== true ? knownOrders : Math.ceil(seconds * 30_000);
  const before = cpuOf(server.pid);
  const result = await load.ask({
    operation,
    port,
    connections,
    seconds,
    ids,
    from: asks ? 1 : entry.from,
    cycle: asks || target.ours !== true,
  });
  if (!asks) entry.from += result.used;
  const cpu = cpuOf(server.pid);
  const cpuUs =
    cpu === undefined || before === undefined ? Number.NaN : ((cpu - before) * 1e6) / result.answered;
  return { ...result, cpuUs };
}

export async function measureRequests({ targets, load, plan, say }) {
  const entries = [];
  const missing = [];
  try {
    for (const target of targets) {
      try {
        entries.push(await startTarget(target));
      } catch (error) {
        missing.push({ id: target.id, why: error.message });
        say(`  ${target.name}: left out, ${error.message}`);
      }
    }
    for (const entry of entries) {
      say(`  warming ${entry.target.name}`);
      for (const operation of operations) {
        // A compiler in the background needs time more than requests.
        await burst(load, entry, operation, plan.warmSeconds, plan.connections);
      }
    }
    const rows = new Map();
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const operation of operations) {
        // Another order in every round, so that nobody always comes after the same neighbour.
        const order = entries.map((_, index) => entries[(index * 2 + round) % entries.length]);
        const turn = new Set(order).size === entries.length ? order : entries;
        for (const entry of turn) {
          const result = await burst(load, entry, operation, secondsOf(plan, operation), plan.connections);
          const key = `${entry.target.id} ${operation}`;
          rows.set(key, [...(rows.get(key) ?? []), result]);
        }
      }
      say(`  round ${round + 1} of ${plan.rounds}`);
    }
    return { connections: plan.connections, missing, results: summary(entries, rows) };
  } finally {
    await Promise.all(entries.map(({ server }) => stop(server)));
  }
}

function summary(entries, rows) {
  return entries.flatMap(({ target }) =>
    operations.map((operation) => {
      const rounds = rows.get(`${target.id} ${operation}`) ?? [];
      const of = (key) => medianOf(rounds, key);
      return {
        id: target.id,
        operation,
        perSecond: of('perSecond'),
        lowest: Math.min(...rounds.map((each) => each.perSecond)),
        highest: Math.max(...rounds.map((each) => each.perSecond)),
        p50Ms: of('p50Ms'),
        p95Ms: of('p95Ms'),
        p99Ms: of('p99Ms'),
        cpuUs: of('cpuUs'),
        answered: rounds.reduce((sum, each) => sum + each.answered, 0),
        failed: rounds.reduce((sum, each) => sum + each.failed, 0),
      };
    }),
  );
}
