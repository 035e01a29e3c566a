// Notifications that are all due at one instant: how fast they go out, and what answers suffer meanwhile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, command, root, scratch } from '../lib/place.mjs';
import { firstLine, memoryOf, start, stop } from '../lib/processes.mjs';
import { shop } from '../lib/requests.mjs';
import { medianOf } from '../lib/statistics.mjs';

const node = process.execPath;
const delayMs = 60_000;
/** As many at a time as the simulator sends to one receiver. */
const parallel = 20;
/** What a notification looks like; nobody has signed this one. */
export const sample = JSON.stringify({
  shop_order_id: 'bench-1',
  shop_id: shop.id,
  status: '4',
  payment_id: 1234567890,
  ps_data: '{"bill_id":"1234567890","amount":"150.25"}',
  ps_currency: 643,
  payway: 'card_rub',
  description: 'Order bench-00000001',
  created: '2026-11-21 12:00:00',
  updated: '2026-11-21 12:00:00',
  processed: '2026-11-21 12:00:00',
  shop_currency: 643,
  shop_amount: 150.25,
  client_price: 150.25,
  shop_refund: 142.74,
  error_code: 0,
  sign: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
});

/** A gateway whose invoices are paid at once, and whose notifications all wait for the clock. */
async function startGateway(receiver) {
  mkdirSync(scratch, { recursive: true });
  const faults = join(scratch, 'due-faults.json');
  writeFileSync(
    faults,
    JSON.stringify([
      {
        where: { operation: 'invoice/create' },
        times: null,
        effect: { kind: 'statuses', sequence: [4] },
      },
      { where: {}, times: null, effect: { kind: 'delay-delivery', delayMs } },
    ]),
  );
  const server = start(
    node,
    [
      command,
      'simulate',
      '--json',
      '--quiet',
      '--port',
      '0',
      '--control-port',
      '0',
      '--seed',
      '1',
      '--transport',
      'node',
      '--virtual-clock',
      '--faults',
      faults,
      '--callback-url',
      `http://127.0.0.1:${receiver}/fast`,
    ],
    { cwd: root },
  );
  const ready = await firstLine(server);
  return { server, port: Number(new URL(ready.gateway.baseUrl).port), control: ready.control.url };
}

async function advance(control, byMs) {
  const startedAt = performance.now();
  const answer = await fetch(`${control}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ byMs }),
  });
  const moved = await answer.json();
  return { fired: moved.fired, elapsedMs: performance.now() - startedAt };
}

export async function startReceiver(orders = [], records = false) {
  const server = start(node, [join(bench, 'peers', 'receiver.mjs')], {
    env: { ORDERS: JSON.stringify(orders), ...(records ? { RECORD: 'yes' } : {}) },
  });
  const { port } = await firstLine(server);
  return { server, port };
}

/** @param file the messages to send, instead of one body to one path */
export async function bareLoop({ port, path, body, file, count, connections = parallel }) {
  const job = JSON.stringify({ origin: `http://127.0.0.1:${port}`, path, body, file, connections, count });
  const server = start(node, [join(bench, 'peers', 'undici-loop.mjs'), job]);
  const answer = await firstLine(server);
  await server.ended;
  return answer;
}

/** Peak memory of a gateway: with so many notifications that wait for the clock, and after all were due at once. */
export async function measureDue({ load, plan, say }) {
  const receiver = await startReceiver();
  try {
    const rows = [];
    for (const count of plan.dueCounts) {
      const gateway = await startGateway(receiver.port);
      try {
        await load.ask({
          operation: 'invoice/create',
          port: gateway.port,
          ids: count,
          from: 1,
          connections: 32,
          seconds: null,
          cycle: false,
        });
        const waiting = memoryOf(gateway.server.pid);
        const { fired, elapsedMs } = await advance(gateway.control, delayMs);
        const after = memoryOf(gateway.server.pid);
        rows.push({ count, fired, elapsedMs, waitingMb: waiting?.peakMb, duePeakMb: after?.peakMb });
        say(`  ${count} due at once: ${waiting?.peakMb.toFixed(0)} → ${after?.peakMb.toFixed(0)} MB`);
      } finally {
        await stop(gateway.server);
      }
    }
    return rows;
  } finally {
    await stop(receiver.server);
  }
}

export async function measureDelivery({ load, plan, say }) {
  const receiver = await startReceiver();
  const gateway = await startGateway(receiver.port).catch(async (error) => {
    await stop(receiver.server);
    throw error;
  });
  let from = 1;
  const create = async (ids) => {
    const result = await load.ask({
      operation: 'invoice/create',
      port: gateway.port,
      ids,
      from,
      connections: 32,
      seconds: null,
      cycle: false,
    });
    from += ids;
    return result;
  };
  const check = (seconds) =>
    load.ask({
      operation: 'invoice/check',
      port: gateway.port,
      ids: 100,
      from: 1,
      connections: 2,
      seconds,
      cycle: true,
    });
  const rounds = [];
  try {
    const path = '/fast?type=invoice';
    await create(2000);
    await advance(gateway.control, delayMs);
    for (let round = 0; round < plan.rounds; round += 1) {
      const loop = await bareLoop({ port: receiver.port, path, body: sample, count: plan.notifications });
      await create(plan.notifications);
      const { fired, elapsedMs } = await advance(gateway.control, delayMs);
      rounds.push({ fired, perSecond: (fired * 1000) / elapsedMs, bare: loop.perSecond });
    }
    say(`  ${plan.rounds} rounds of ${plan.notifications} notifications`);
    await check(1);
    const calm = await check(plan.seconds);
    await create(plan.notifications);
    // The clock moves while somebody asks: everything becomes due at once.
    const [busy, moved] = await Promise.all([
      check(plan.seconds),
      new Promise((resolve) => setTimeout(resolve, 300)).then(() => advance(gateway.control, delayMs)),
    ]);
    return {
      notifications: plan.notifications,
      perSecond: medianOf(rounds, 'perSecond'),
      barePerSecond: medianOf(rounds, 'bare'),
      due: {
        count: moved.fired,
        calm: { p50Ms: calm.p50Ms, p99Ms: calm.p99Ms, maxMs: calm.maxMs },
        busy: { p50Ms: busy.p50Ms, p99Ms: busy.p99Ms, maxMs: busy.maxMs },
        tookMs: moved.elapsedMs,
      },
    };
  } finally {
    await stop(gateway.server);
    await stop(receiver.server);
  }
}
