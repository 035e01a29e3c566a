// What a hostile request costs more than a harmless one of its size, of the server's processor time.
import { drive } from '../lib/connection.mjs';
import { hostileBytes, hostileRequests } from '../lib/hostile.mjs';
import { cpuOf, stop } from '../lib/processes.mjs';
import { median } from '../lib/statistics.mjs';
import { coldStart } from './start.mjs';

const transports = ['gatecheck-node', 'gatecheck-mockttp'];

/** The time of each answer, in ms, of requests that are sent one after the other. */
async function timesOf(port, requests) {
  const times = [];
  let sent = 0;
  await drive({
    host: '127.0.0.1',
    port,
    connections: 1,
    mark: '"result":false',
    next: () => requests[sent++],
    done(status, marked, ms) {
      if (!marked) throw new Error(`a hostile request was answered with HTTP ${status}`);
      times.push(ms);
    },
  });
  return times;
}

/** Time of an answer, the median; and processor time of the server for one, which a busy machine lengthens little. */
async function sideOf({ pid, port }, request, rounds) {
  const bytes = hostileBytes(request, port);
  const before = cpuOf(pid);
  const times = await timesOf(
    port,
    Array.from({ length: rounds }, () => bytes),
  );
  return { bytes: bytes.length, ms: median(times), cpuMs: ((cpuOf(pid) - before) * 1000) / rounds };
}

async function costOf(server, { hostile, harmless }, rounds) {
  const plain = await sideOf(server, harmless, rounds);
  const dear = await sideOf(server, hostile, rounds);
  return { hostile: dear, harmless: plain, moreCpuMs: dear.cpuMs - plain.cpuMs };
}

export async function measureHostile({ targets, plan, say }) {
  const results = [];
  for (const target of targets.filter(({ id }) => transports.includes(id))) {
    const { server, port } = await coldStart(target);
    const at = { pid: server.pid, port };
    try {
      // What is compiled at the first requests is no cost of theirs.
      for (const each of hostileRequests) await costOf(at, each, 1);
      for (const each of hostileRequests)
        results.push({ id: target.id, what: each.what, ...(await costOf(at, each, plan.rounds)) });
      const most = Math.max(
        ...results.filter(({ id }) => id === target.id).map(({ moreCpuMs }) => moreCpuMs),
      );
      say(`  ${target.name}: ${hostileRequests.length} kinds, at most ${most.toFixed(1)} ms of CPU more`);
    } finally {
      await stop(server);
    }
  }
  return results;
}
