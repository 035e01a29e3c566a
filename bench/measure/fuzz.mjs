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

/** The messages of a campaign, as they came: what the bare loop sends is what the fuzzer sends. */
async function recordMessages(runs) {
  const receiver = await startReceiver(orders, true);
  try {
    await campaign(receiver.port, runs, 1);
    const answer = await fetch(`http://127.0.0.1:${receiver.port}/recorded`);
    const file = join(scratch, 'fuzz-messages.ndjson');
    writeFileSync(file, await answer.text());
    return file;
  } finally {
    await stop(receiver.server);
  }
}

export async function measureFuzzing({ plan, say }) {
  const file = await recordMessages(Math.min(plan.messages, 10_000));
  const receiver = await startReceiver(orders);
  const rounds = [];
  const usual = { port: receiver.port, count: plan.messages, connections: 64 };
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const same = await bareLoop({ ...usual, file });
      // A whole notification that is refused, as most of the fuzzer's messages are.
      const one = await bareLoop({ ...usual, path: '/notify?type=invoice', body: sample });
      const found = await campaign(receiver.port, plan.messages, round + 1);
      rounds.push({
        ...found,
        same: same.perSecond,
        one: one.perSecond,
        // Of each round, because the machine's own speed changes from one to the next.
        toSame: found.perSecond / same.perSecond,
        toOne: found.perSecond / one.perSecond,
      });
    }
    say(`  ${plan.rounds} campaigns of ${plan.messages} runs`);
    const of = (key) => medianOf(rounds, key);
    return {
      messages: rounds.reduce((sum, each) => sum + each.messages, 0),
      perSecond: of('perSecond'),
      bare: { same: of('same'), one: of('one') },
      ratio: { same: of('toSame'), one: of('toOne') },
    };
  } finally {
    rmSync(file, { force: true });
    await stop(receiver.server);
  }
}
