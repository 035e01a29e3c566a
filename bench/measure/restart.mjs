// What it takes a simulator to go on from a store, at growing histories, beside what reading the store alone takes.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bench, command, root, scratch } from '../lib/place.mjs';
import { answers, cpuOf, firstLine, freePort, memoryOf, posts, start, stop } from '../lib/processes.mjs';
import { signedBody } from '../lib/requests.mjs';
import { median } from '../lib/statistics.mjs';

const node = process.execPath;

async function fill(file, events) {
  const server = start(node, [join(bench, 'peers', 'fill-store.mjs'), file, String(events)]);
  const code = await server.ended;
  if (code !== 0) throw new Error(`the store was not filled: ${server.output().slice(-400)}`);
}

/** From starting the process to the first answer, of a simulator that was killed before. */
async function restart(file, round) {
  const port = await freePort();
  const startedAt = performance.now();
  const server = start(
    node,
    [
      command,
      'simulate',
      '--json',
      '--port',
      String(port),
      '--control-port',
      '0',
      '--transport',
      'node',
      '--store',
      file,
    ],
    { cwd: root },
  );
  try {
    const body = signedBody('invoice/create', `again-${round}`);
    await answers(server, port, () => posts(port, '/gateway/v1/invoice/create', body));
    const ms = performance.now() - startedAt;
    return { ms, cpuMs: (cpuOf(server.pid) ?? Number.NaN) * 1000, memoryMb: memoryOf(server.pid)?.peakMb };
  } finally {
    process.kill(server.pid, 'SIGKILL');
    await stop(server);
  }
}

/** The processor time of a program that only reads the objects of the store. */
async function read(file) {
  const peer = start(node, [join(bench, 'peers', 'read-store.mjs'), file]);
  const { cpuMs } = await firstLine(peer);
  await peer.ended;
  return cpuMs;
}

export async function measureRestarts({ plan, say }) {
  const folder = join(scratch, 'restart');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const results = [];
  for (const events of plan.storeSizes) {
    const file = join(folder, `${events}.gatecheck`);
    await fill(file, events);
    const rounds = [];
    for (let round = 0; round < plan.starts; round += 1) {
      rounds.push({ ...(await restart(file, round)), readMs: await read(file) });
    }
    const result = {
      events,
      ms: median(rounds.map(({ ms }) => ms)),
      cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
      readMs: median(rounds.map(({ readMs }) => readMs)),
      ofReading: median(rounds.map(({ cpuMs, readMs }) => cpuMs / readMs)),
      memoryMb: Math.max(...rounds.map(({ memoryMb }) => memoryMb ?? Number.NaN)),
      fileMb: statSync(file).size / 1024 / 1024,
    };
    results.push(result);
    const { ms, cpuMs, ofReading } = result;
    say(
      `  ${events} events: ${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms, ${ofReading.toFixed(2)} of reading`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return results;
}
