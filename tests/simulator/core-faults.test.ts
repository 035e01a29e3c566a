import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../simulator/core/index.ts';
import {
  createFaultEngine,
  EFFECT_KINDS,
  type Effect,
  type Fault,
  FaultError,
  parseFault,
} from '../../simulator/faults/index.ts';
import { deliver, invoice, type Lab, lab, NOW, payout, read, reply } from './core-support.ts';

const tried = new Set<string>();

function on(effect: Effect, where: Fault['where'] = {}, more: Partial<Fault> = {}): Fault {
  tried.add(effect.kind);
  return { where, effect, ...more };
}

const armed = (...faults: Fault[]): Lab => lab({ faults });
const create = { operation: 'invoice/create' } as const;

interface Row {
  effect: Effect;
  kind: 'respond' | 'hold' | 'reset' | 'close';
  stored: boolean;
  outcome: string;
}

const ENDINGS: readonly Row[] = [
  { effect: { kind: 'read-timeout', committed: true }, kind: 'hold', stored: true, outcome: 'held' },
  { effect: { kind: 'read-timeout', committed: false }, kind: 'hold', stored: false, outcome: 'held' },
  { effect: { kind: 'reset', committed: true }, kind: 'reset', stored: true, outcome: 'reset' },
  { effect: { kind: 'reset', committed: false }, kind: 'reset', stored: false, outcome: 'reset' },
  { effect: { kind: 'close', committed: true }, kind: 'close', stored: true, outcome: 'closed' },
  { effect: { kind: 'close', committed: false }, kind: 'close', stored: false, outcome: 'closed' },
  { effect: { kind: 'truncate', committed: true }, kind: 'respond', stored: true, outcome: 'truncated' },
  { effect: { kind: 'malformed', committed: true }, kind: 'respond', stored: true, outcome: 'answered' },
  { effect: { kind: 'malformed', committed: false }, kind: 'respond', stored: false, outcome: 'answered' },
  {
    effect: { kind: 'html', status: 502, committed: true },
    kind: 'respond',
    stored: true,
    outcome: 'answered',
  },
  {
    effect: { kind: 'http-status', status: 503, committed: false },
    kind: 'respond',
    stored: false,
    outcome: 'answered',
  },
];

for (const { effect, kind, stored, outcome } of ENDINGS) {
  test(`${effect.kind} ${stored ? 'after' : 'without'} the commit`, () => {
    const bench = armed(on(effect, { operation: 'withdraw/create' }));
    const wanted = payout();
    const answer = bench.send('withdraw/create', wanted);
    assert.equal(answer.kind, kind);
    const ask = { shop_payment_id: wanted.shop_payment_id, now: NOW };
    assert.equal(bench.call('withdraw/shop_payment_status', ask).error_code, stored ? 0 : 7);
    const event = bench.kinds('answer')[0];
    assert.ok(event?.kind === 'answer');
    assert.deepEqual([event.outcome, event.committed, event.fault], [outcome, stored, 'f1']);
    const bite = bench.kinds('fault').find((each) => each.kind === 'fault' && each.action === 'bit');
    assert.ok(bite?.kind === 'fault' && bite.effect === effect.kind);
    if (answer.kind !== 'respond') return;
    assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)));
    if (effect.kind === 'truncate') assert.ok((answer.cutAfterBytes ?? 0) < Buffer.byteLength(answer.body));
    else if (effect.kind !== 'http-status') assert.throws(() => JSON.parse(answer.body));
    if (effect.kind === 'html')
      assert.deepEqual([answer.status, answer.headers['content-type']], [502, 'text/html']);
  });
}

test('error answers a code instead of the operation', () => {
  const bench = armed(
    on({ kind: 'error', code: 57 }),
    on({ kind: 'error', code: 4, message: 'too small', data: {}, httpStatus: 400 }, {}, { skip: 1 }),
  );
  const order = invoice();
  const first = bench.call('invoice/create', order);
  assert.deepEqual([first.status, first.error_code, first.message, first.data], [200, 57, 'Error 57', null]);
  const second = bench.call('invoice/create', order);
  assert.deepEqual(
    [second.status, second.error_code, second.message, second.data],
    [400, 4, 'too small', {}],
  );
  assert.equal(bench.call('invoice/create', order).error_code, 0, 'the id stayed free');
});

test('http-status with a body, and below 500 with the envelope', () => {
  const bench = armed(
    on({ kind: 'http-status', status: 429, committed: true }),
    on({ kind: 'http-status', status: 500, body: '{"oops":1}', committed: false }, {}, { skip: 1 }),
  );
  assert.deepEqual([bench.call('invoice/create', invoice()).status], [429]);
  assert.equal(bench.call('invoice/create', invoice()).text, '{"oops":1}');
});

test('answer: paths set and removed, headers, unknown fields, another order', () => {
  const set = { 'data.status': 9, 'data.new.deep': { $number: '1.50' }, 'data.payment_id': '7' };
  const bench = armed(
    on(
      {
        kind: 'answer',
        set,
        remove: ['data.payway', 'message'],
        headers: { 'x-new': '1' },
        shuffle: true,
        unknownFields: true,
      },
      { operation: 'invoice/check' },
    ),
    on({ kind: 'answer', envelope: [] }, { operation: 'shop_balance' }),
  );
  bench.call('invoice/create', invoice({ shop_order_id: 'edited' }));
  const said = bench.call('invoice/check', { shop_order_id: 'edited', now: NOW });
  assert.deepEqual([said.data.status, said.data.payment_id, said.headers['x-new']], [9, '7', '1']);
  assert.match(said.text, /"deep":1\.50/);
  assert.equal('payway' in said.data || 'message' in JSON.parse(said.text), false);
  assert.equal('new_field' in said.data, true);
  assert.equal(bench.core.invoices()[0]?.status, 1, 'the truth does not change');
  const empty = bench.send('shop_balance', { now: NOW });
  assert.equal(empty.kind === 'respond' && empty.body, '[]');
});

test('answer: a large id is the truth from then on', () => {
  const big = { $number: '9007199254740991' };
  const bench = armed(
    on({ kind: 'answer', set: { 'data.id': 3_000_000_000 } }, create),
    on({ kind: 'answer', set: { 'data.id': big } }, { operation: 'withdraw/create' }),
  );
  const order = invoice();
  assert.equal(bench.call('invoice/create', order).data.id, 3_000_000_000);
  bench.core.act({ kind: 'invoice-status', paymentId: 3_000_000_000, status: 4 });
  assert.equal(JSON.parse(deliver(bench)[0]?.body ?? '{}').payment_id, 3_000_000_000);
  bench.call('withdraw/create', payout());
  const asked = bench.call('withdraw/status', { withdraw_id: 9007199254740991, now: NOW });
  assert.equal(asked.error_code, 0);
});

test('statuses: a create answers the first, each status call the next', () => {
  const bench = armed(on({ kind: 'statuses', sequence: [9, 4, 2, 3, 5] }, { operation: 'withdraw/create' }));
  const { data } = bench.call('withdraw/create', payout());
  const ask = () => bench.call('withdraw/status', { withdraw_id: data.id, now: NOW }).data.status;
  assert.deepEqual([data.status, ask(), ask(), ask(), ask(), ask()], [9, 4, 2, 3, 5, 5]);
  assert.equal(bench.core.payout(Number(data.id))?.status, 5);
  assert.equal(bench.call('withdraw/create', payout()).data.status, 1, 'only the first payout');
});

test('statuses of refunds, charges and checks', () => {
  const bench = armed(
    on({ kind: 'statuses', sequence: ['SUCCESS'] }, { operation: 'invoice/create-refund' }),
    on({ kind: 'statuses', sequence: ['FAILED'] }, { operation: 'invoice/create-refund' }, { skip: 1 }),
    on({ kind: 'statuses', sequence: [2, 6] }, { operation: 'invoice/charge' }),
  );
  const invoice_id = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId: invoice_id, status: 4 });
  deliver(bench);
  const refund = (shop_refund_id: string) =>
    bench.call('invoice/create-refund', { invoice_id, shop_refund_id, amount: '1.00' }).data.status;
  assert.deepEqual([refund('a'), refund('b')], ['SUCCESS', 'FAILED']);
  assert.deepEqual(
    deliver(bench).map(({ status }) => status),
    ['SUCCESS'],
    'a failure at once is not notified',
  );
  const order = invoice();
  bench.call('invoice/hold', order);
  const held = Number(bench.core.invoices({ shopOrderId: String(order.shop_order_id) })[0]?.paymentId);
  bench.core.act({ kind: 'invoice-status', paymentId: held, status: 8 });
  assert.equal(bench.call('invoice/charge', { invoice_id: held, now: NOW }).data.status, 2);
  const check = { shop_order_id: order.shop_order_id, now: NOW };
  assert.equal(bench.call('invoice/check', check).data.status, 6);
});

test('notify-first: the notification is due, and the answer waits for its reply', () => {
  const bench = armed(on({ kind: 'notify-first', status: 4 }, create));
  const answer = bench.send('invoice/create', invoice());
  assert.ok(answer.kind === 'respond' && answer.wait?.kind === 'delivery');
  const [due] = bench.takeDue();
  assert.deepEqual([due?.notification, due?.status], [answer.wait.notification, 4]);
  const checked = armed(on({ kind: 'notify-first', status: 4 }, { operation: 'invoice/check' }));
  checked.call('invoice/create', invoice({ shop_order_id: 'first' }));
  const said = read(checked.send('invoice/check', { shop_order_id: 'first', now: NOW }));
  assert.equal(said.data.status, 4, 'a reading operation answers the new truth');
});

test('delay, wait and kill are orders to the shell', () => {
  const bench = armed(
    on({ kind: 'delay', delayMs: 700 }),
    on({ kind: 'delay', delayMs: 50 }),
    on({ kind: 'wait' }, {}, { id: 'gate' }),
    on({ kind: 'kill-merchant', when: 'before-answer', restart: true }),
  );
  const answer = bench.send('invoice/create', invoice());
  assert.ok(answer.kind === 'respond');
  assert.equal(answer.delayMs, 750);
  assert.deepEqual(answer.wait, { kind: 'release', fault: 'gate' });
  assert.deepEqual(answer.kill, { fault: 'f3', when: 'before-answer', restart: true });
  assert.equal(bench.faults.release('gate'), true);
  assert.equal(bench.faults.release('gate'), false);
});

function paidWith(...faults: Fault[]): Lab {
  const bench = armed(...faults);
  const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  return bench;
}

test('drop: the attempt is lost, and the next one comes', () => {
  const bench = paidWith(on({ kind: 'drop' }));
  assert.deepEqual(deliver(bench), []);
  const [lost] = bench.kinds('reply');
  assert.equal(lost?.kind === 'reply' && lost.outcome, 'aborted');
  bench.clock.now = bench.core.nextDueAt() ?? 0;
  assert.deepEqual(
    deliver(bench).map(({ attempt }) => attempt),
    [2],
  );
});

test('drop for ever loses all 25', () => {
  const bench = paidWith(on({ kind: 'drop' }, { notification: { type: 'invoice' } }, { times: null }));
  for (;;) {
    assert.deepEqual(deliver(bench), []);
    const next = bench.core.nextDueAt();
    if (next === undefined) break;
    bench.clock.now = next;
  }
  assert.equal(bench.kinds('attempt').length, 25);
});

test('duplicate, in parallel: all at once, and one accepted reply ends it', () => {
  const bench = paidWith(on({ kind: 'duplicate', times: 19, parallel: true }));
  const due = bench.takeDue();
  assert.deepEqual([due.length, new Set(due.map(({ attempt }) => attempt)).size], [20, 1]);
  for (const [index, each] of due.entries()) {
    bench.core.settle(each, reply({ status: index === 3 ? 200 : 500 }));
  }
  assert.equal(bench.core.notifications()[0]?.state, 'accepted');
  assert.equal(bench.core.nextDueAt(), undefined);
});

test('duplicate, one after the other: never two on their way', () => {
  const bench = paidWith(on({ kind: 'duplicate', times: 2, parallel: false }));
  const copies: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const due = bench.takeDue();
    assert.equal(due.length, 1);
    for (const each of due) {
      copies.push(each.copy);
      bench.core.settle(each, reply());
    }
  }
  assert.deepEqual(copies, [0, 1, 2]);
  assert.deepEqual(bench.takeDue(), []);
  assert.equal(bench.core.notifications()[0]?.state, 'accepted');
});

test('delay-delivery: later in gateway time, once', () => {
  const bench = paidWith(on({ kind: 'delay-delivery', delayMs: 5_000 }));
  assert.deepEqual(deliver(bench), []);
  assert.equal(bench.core.nextDueAt(), bench.clock.now + 5_000);
  bench.advance(5_000);
  assert.equal(deliver(bench).length, 1);
});

test('reorder: after the next notification of the shop, or after a minute', () => {
  const bench = armed(on({ kind: 'reorder' }));
  const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 2 });
  assert.deepEqual(deliver(bench), []);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  assert.deepEqual(
    deliver(bench).map(({ status }) => status),
    [4],
  );
  assert.deepEqual(
    deliver(bench).map(({ status }) => status),
    [2],
  );
  const alone = paidWith(on({ kind: 'reorder' }));
  assert.deepEqual(deliver(alone), []);
  alone.advance(60_000);
  assert.equal(deliver(alone).length, 1);
});

test('kill at a delivery goes with the attempt', () => {
  const bench = paidWith(on({ kind: 'kill-merchant', when: 'in-delivery', restart: true }));
  assert.deepEqual(bench.takeDue()[0]?.kill, { fault: 'f1', when: 'in-delivery', restart: true });
});

test('conditions: operation, shop, order, payment, base, notification', () => {
  const effect = { kind: 'error', code: 57 } as const;
  const bites = (where: Fault['where'], order = invoice({ shop_order_id: 'this' })) =>
    armed(on(effect, where)).call('invoice/create', order).error_code === 57;
  assert.ok(bites({}));
  assert.ok(bites({ operation: ['withdraw/create', 'invoice/create'], shopId: '5', base: 'production' }));
  assert.ok(bites({ shopOrderId: 'this' }));
  for (const where of [
    { operation: 'invoice/hold' },
    { shopId: 6 },
    { shopOrderId: 'that' },
    { base: 'test' },
    { paymentId: 7 },
    { notification: { type: 'invoice' } },
  ] as const) {
    assert.equal(bites(where), false, JSON.stringify(where));
  }
  const bench = armed(on({ kind: 'drop' }, { notification: { type: 'invoice', status: 4, attempt: 2 } }));
  const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  assert.equal(deliver(bench, reply({ status: 500 })).length, 1);
  bench.clock.now = bench.core.nextDueAt() ?? 0;
  assert.equal(deliver(bench).length, 0);
});

test('a request that is not authentic is not bitten, and uses no fault up', () => {
  const bench = armed(on({ kind: 'reset', committed: false }));
  assert.equal(bench.call('invoice/create', invoice(), { secret: 'wrong' }).error_code, 10);
  assert.equal(bench.send('invoice/create', invoice()).kind, 'reset');
});

test('times, skip and a seeded probability', () => {
  const engine = (fault: Partial<Fault>) => {
    const faults = createFaultEngine([{ where: {}, effect: { kind: 'wait' }, ...fault }], createRandom(3));
    const call = { exchange: 'x1', operation: 'shop_balance', base: 'production', shopId: '5' } as const;
    return Array.from({ length: 40 }, () => (faults.call(call) === undefined ? 0 : 1) as number);
  };
  const count = (bits: number[]) => bits.reduce((sum, bit) => sum + bit, 0);
  assert.deepEqual(engine({}).slice(0, 3), [1, 0, 0]);
  assert.deepEqual(engine({ skip: 2, times: 2 }).slice(0, 6), [0, 0, 1, 1, 0, 0]);
  assert.equal(count(engine({ times: null })), 40);
  const drawn = engine({ times: null, probability: 0.5 });
  assert.ok(count(drawn) > 8 && count(drawn) < 32);
  assert.deepEqual(drawn, engine({ times: null, probability: 0.5 }));
  assert.equal(count(engine({ times: null, probability: 0 })), 0);
});

test('faults are armed, listed and removed; a second of the same id is refused', () => {
  const engine = createFaultEngine([], createRandom(1));
  assert.equal(engine.arm({ id: 'mine', where: {}, effect: { kind: 'drop' } }), 'mine');
  assert.throws(() => engine.arm({ id: 'mine', where: {}, effect: { kind: 'drop' } }), /"mine" is armed/);
  assert.deepEqual(
    engine.list().map(({ id, remaining }) => [id, remaining]),
    [['mine', 1]],
  );
  assert.deepEqual([engine.disarm('mine'), engine.disarm('mine')], [true, false]);
});

const BAD: readonly [unknown, RegExp][] = [
  [{ where: {}, effect: { kind: 'drop' }, time: 2 }, /the key "time" is not known/],
  [
    { where: { operation: 'invoice/pay' }, effect: { kind: 'drop' } },
    /where\.operation: found "invoice\/pay"/,
  ],
  [{ where: { order: 'x' }, effect: { kind: 'drop' } }, /where: the key "order" is not known/],
  [{ where: {}, effect: { kind: 'explode' } }, /effect\.kind: found "explode"/],
  [{ where: {}, effect: { kind: 'delay', delayMs: -1 } }, /effect\.delayMs: found -1/],
  [{ where: {}, effect: { kind: 'reset' } }, /effect\.committed: found nothing/],
  [{ where: {}, times: 0, effect: { kind: 'drop' } }, /times: found 0/],
  [7, /fault: found 7/],
];

for (const [value, says] of BAD) {
  test(`a fault that is none is refused: ${says.source}`, () => {
    assert.throws(
      () => parseFault(value),
      (error) => error instanceof FaultError && says.test(error.message),
    );
  });
}

test('every effect of the schema has been tried', () => {
  assert.deepEqual([...tried].sort(), [...EFFECT_KINDS].sort());
});
