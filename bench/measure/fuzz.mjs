// How many hostile notifications a second the fuzzer makes, sends and judges, beside a bare loop.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, scratch } from '../lib/place.mjs';
import { start, stop } from '../lib/processes.mjs';
import { shop } from '../lib/requests.mjs';
import { medianOf } from '../lib/statistics.mjs';
import { bareLoop, sample, startReceiver } from './delivery.mjs';

const orders = Array.from({ length: 12 }, (_, index) => ({
  shop_order_id: `bench-${index}`,
  payment_id: 7700 + index,
  amount: '10.50',
  currency: 643,
  payway: 'card_rub',
}));

async function campaign(receiver, runs, seed) {
  const out = join(scratch, 'fuzz');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const file = join(out, 'orders.ndjson');
  writeFileSync(file, orders.map((order) => JSON.stringify(order)).join('\n'));
  const server = start(
    process.execPath,
    [
      command,
      'fuzz',
      'notifications',
      '--callback-url',
      `http://127.0.0.1:${receiver}/notify`,
      '--shop',
      `${shop.id}:env:BENCH_KEY`,
      '--order',
      file,
      '--ok-means-accepted',
      '--runs',
      String(runs),
      '--seed',
      String(seed),
      '--out',
      out,
    ],
    { env: { BENCH_KEY: shop.secret }, cwd: root },
  );
  const code = await server.ended;
  if (code !== 0) throw new Error(`the campaign ended with ${code}: ${server.output().slice(-600)}`);
  const statistics = JSON.parse(readFileSync(join(out, 'notifications-statistics.json'), 'utf8'));
  return { messages: statistics.messages, perSecond: statistics.messages / statistics.seconds };
}

export async function measureFuzzing({ plan, say }) {
  const receiver = await startReceiver(orders);
  const rounds = [];
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      // The bare loop sends a whole notification that is refused, as most of the fuzzer's messages are.
      const loop = await bareLoop({
        port: receiver.port,
        path: '/notify?type=invoice',
        body: sample,
        count: plan.messages,
        connections: 64,
      });
      const found = await campaign(receiver.port, plan.messages, round + 1);
      rounds.push({ ...found, bare: loop.perSecond, ratio: found.perSecond / loop.perSecond });
    }
    say(`  ${plan.rounds} campaigns of ${plan.messages} runs`);
    return {
      messages: rounds.reduce((sum, each) => sum + each.messages, 0),
      perSecond: medianOf(rounds, 'perSecond'),
      barePerSecond: medianOf(rounds, 'bare'),
      // Of each round, because the machine's own speed changes from one to the next.
      ratio: medianOf(rounds, 'ratio'),
    };
  } finally {
    await stop(receiver.server);
  }
}
