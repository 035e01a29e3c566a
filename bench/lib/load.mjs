// The load generator, in a process of its own: reads one job as JSON a line, answers one line of JSON.
import { createInterface } from 'node:readline';
import { drive } from './connection.mjs';
import { requestBytes } from './requests.mjs';

/** Requests are made before the clock starts, so that making them costs the server nothing. */
function prepare({ operation, port, ids, from, stride = 1, prefix }) {
  return Array.from({ length: ids }, (_, index) =>
    requestBytes(operation, `bench-${String(from + index * stride).padStart(8, '0')}`, port, prefix),
  );
}

/**
 * Sends for so many seconds, or `count` requests (each once if left out). `cycle`: the prepared ones come
 * again when all are used up.
 */
async function run(job) {
  const prepared = prepare(job);
  const { port, connections, seconds, cycle, count, host = '127.0.0.1' } = job;
  const most = count ?? (cycle && seconds !== null ? Number.POSITIVE_INFINITY : prepared.length);
  const latencies = new Float64Array(2_000_000);
  let sent = 0;
  let answered = 0;
  let failed = 0;
  let firstFailure;
  const startedAt = performance.now();
  const endAt = seconds === null ? Number.POSITIVE_INFINITY : startedAt + seconds * 1000;
  const reconnects = await drive({
    host,
    port,
    connections,
    mark: '"result":true',
    next() {
      if (sent >= most || performance.now() >= endAt) return undefined;
      const request = prepared[sent % prepared.length];
      sent += 1;
      return request;
    },
    done(status, marked, latencyMs) {
      latencies[answered % latencies.length] = latencyMs;
      answered += 1;
      if (status !== 200 || !marked) {
        failed += 1;
        firstFailure ??= status;
      }
    },
  });
  const elapsedMs = performance.now() - startedAt;
  const sorted = latencies.subarray(0, Math.min(answered, latencies.length)).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    answered,
    failed,
    firstFailure,
    reconnects: reconnects.reduce((sum, each) => sum + each, 0),
    elapsedMs,
    perSecond: (answered * 1000) / elapsedMs,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
    used: Math.min(sent, prepared.length),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(JSON.parse(line)).catch((error) => ({ error: String(error?.message ?? error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
