// Cold start to the first answer, and memory: after the start, after many requests.
import { answers, freePort, memoryOf, posts, stop } from '../lib/processes.mjs';
import { signedBody } from '../lib/requests.mjs';
import { median } from '../lib/statistics.mjs';

/** Starts a target; `ms` is until its first answer. */
export async function coldStart(target) {
  const port = await freePort();
  const body = signedBody('invoice/create', 'first');
  const startedAt = performance.now();
  const server = target.launch(port, await freePort());
  try {
    await answers(server, port, () => posts(port, '/gateway/v1/invoice/create', body));
    return { server, port, ms: performance.now() - startedAt };
  } catch (error) {
    await stop(server);
    throw error;
  }
}

export async function measureStarts({ targets, plan, say }) {
  const times = new Map();
  for (let round = 0; round < plan.starts; round += 1) {
    for (const target of targets) {
      try {
        const { server, ms } = await coldStart(target);
        await stop(server);
        times.set(target.id, [...(times.get(target.id) ?? []), ms]);
      } catch {
        // The table of requests says why it is missing.
      }
    }
    say(`  start ${round + 1} of ${plan.starts}`);
  }
  return [...times].map(([id, all]) => ({ id, ms: median(all), lowest: Math.min(...all) }));
}

/** Memory of one process after its start and as invoices are created in it. */
export async function measureMemory({ targets, load, plan, say }) {
  const results = [];
  for (const target of targets) {
    let started;
    try {
      started = await coldStart(target);
    } catch {
      continue;
    }
    const { server, port } = started;
    try {
      const points = [{ requests: 1, ...memoryOf(server.pid) }];
      let sent = 0;
      for (const upTo of plan.memoryPoints) {
        // The slow ones would take minutes, and a stub keeps nothing.
        if (target.slow === true && upTo > plan.slowUpTo) break;
        while (sent < upTo) {
          const ids = Math.min(upTo - sent, 50_000);
          await load.ask({
            operation: 'invoice/create',
            port,
            ids,
            from: sent + 1,
            connections: 32,
            seconds: null,
            cycle: false,
          });
          sent += ids;
        }
        points.push({ requests: upTo, ...memoryOf(server.pid) });
      }
      results.push({ id: target.id, points });
      say(`  ${target.name}: ${points.map((each) => each.peakMb?.toFixed(0)).join(' → ')} MB`);
    } finally {
      await stop(server);
    }
  }
  return results;
}
