import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Fault } from '../../simulator/index.ts';
import { type Bench, plainInvoice, startBench } from './server-support.ts';

let bench: Bench;
const kills: boolean[] = [];
before(async () => {
  bench = await startBench({
    onKill: async (restart) => {
      kills.push(restart);
    },
  });
});
after(() => bench.stop());

/** What a merchant sees of one create under one fault. */
type Sight =
  | { kind: 'envelope'; result: boolean; code: number }
  | { kind: 'text'; status: number }
  | { kind: 'lost' };

/** Where the answer is to come too late the client gives up soon; where it is to come, a busy machine has time for it. */
const SOON_MS = 200;
const LONG_MS = 30_000;

async function see(orderId: string, givesUpMs = LONG_MS): Promise<Sight> {
  try {
    const { signedBody } = await import('./server-support.ts');
    const response = await fetch(`${bench.simulator.baseUrl}/invoice/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signedBody('invoice/create', { ...plainInvoice, shop_order_id: orderId }),
      signal: AbortSignal.timeout(givesUpMs),
    });
    const text = await response.text();
    try {
      const answer = JSON.parse(text) as { result: boolean; error_code: number };
      return { kind: 'envelope', result: answer.result, code: answer.error_code };
    } catch {
      return { kind: 'text', status: response.status };
    }
  } catch {
    return { kind: 'lost' };
  }
}

const lost: Sight = { kind: 'lost' };
const good: Sight = { kind: 'envelope', result: true, code: 0 };

const calls: { name: string; effect: Fault['effect']; sees: Sight; exists: boolean; givesUpMs?: number }[] = [
  {
    name: 'error',
    effect: { kind: 'error', code: 9 },
    sees: { kind: 'envelope', result: false, code: 9 },
    exists: false,
  },
  {
    name: 'timeout',
    effect: { kind: 'read-timeout', committed: true },
    sees: lost,
    exists: true,
    givesUpMs: SOON_MS,
  },
  {
    name: 'timeout-lost',
    effect: { kind: 'read-timeout', committed: false },
    sees: lost,
    exists: false,
    givesUpMs: SOON_MS,
  },
  { name: 'reset', effect: { kind: 'reset', committed: true }, sees: lost, exists: true },
  { name: 'close', effect: { kind: 'close', committed: false }, sees: lost, exists: false },
  { name: 'truncate', effect: { kind: 'truncate', committed: true }, sees: lost, exists: true },
  {
    name: 'malformed',
    effect: { kind: 'malformed', committed: true },
    sees: { kind: 'text', status: 200 },
    exists: true,
  },
  {
    name: 'html',
    effect: { kind: 'html', status: 502, committed: false },
    sees: { kind: 'text', status: 502 },
    exists: false,
  },
  { name: 'delay', effect: { kind: 'delay', delayMs: 30 }, sees: good, exists: true },
  { name: 'too-late', effect: { kind: 'delay', delayMs: 400 }, sees: lost, exists: true, givesUpMs: SOON_MS },
];

for (const { name, effect, sees, exists, givesUpMs } of calls) {
  test(`fault ${name}: the merchant sees ${JSON.stringify(sees)}`, async () => {
    const orderId = `fault-${name}`;
    await bench.control('POST', '/faults', { where: { shopOrderId: orderId }, effect });
    assert.deepEqual(await see(orderId, givesUpMs), sees);
    const { items } = await bench.control<{ items: unknown[] }>('GET', `/invoices?shopOrderId=${orderId}`);
    assert.equal(items.length, exists ? 1 : 0);
    const { items: left } = await bench.control<{ items: { remaining: number | null }[] }>('GET', '/faults');
    assert.ok(
      left.every(({ remaining }) => remaining === 0 || remaining === null),
      JSON.stringify(left),
    );
    await bench.control('DELETE', '/faults');
  });
}

test('a waiting answer goes when its fault is released', async () => {
  const { ids } = await bench.control<{ ids: string[] }>('POST', '/faults', {
    id: 'gate',
    where: { shopOrderId: 'waits' },
    effect: { kind: 'wait' },
  });
  assert.deepEqual(ids, ['gate']);
  let answered = false;
  const pending = bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'waits' }).then((answer) => {
    answered = true;
    return answer;
  });
  let paymentId: number | undefined;
  while (paymentId === undefined) {
    const { items } = await bench.control<{ items: { paymentId: number }[] }>(
      'GET',
      '/invoices?shopOrderId=waits',
    );
    paymentId = items[0]?.paymentId;
  }
  // What the payment system reports meanwhile reaches the merchant before the answer does.
  const moved = await bench.control<{ reply: { status: number } }>('POST', `/invoices/${paymentId}/payer`, {
    action: 'pay',
  });
  assert.equal(moved.reply.status, 200);
  assert.equal(answered, false);
  await bench.control('POST', '/faults/gate/release');
  assert.equal((await pending).result, true);
});

test('an answer that is released before it has come so far as to wait goes all the same', async () => {
  await bench.control('POST', '/faults', {
    id: 'early',
    where: { shopOrderId: 'released-early' },
    effect: { kind: 'wait' },
  });
  await bench.control('POST', '/faults', {
    where: { shopOrderId: 'released-early' },
    effect: { kind: 'delay', delayMs: 200 },
  });
  const pending = bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'released-early' });
  const isThere = async (): Promise<boolean> => {
    const { items } = await bench.control<{ items: unknown[] }>(
      'GET',
      '/invoices?shopOrderId=released-early',
    );
    return items.length > 0;
  };
  while (!(await isThere()));
  await bench.control('POST', '/faults/early/release');
  assert.equal((await pending).result, true);
  await bench.control('DELETE', '/faults');
});

test('notify-first: the notification and its reply come before the answer', async () => {
  bench.receiver.seen.length = 0;
  let answered = false;
  bench.receiver.answer = (_request, response) => {
    assert.equal(answered, false);
    response.end('OK');
  };
  await bench.control('POST', '/faults', {
    where: { shopOrderId: 'first' },
    effect: { kind: 'notify-first', status: 4 },
  });
  const answer = await bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'first' });
  answered = true;
  assert.equal(answer.result, true);
  assert.equal(bench.receiver.seen.length, 1);
  await bench.control('DELETE', '/faults');
});

test('a notification waits for the answer that caused it', async () => {
  const order: string[] = [];
  bench.receiver.answer = (_request, response) => {
    order.push('notification');
    response.end('OK');
  };
  await bench.control('POST', '/faults', [
    { where: { shopOrderId: 'slow' }, effect: { kind: 'statuses', sequence: [2] } },
    { where: { shopOrderId: 'slow' }, effect: { kind: 'delay', delayMs: 100 } },
  ]);
  await bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'slow' });
  order.push('answer');
  await bench.control('POST', '/clock/flush');
  assert.deepEqual(order, ['answer', 'notification']);
  await bench.control('DELETE', '/faults');
});

test('deliveries: dropped, duplicated in parallel and in turn, delayed', async () => {
  bench.receiver.answer = (_request, response) => response.end('OK');
  const table: { effect: Fault['effect']; atOnce: number; afterAMinute: number }[] = [
    { effect: { kind: 'drop' }, atOnce: 0, afterAMinute: 1 },
    { effect: { kind: 'duplicate', times: 4, parallel: true }, atOnce: 5, afterAMinute: 5 },
    { effect: { kind: 'duplicate', times: 2, parallel: false }, atOnce: 3, afterAMinute: 3 },
    { effect: { kind: 'delay-delivery', delayMs: 30_000 }, atOnce: 0, afterAMinute: 1 },
  ];
  for (const [index, { effect, atOnce, afterAMinute }] of table.entries()) {
    const orderId = `delivery-${index}`;
    const paymentId = await bench.invoice(orderId);
    await bench.control('POST', '/faults', {
      where: { shopOrderId: orderId, notification: { type: 'invoice' } },
      effect,
    });
    bench.receiver.seen.length = 0;
    await bench.control('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
    await bench.control('POST', '/clock/flush');
    assert.equal(bench.receiver.seen.length, atOnce, `${effect.kind}, at once`);
    await bench.control('POST', '/clock/advance', { byMs: 3_600_000 });
    assert.equal(bench.receiver.seen.length, afterAMinute, `${effect.kind}, later`);
    await bench.control('DELETE', '/faults');
  }
});

test('the merchant is killed at the point that the fault names', async () => {
  kills.length = 0;
  await bench.control('POST', '/faults', {
    where: { shopOrderId: 'killed' },
    effect: { kind: 'kill-merchant', when: 'before-answer', restart: true },
  });
  assert.deepEqual(await see('killed', SOON_MS), lost);
  assert.deepEqual(kills, [true]);
  const paymentId = await bench.invoice('killed-later');
  for (const [index, when] of (['before-delivery', 'in-delivery', 'after-reply'] as const).entries()) {
    await bench.control('POST', '/faults', {
      where: { shopOrderId: 'killed-later', notification: {} },
      effect: { kind: 'kill-merchant', when, restart: false },
    });
    await bench.control('POST', `/invoices/${paymentId}/status`, {
      status: [2, 3, 4][index],
      notify: 'deliver',
    });
    await bench.control('POST', '/clock/flush');
    assert.equal(kills.length, index + 2, when);
    await bench.control('DELETE', '/faults');
  }
});

test('receivers that misbehave fail the attempt, and the next one is planned', async () => {
  const table: [string, typeof bench.receiver.answer][] = [
    ['reset', (request) => request.socket.resetAndDestroy()],
    ['timeout', () => undefined],
    [
      'too-large',
      (_request, response) => {
        const more = () => {
          if (!response.destroyed) response.write('x'.repeat(16_384), () => setImmediate(more));
        };
        more();
      },
    ],
    ['invalid', (request) => request.socket.end('nonsense\r\n\r\n')],
  ];
  for (const [outcome, answer] of table) {
    const paymentId = await bench.invoice(`bad-${outcome}`);
    bench.receiver.answer = answer;
    const moved = await bench.control<{
      reply: { outcome: string };
      notification: { state: string; nextAt: string };
    }>('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
    assert.equal(moved.reply.outcome, outcome);
    assert.equal(moved.notification.state, 'due');
    assert.ok(moved.notification.nextAt);
    await bench.control('POST', '/finish', { paymentIds: [paymentId] });
  }
});

test('a header that HTTP forbids loses the answer, and nothing else', async () => {
  await bench.control('POST', '/faults', {
    where: { shopOrderId: 'bad-header' },
    effect: { kind: 'answer', headers: { 'x-bad': 'one\r\ntwo' } },
  });
  assert.deepEqual(await see('bad-header'), lost);
  const { events } = await bench.control<{ events: { ended: string }[] }>(
    'GET',
    '/journal?kind=answer&limit=10000',
  );
  assert.equal(events.at(-1)?.ended, 'failed');
  assert.deepEqual(await see('after-bad-header'), good);
});
