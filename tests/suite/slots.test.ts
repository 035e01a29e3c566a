import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readHistory } from '../../history/index.ts';
import { viewOf } from '../../obligations/index.ts';
import type { Tempo } from '../../simulator/index.ts';
import { referenceConfig, resolveConfig, slotLimit } from '../../suite/config/index.ts';
import type { Order } from '../../suite/drivers/index.ts';
import { withPreflight } from '../../suite/preflight/index.ts';
import { OutputLog, runCommand, waitUntilReady } from '../../suite/process/index.ts';
import { attachSlot, freePort, openSlot, type Slot, startBroker } from '../../suite/slots/index.ts';
import { shopOf } from '../../suite/slots/shop.ts';

let dir = '';
let slot: Slot;
let history = '';
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'gatecheck-slots-'));
  history = join(dir, 'history/slot-0.ndjson');
  slot = await openSlot(referenceConfig(), {
    index: 0,
    dir: join(dir, 'slot-0'),
    seed: 7,
    journalFile: history,
  });
});
after(async () => {
  await slot.close();
  await rm(dir, { recursive: true });
});

let count = 0;

async function placed(one: Slot): Promise<Order> {
  count += 1;
  const answer = await one.driver.createOrder({
    reference: `order-${count}`,
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
  });
  assert.ok(answer.kind === 'ok', JSON.stringify(answer));
  return answer.value;
}

async function invoiceOf(one: Slot, order: Order) {
  const [invoice] = await one.gateway.invoices({ shopOrderId: order.shop_order_id ?? '' });
  assert.ok(invoice, 'the gateway has no such invoice');
  return invoice;
}

async function becomes(one: Slot, order: Order, state: string): Promise<void> {
  const until = performance.now() + 5000;
  for (;;) {
    const answer = await one.driver.getOrder(order.order_id);
    if (answer.kind === 'ok' && answer.value.state === state) {
      return;
    }
    assert.ok(performance.now() < until, `the order did not become ${state}: ${JSON.stringify(answer)}`);
    await sleep(10);
  }
}

const linesOf = async (): Promise<{ kind: string; [field: string]: unknown }[]> =>
  (await readFile(history, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a slot is a gateway and a merchant that pays through it', async () => {
  assert.equal(slot.setupProblem, null);
  const order = await placed(slot);
  const invoice = await invoiceOf(slot, order);
  const { reply } = await slot.gateway.setInvoiceStatus(invoice.paymentId, { status: 4, notify: 'deliver' });
  assert.equal(reply?.body, 'OK');
  await becomes(slot, order, 'paid');
});

test('the history has the calls of the driver, without secrets and card data', async () => {
  await placed(slot);
  await slot.driver.createOrder({
    reference: 'with a card',
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
    card: { number: '4111111111111111', cvv: '737' },
  });
  const until = performance.now() + 5000;
  for (;;) {
    const lines = await linesOf();
    const kinds = new Set(lines.map((line) => line.kind));
    if (
      ['run', 'request', 'answer', 'state', 'attempt', 'reply', 'call', 'outcome', 'merchant'].every((kind) =>
        kinds.has(kind),
      )
    ) {
      const text = JSON.stringify(lines);
      assert.ok(!text.includes(slot.shop.secret));
      assert.ok(!text.includes('4111111111111111'));
      const merchant = lines.filter((line) => line.kind === 'merchant').map((line) => line.action);
      assert.deepEqual(merchant.slice(0, 2), ['start', 'ready']);
      return;
    }
    assert.ok(performance.now() < until, `the history has only ${[...kinds].join(', ')}`);
    await sleep(20);
  }
});

test('the history says of the merchant all that its judges are told', async () => {
  const { capabilities, tempo, merchant } = slot.config;
  const [run] = readHistory(await readFile(history, 'utf8')).events;
  assert.ok(run?.kind === 'run');
  assert.deepEqual(run.merchant, { name: merchant.name, version: merchant.version, capabilities, tempo });
  const { settings } = viewOf([run]);
  for (const [time, ms] of Object.entries(tempo)) assert.equal(settings[time as keyof Tempo], ms, time);
});

test('what the preflight found otherwise stands in the history, and counts for who judges it later', async () => {
  const readings = await slot.gateway.readings();
  const adapted = await withPreflight(slot, {
    ok: true,
    findings: [],
    notes: [],
    readings,
    notifications: 'json',
    pace: { slowestMs: 90, settleMs: 1234 },
  });
  assert.equal(adapted.config.tempo.settleMs, 1234);
  // What was noted before an answer of the control plane is in the history.
  await slot.gateway.readings();
  const { settings } = viewOf(readHistory(await readFile(history, 'utf8')).events);
  assert.equal(settings.settleMs, 1234);
  assert.equal(settings.pollMs, slot.config.tempo.pollMs);
  assert.deepEqual(settings.readings, readings);
});

test('a killed merchant is gone and comes back with its data and another time zone', async () => {
  const order = await placed(slot);
  await slot.process?.kill();
  assert.equal(await slot.process?.running(), false);
  const dead = await slot.driver.getOrder(order.order_id);
  assert.match(dead.kind === 'unknown' ? dead.reason : dead.kind, /nothing listens there/);
  await slot.process?.start({ TZ: 'America/Los_Angeles', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' });
  await becomes(slot, order, 'pending');
  await slot.process?.restart();
  await becomes(slot, order, 'pending');
});

test('a fault kills and restarts the merchant before the answer', async () => {
  await slot.gateway.arm({
    where: { operation: 'invoice/create' },
    effect: { kind: 'kill-merchant', when: 'before-answer', restart: true },
  });
  const answer = await slot.driver.createOrder({
    reference: 'killed',
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
  });
  assert.equal(answer.kind, 'unknown');
  const until = performance.now() + 10_000;
  for (;;) {
    const found = await slot.driver.findOrders('killed');
    if (found.kind === 'ok') {
      assert.equal(found.value.length, 1);
      break;
    }
    assert.ok(performance.now() < until, 'the merchant did not come back');
    await sleep(20);
  }
  await slot.gateway.clearFaults();
  assert.equal(await slot.process?.running(), true);
});

test("the slot's folder and the merchant's output are private", async () => {
  assert.equal((await stat(slot.dir)).mode & 0o077, 0);
  assert.equal((await stat(join(slot.dir, 'merchant.log'))).mode & 0o077, 0);
});

test('a port that another process has been given is not given again', async () => {
  const ports = new URL('../../suite/slots/ports.ts', import.meta.url).href;
  const program = `import { freePort } from ${JSON.stringify(ports)};
    process.stdout.write(String(await freePort()));
    process.stdin.resume();`;
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [bytes] = await once(other.stdout, 'data');
  const theirs = Number(String(bytes));
  const choose = () => {
    let next = theirs - 1;
    return () => {
      next += 1;
      return next;
    };
  };
  assert.notEqual(await freePort(choose()), theirs);
  other.kill('SIGKILL');
  await once(other, 'exit');
  const [, again] = [await freePort(choose()), await freePort(choose())];
  assert.equal(again, theirs, 'what a killed process has claimed is free again');
});

test('workers attach to the slots that a broker keeps', async () => {
  let opened = 0;
  const broker = await startBroker({
    slots: 1,
    open: async () => {
      opened += 1;
      return { ...slot, close: async () => {} };
    },
  });
  const [first, second] = await Promise.all([
    attachSlot(0, broker.environment),
    attachSlot(0, broker.environment),
  ]);
  assert.equal(opened, 1);
  assert.notEqual(first.nonce, second.nonce);
  const order = await placed(first);
  await becomes(second, order, 'pending');
  await second.process?.kill();
  assert.equal(await first.process?.running(), false);
  await first.process?.start();
  await becomes(second, order, 'pending');
  await assert.rejects(attachSlot(1, broker.environment), /There is no slot 1: there are 1 slots/);
  const { port } = JSON.parse(broker.environment);
  const stranger = JSON.stringify({ port, token: 'x' });
  await assert.rejects(attachSlot(0, stranger), /the run is over|ECONNRESET|EPIPE/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/slots/0`), 'a browser is answered');
  await first.close();
  await broker.close();
  await assert.rejects(second.gateway.health(), /the control plane gave no answer \(the run is over\)/);
  await second.close();
  await assert.rejects(broker.slot(0), /the run is over/);
  await becomes(slot, order, 'pending');
});

test('a merchant that cannot start leaves a slot that says why', async () => {
  const config = resolveConfig(
    {
      merchant: {
        start: { prepare: 'echo "no disk" >&2; exit 2', command: 'sleep 60' },
        callbackUrl: '{merchant.url}/notify',
        interface: { type: 'http', baseUrl: '{merchant.url}/test' },
      },
      capabilities: ['invoice'],
    },
    { file: null, dir, env: process.env },
  );
  const broken = await openSlot(config, { index: 1, dir: join(dir, 'slot-1'), seed: 7 });
  assert.match(
    broken.setupProblem?.message ?? '',
    /merchant\.start\.prepare ended with exit code 2[\s\S]*no disk/,
  );
  assert.equal((await broken.gateway.health()).status, 'ok');
  await broken.close();
});

test('a merchant that already runs is killed and started by its own commands', async () => {
  const [gatewayPort, merchantPort] = [await freePort(), await freePort()];
  const shop = join(import.meta.dirname, 'support/tiny-shop.mjs');
  const pidFile = join(dir, 'running.pid');
  const start =
    `PORT=${merchantPort} PAY_URL=http://127.0.0.1:${gatewayPort}/gateway/v1 SHOP_ID=5 SHOP_KEY=known-secret-01 ` +
    `SELF=http://127.0.0.1:${merchantPort} ${process.execPath} ${shop} >/dev/null 2>&1 & echo $! > ${pidFile}`;
  // As many do, it returns before the process is gone.
  const kill = `pid=$(cat ${pidFile}); (sleep 0.5; kill -9 $pid) >/dev/null 2>&1 &`;
  const config = resolveConfig(
    {
      merchant: {
        url: `http://127.0.0.1:${merchantPort}`,
        control: { kill, start },
        callbackUrl: '{merchant.url}/notify',
        interface: { type: 'http', baseUrl: '{merchant.url}/test' },
      },
      gateway: { port: gatewayPort },
      shop: { secret: 'known-secret-01' },
      capabilities: ['invoice', 'restart'],
    },
    { file: null, dir, env: process.env },
  );
  assert.equal(slotLimit(config), 1);
  const output = new OutputLog({ file: join(dir, 'running.log') });
  const command = { command: start, cwd: dir, env: {}, parentEnv: process.env, output, timeoutMs: 5000 };
  await runCommand({ key: 'test', mayOutlive: true, ...command });
  const running = await openSlot(config, { index: 0, dir: join(dir, 'slot-3'), seed: 7 });
  try {
    await waitUntilReady({ url: running.merchant.url, needsSuccess: false, timeoutMs: 5000 });
    const first = Number(await readFile(pidFile, 'utf8'));
    const order = await placed(running);
    const { reply } = await running.gateway.setInvoiceStatus((await invoiceOf(running, order)).paymentId, {
      status: 4,
      notify: 'deliver',
    });
    assert.equal(reply?.body, 'OK');
    await running.process?.restart();
    assert.notEqual(Number(await readFile(pidFile, 'utf8')), first);
    const later = await placed(running);
    assert.ok(!later.order_id.endsWith(`-${first}`), 'the process that was killed still answers');
    await invoiceOf(running, later);
  } finally {
    await running.process?.kill();
    await running.close();
    await output.close();
  }
});

test('nothing of a slot answers after it was closed', async () => {
  const short = await openSlot(referenceConfig(), { index: 2, dir: join(dir, 'slot-2'), seed: 7 });
  await short.close();
  for (const address of [short.address.origin, short.address.controlUrl, short.merchant.url]) {
    await assert.rejects(fetch(address), `${address} still answers`);
  }
});

test("the profile's payways are in its first currency, with their own fees", () => {
  const base = referenceConfig();
  const profile = { ...base.profile, currencies: [978, 643] };
  const shop = shopOf({ ...base, profile }, 'secret', 'http://127.0.0.1:1/notify');
  for (const payways of [shop.inputs, shop.outputs]) {
    const named = payways.filter(({ alias }) => alias === 'card_rub');
    assert.deepEqual(
      named.map(({ currency, fee }) => [currency, fee.percent]),
      [[978, '5']],
    );
  }
});

test('all events are read, also where a page of huge ones ends early', async () => {
  const { seq: mark } = await slot.gateway.record({ kind: 'check', id: 'huge', phase: 'start' });
  for (let count = 0; count < 20; count += 1) {
    const answer = await fetch(`${slot.address.baseUrl}/invoice/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shop_id: 5, filler: 'x'.repeat(950_000) }),
    });
    await answer.arrayBuffer();
  }
  const requests = async (read: 'journal' | 'events') =>
    (await slot.gateway[read]({ after: mark, kind: 'request' })).events.length;
  assert.ok((await requests('journal')) < 20, 'no page ended early');
  assert.equal(await requests('events'), 20);
});
