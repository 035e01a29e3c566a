import assert from 'node:assert/strict';
import test from 'node:test';
import { MAGIC_VALUES } from '../../simulator/protocol/magic.ts';
import { deliver, invoice, type Lab, lab, NOW, payout } from './core-support.ts';

const magic = (): Lab => lab({ magic: true });

/** Lets everything happen that is planned; gives the statuses that notifications reported. */
function unfold(bench: Lab): (number | string)[] {
  const seen: (number | string)[] = [];
  for (;;) {
    seen.push(...deliver(bench).map(({ status }) => status));
    const next = bench.core.nextDueAt();
    if (next === undefined) return seen;
    bench.clock.now = next;
  }
}

const of = (field: string) => MAGIC_VALUES.filter((each) => each.field === field);

for (const { value, does } of of('payway')) {
  test(`payway ${value}`, () => {
    assert.match(value, /^[A-Za-z_]+$/);
    const bench = magic();
    const holds = does.kind === 'statuses' && does.sequence.includes(8);
    const said = bench.call(holds ? 'invoice/hold' : 'invoice/create', invoice({ payway: value }));
    assert.equal(said.error_code, does.kind === 'error' || does.kind === 'statuses' ? (does.code ?? 0) : 0);
    if (does.kind === 'statuses') assert.deepEqual(unfold(bench), does.sequence);
  });
}

for (const { value, does } of of('amount')) {
  test(`amount ${value}`, () => {
    const said = magic().call('invoice/create', invoice({ amount: value }));
    assert.equal(said.error_code, does.kind === 'error' && does.code);
  });
}

for (const { value, does } of of('card').filter((each) => each.does.kind === 'statuses')) {
  test(`card ${value}: the funds of a hold`, () => {
    const bench = magic();
    const card = { number: value, cardholder: 'A B', expiry_month: '12', expiry_year: '2030', cvv: '123' };
    bench.call('invoice/hold', invoice({ card }));
    const wanted = does.kind === 'statuses' ? does.sequence.map((status) => (status === 4 ? 8 : status)) : [];
    assert.deepEqual(unfold(bench), wanted);
  });
}

for (const { value, does } of of('account')) {
  test(`account ${value}`, () => {
    const bench = magic();
    const wanted = payout({ account: value });
    const answer = bench.send('withdraw/create', wanted);
    const ask = { shop_payment_id: wanted.shop_payment_id, now: NOW };
    const status = () => bench.call('withdraw/shop_payment_status', ask);
    if (does.kind === 'read-timeout') {
      assert.equal(answer.kind, 'hold');
      assert.equal(status().error_code, does.committed ? 0 : 7);
      return;
    }
    assert.ok(answer.kind === 'respond');
    const { error_code, data } = JSON.parse(answer.body);
    if (does.kind === 'error') assert.equal(error_code, does.code);
    else if (does.kind === 'statuses') {
      const final = does.sequence.at(-1);
      if (does.sequence.length === 1) assert.equal(data.status, final);
      assert.equal(error_code, does.code ?? 0);
      if (does.redirects === true) assert.match(data.redirect_info.url, /^http:\/\/gateway\.test\/payout\//);
      unfold(bench);
      assert.equal(status().data.status, final);
    }
  });
}

for (const { value, does } of of('refund-amount')) {
  test(`refund of ${value}`, () => {
    const bench = magic();
    const invoice_id = Number(bench.call('invoice/create', invoice({ amount: '100.00' })).data.id);
    bench.core.act({ kind: 'invoice-status', paymentId: invoice_id, status: 4, notify: 'none' });
    const request = { invoice_id, shop_refund_id: 'm1', amount: value };
    const said = bench.call('invoice/create-refund', request);
    const code = does.kind === 'statuses' ? (does.code ?? 0) : undefined;
    assert.equal(said.error_code, code);
    if (code === 0) assert.equal(said.data.status, does.kind === 'statuses' && does.sequence[0]);
    unfold(bench);
    assert.equal(bench.core.refunds()[0]?.status, does.kind === 'statuses' && does.sequence.at(-1));
  });
}

test('without the option, magic values are ordinary ones', () => {
  const bench = lab();
  assert.equal(bench.call('invoice/create', invoice({ amount: '40404.04' })).error_code, 0);
  assert.equal(bench.call('invoice/create', invoice({ payway: 'test_pays' })).error_code, 1);
  assert.equal(bench.send('withdraw/create', payout({ account: '79000000408' })).kind, 'respond');
});
