// How long a recorded history takes to be judged, at growing lengths.
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bench, command, root, scratch } from '../lib/place.mjs';
import { memoryOf, start } from '../lib/processes.mjs';

const node = process.execPath;

async function write(file, events) {
  const server = start(node, [join(bench, 'peers', 'history.mjs'), file, String(events)]);
  const code = await server.ended;
  if (code !== 0) throw new Error(`the history was not written: ${server.output().slice(-400)}`);
}

/** The first events of a history, as a history of its own. */
async function cut(from, to, events) {
  const out = createWriteStream(to);
  let left = events;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    if (left === 0) break;
    left -= 1;
    if (!out.write(`${line}\n`)) await new Promise((resolve) => out.once('drain', resolve));
  }
  await new Promise((resolve) => out.end(resolve));
}

async function audit(file) {
  const startedAt = performance.now();
  const server = start(node, [command, 'audit', file], { cwd: root });
  let peakMb = Number.NaN;
  const watch = setInterval(() => {
    peakMb = memoryOf(server.pid)?.peakMb || peakMb;
  }, 50);
  const code = await server.ended;
  clearInterval(watch);
  return { code, seconds: (performance.now() - startedAt) / 1000, peakMb, says: server.output().slice(-300) };
}

export async function measureAudit({ plan, say }) {
  const folder = join(scratch, 'audit');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const whole = join(folder, 'whole.ndjson');
  const most = Math.max(...plan.auditSizes);
  await write(whole, most);
  const results = [];
  for (const events of plan.auditSizes) {
    const file = join(folder, `${events}.ndjson`);
    await cut(whole, file, events);
    const { code, seconds, peakMb, says } = await audit(file);
    results.push({ events, seconds, peakMb, code });
    say(`  ${events} events: ${seconds.toFixed(1)} s${code === 0 ? '' : `, exit code ${code}: ${says}`}`);
    rmSync(file);
  }
  rmSync(folder, { recursive: true, force: true });
  return results;
}
