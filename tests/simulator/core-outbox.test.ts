import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { notificationUrl } from '../../simulator/protocol/notifications.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import { attemptAt } from '../../simulator/protocol/retry-schedule.ts';
import { deliver, invoice, type Lab, lab, payout, reply, SECRET, START } from './core-support.ts';

const DAY = 24 * 60 * 60_000;

function paid(bench: Lab, fields: Record<string, unknown> = {}): number {
  const paymentId = Number(bench.call('invoice/create', invoice(fields)).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  return paymentId;
}

for (const intervals of ['geometric', 'linear']) {
  for (const last of ['24h-after-first', 'calendar-day']) {
    test(`25 attempts with growing intervals: ${intervals}, ${last}`, () => {
      const readings = { 'notification.intervals': intervals, 'notification.last-attempt': last };
      const values = resolveReadings('spec', readings);
      const instants = Array.from({ length: 25 }, (_, index) => attemptAt(START, index + 1, values) ?? 0);
      assert.equal(instants[0], START);
      assert.equal(attemptAt(START, 26, values), undefined);
      const gaps = instants.slice(1).map((at, index) => at - (instants[index] ?? 0));
      for (const [index, gap] of gaps.slice(1).entries()) assert.ok(gap > (gaps[index] ?? 0), `gap ${index}`);
      const end = last === 'calendar-day' ? Date.UTC(2026, 0, 15, 21) : START + DAY;
      assert.equal(instants.at(-1), end);
    });
  }
}

test('a calendar day that is nearly over means the next one', () => {
  const values = resolveReadings('spec', { 'notification.last-attempt': 'calendar-day' });
  const evening = Date.UTC(2026, 0, 15, 20, 59, 58);
  assert.equal(attemptAt(evening, 25, values), Date.UTC(2026, 0, 16, 21));
});

test('a notification that nobody accepts is sent 25 times, the last 24 h after the first', () => {
  const bench = lab();
  const paymentId = paid(bench);
  const sent: number[] = [];
  for (;;) {
    const due = bench.takeDue();
    for (const attempt of due) {
      sent.push(bench.clock.now);
      assert.equal(attempt.attempt, sent.length);
      assert.deepEqual(bench.takeDue(), [], 'attempts never overlap');
      bench.core.settle(attempt, reply({ status: 500 }));
    }
    const next = bench.core.nextDueAt();
    if (next === undefined) break;
    bench.clock.now = next;
  }
  assert.equal(sent.length, 25);
  assert.equal((sent.at(-1) ?? 0) - (sent[0] ?? 0), DAY);
  assert.equal(bench.core.notifications({ paymentId })[0]?.state, 'exhausted');
});

test('a slow reply delays the next attempt, and never makes two at once', () => {
  const bench = lab();
  paid(bench);
  const [first] = bench.takeDue();
  assert.ok(first);
  assert.equal(bench.core.nextDueAt(), undefined);
  bench.advance(10 * 60_000);
  bench.core.settle(first, reply({ outcome: 'timeout', status: null, body: '' }));
  assert.equal(bench.core.nextDueAt(), bench.clock.now);
});

const REPLIES: readonly [string, Parameters<typeof reply>[0], Record<string, string>, boolean][] = [
  ['OK', {}, {}, true],
  ['OK as HTML', { headers: { 'content-type': 'text/html' } }, {}, true],
  ['OK and a line end', { body: 'OK\n' }, {}, true],
  ['HTML under the strict reading', { headers: {} }, { 'notification.media-type-strict': 'strict' }, false],
  [
    'a line end under the exact reading',
    { body: 'OK\n' },
    { 'notification.reply-body-strict': 'exact' },
    false,
  ],
  ['ok', { body: 'ok' }, {}, false],
  ['OK behind a byte order mark', { body: '\ufeffOK' }, {}, false],
  ['empty', { body: '' }, {}, false],
  ['JSON', { body: '"OK"' }, {}, false],
  ['201', { status: 201 }, {}, false],
  ['302', { status: 302 }, {}, false],
  ['a timeout', { outcome: 'timeout', status: null }, {}, false],
  ['too large', { outcome: 'too-large' }, {}, false],
];

for (const [name, given, readings, accepted] of REPLIES) {
  test(`a reply of ${name} ${accepted ? 'ends' : 'does not end'} the notification`, () => {
    const bench = lab({ readings });
    const paymentId = paid(bench);
    deliver(bench, reply(given));
    assert.equal(bench.core.accepts(reply(given)), accepted);
    assert.equal(bench.core.notifications({ paymentId })[0]?.state, accepted ? 'accepted' : 'due');
    const [event] = bench.kinds('reply');
    assert.equal(event?.kind === 'reply' && event.accepted, accepted);
  });
}

test('the digest covers the literal text of all values, zeros included, by an independent sum', () => {
  const bench = lab();
  paid(bench, { description: 'O\'Brien & <b> "x" \\ Ж:', amount: '23.15' });
  const [due] = deliver(bench);
  const body = JSON.parse(due?.body ?? '{}') as Record<string, unknown>;
  const { sign, ...rest } = body;
  const values = Object.keys(rest)
    .sort()
    .map((key) => rest[key])
    .filter((value) => value !== null && value !== '');
  const text = `${values.join(':')}${SECRET}`;
  assert.equal(createHash('sha256').update(text).digest('hex'), sign);
  assert.equal(body.error_code, 0);
  assert.match(due?.body ?? '', /"shop_amount":23\.15,/);
});

test('a form: all values are text, and the signature is over the same text', () => {
  const bench = lab({ shop: { notifications: 'form' } });
  paid(bench, { description: 'a & b=c Ж' });
  const [due] = deliver(bench);
  assert.equal(due?.headers['content-type'], 'application/x-www-form-urlencoded');
  const form = new URLSearchParams(due?.body);
  assert.equal(form.get('description'), 'a & b=c Ж');
  assert.equal(form.get('settlement_rate'), '');
  const signed = [...form.entries()].filter(([key, value]) => key !== 'sign' && value !== '');
  const text = signed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  const digest = createHash('sha256')
    .update(`${text.join(':')}${SECRET}`)
    .digest('hex');
  assert.equal(form.get('sign'), digest);
});

test('addresses: the request before the settings, the own query kept, type added', () => {
  const url = (address: string) => notificationUrl(address, 'invoice');
  assert.equal(url('http://a/n'), 'http://a/n?type=invoice');
  assert.equal(url('http://a/n?x=1&y=%2F'), 'http://a/n?x=1&y=%2F&type=invoice');
  assert.equal(url('http://a/n?'), 'http://a/n?type=invoice');
  assert.equal(url('http://a/n?x#top'), 'http://a/n?x&type=invoice#top');
  const first = (readings: Record<string, string>, fields: Record<string, unknown>, status = 4) => {
    const bench = lab({ readings });
    const paymentId = Number(bench.call('invoice/create', invoice(fields)).data.id);
    bench.core.act({ kind: 'invoice-status', paymentId, status });
    return deliver(bench)[0]?.url;
  };
  const own = { callback_url: 'http://own.test/n', callback_rejected_url: 'http://no.test/n' };
  assert.equal(first({}, own), 'http://own.test/n?type=invoice');
  assert.equal(first({}, {}), 'http://shop.test/notify?type=invoice');
  assert.equal(
    first({ 'notification.address-precedence': 'settings-first' }, own),
    'http://shop.test/notify?type=invoice',
  );
  assert.equal(
    first({ 'notification.rejected-address': 'rejections' }, own, 6),
    'http://no.test/n?type=invoice',
  );
});

test('senders take turns, and nothing is queued where there is no address', () => {
  const bench = lab();
  paid(bench);
  paid(bench);
  assert.deepEqual(new Set(deliver(bench).map(({ from }) => from)), new Set(['127.0.0.1', '127.0.0.2']));
  const mute = lab({ shop: { callbackUrl: '' } });
  paid(mute);
  assert.deepEqual(deliver(mute), []);
  mute.core.setShop(5, { callbackUrl: 'http://late.test/n' });
  paid(mute);
  assert.equal(deliver(mute)[0]?.url, 'http://late.test/n?type=invoice');
});

const READINGS: readonly [Record<string, string>, (body: Record<string, unknown>) => void][] = [
  [{ 'notification.status': 'text' }, (body) => assert.equal(body.status, 'success')],
  [{ 'notification.unused-fields': 'omitted' }, (body) => assert.equal('settlement_rate' in body, false)],
  [{ 'notification.unused-fields': 'null' }, (body) => assert.equal(body.settlement_rate, null)],
  [{ 'notification.fields': 'observed' }, (body) => assert.equal(body.addons, '{"client_ip":"10.0.0.1"}')],
  [{ 'token.place': 'object' }, (body) => assert.equal(typeof body.ps_data, 'object')],
];

for (const [readings, judge] of READINGS) {
  test(`the body under ${JSON.stringify(readings)}`, () => {
    const bench = lab({ readings });
    paid(bench, { client_ip: '10.0.0.1' });
    judge(JSON.parse(deliver(bench)[0]?.body ?? '{}'));
  });
}

test('numbers always with a fraction, where the reading says so', () => {
  const bench = lab({ readings: { 'notification.number-literals': 'decimal' } });
  paid(bench, { amount: '6.00' });
  assert.match(deliver(bench)[0]?.body ?? '', /"shop_amount":6\.0,"client_price":6\.0,/);
});

test('overrides and ps_data of an action are in the record and in the signed body', () => {
  const bench = lab();
  const paymentId = Number(bench.call('invoice/create', invoice({ shop_order_id: 'over' })).data.id);
  const overrides = {
    client_price: 10.92,
    shop_refund: 0,
    new_field: 'x',
    rate: { $number: '10.50' },
    sign: 'no',
  };
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4, overrides, psData: { bank: 'B' } });
  const [due] = deliver(bench);
  assert.match(due?.body ?? '', /"client_price":10\.92,.*"shop_refund":0,.*"new_field":"x","rate":10\.50/);
  assert.doesNotMatch(due?.body ?? '', /"sign":"no"/);
  const check = bench.call('invoice/check', { shop_order_id: 'over', now: '2026-01-15T12:00:00Z' });
  assert.equal(check.data.client_price, 10.92);
  assert.equal(JSON.parse(String(check.data.ps_data)).bank, 'B');
});

test('sent again by hand, cancelled, superseded', () => {
  const bench = lab({ readings: { 'notification.superseded': 'dropped' } });
  const paymentId = Number(bench.call('invoice/create', invoice()).data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 2 });
  deliver(bench, reply({ status: 500 }));
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
  assert.deepEqual(
    deliver(bench).map(({ status }) => status),
    [4],
  );
  const [older, newer] = bench.core.notifications({ paymentId });
  assert.deepEqual([older?.state, newer?.state], ['cancelled', 'accepted']);
  const again = bench.core.resend(newer?.notification ?? '');
  assert.equal(again?.attempt, 2);
  assert.equal(bench.core.resend(newer?.notification ?? ''), undefined, 'one is in flight');
  if (again !== undefined) bench.core.settle(again, reply({ status: 500 }));
  assert.equal(bench.core.notifications({ paymentId })[1]?.state, 'accepted', 'it stays ended');
  assert.equal(bench.core.cancel('n99'), false);
  assert.equal(bench.core.resend('n99'), undefined);
});

test('readings: a notification on creation, and about payouts', () => {
  const bench = lab({ readings: { 'notification.on-create': 'created', 'notification.payouts': 'sent' } });
  bench.call('invoice/create', invoice());
  const payoutId = Number(bench.call('withdraw/create', payout()).data.id);
  bench.core.act({ kind: 'payout-status', payoutId, status: 5 });
  const sent = deliver(bench).map(({ type, status }) => `${type} ${status}`);
  assert.deepEqual(sent, ['invoice 1', 'withdraw 5']);
});
