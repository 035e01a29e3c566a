import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseWire, signNotification, type WireObject } from '../../simulator/index.ts';
import { type Bench, plainInvoice, secret, signedBody, startBench } from './server-support.ts';

interface Moved {
  invoice: { status: number };
  notification: { notification: string; state: string; nextAt: string | null } | null;
  reply: { outcome: string; status: number | null } | null;
}

for (const transport of ['mockttp', 'node'] as const) {
  describe(`gateway over ${transport}`, () => {
    let bench: Bench;
    before(async () => {
      bench = await startBench({ transport });
    });
    after(() => bench.stop());

    test('a signed create is answered, and the invoice is there', async () => {
      const answer = await bench.call('invoice/create', plainInvoice);
      assert.equal(answer.result, true, answer.message);
      assert.equal(answer.error_code, 0);
      const paymentId = Number(answer.data?.id);
      const invoice = await bench.control('GET', `/invoices/${paymentId}`);
      assert.equal(invoice.shopOrderId, 'order-1');
      assert.equal(invoice.amount, '100.00');
      const checked = await bench.call('invoice/check', {
        shop_order_id: 'order-1',
        now: '2026-03-01T12:00:00+03:00',
      });
      assert.equal(checked.data?.payment_id, paymentId);
    });

    test('a wrong signature is refused and taken apart in the journal', async () => {
      const body = signedBody('invoice/create', { ...plainInvoice, shop_order_id: 'wrong' }).replace(
        /"sign":".{4}/,
        '"sign":"0000',
      );
      const response = await fetch(`${bench.simulator.baseUrl}/invoice/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { error_code: number }).error_code, 10);
      const { events } = await bench.control<{ events: { sign?: { ok: boolean; expectedText: string } }[] }>(
        'GET',
        '/journal?kind=request&limit=10000',
      );
      const sign = events.at(-1)?.sign;
      assert.equal(sign?.ok, false);
      assert.match(sign?.expectedText ?? '', /100\.00:643:card_rub:5:wrong/);
      assert.equal(JSON.stringify(events).includes(secret), false);
    });

    test('the test base is served too', async () => {
      const response = await fetch(`${bench.simulator.testBaseUrl}/invoice/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: signedBody('invoice/create', { ...plainInvoice, shop_order_id: 'test-1' }),
      });
      assert.equal(((await response.json()) as { result: boolean }).result, true);
    });

    test('payment is notified, signed, with its type, and the reply comes back', async () => {
      const paymentId = await bench.invoice('paid');
      bench.receiver.seen.length = 0;
      const moved = await bench.control<Moved>('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
      assert.equal(moved.invoice.status, 4);
      assert.deepEqual([moved.reply?.outcome, moved.reply?.status], ['replied', 200]);
      assert.equal(moved.notification?.state, 'accepted');
      const [seen] = bench.receiver.seen;
      assert.ok(seen);
      assert.match(seen.url, /\?type=invoice$/);
      const body = parseWire(Buffer.from(seen.body));
      assert.ok(body.ok);
      const object = body.value as WireObject;
      assert.equal(object.sign, signNotification(object, secret));
    });

    test('25 attempts to the end of the day take less than a second', async () => {
      const paymentId = await bench.invoice('unlucky');
      bench.receiver.seen.length = 0;
      bench.receiver.answer = (_request, response) => response.writeHead(500).end();
      const startedAt = performance.now();
      await bench.control('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
      const advanced = await bench.control<{ fired: number; nextDueAt: string | null }>(
        'POST',
        '/clock/advance',
        { byMs: 48 * 3_600_000 },
      );
      const tookMs = performance.now() - startedAt;
      assert.equal(bench.receiver.seen.length, 25);
      assert.equal(advanced.fired, 24);
      assert.equal(advanced.nextDueAt, null);
      assert.ok(tookMs < 1000, `took ${tookMs} ms`);
      bench.receiver.answer = (_request, response) => response.end('OK');
      const { items } = await bench.control<{ items: { state: string; attempts: { at: string }[] }[] }>(
        'GET',
        `/notifications?paymentId=${paymentId}`,
      );
      assert.equal(items[0]?.state, 'exhausted');
      const at = items[0]?.attempts.map((attempt) => Date.parse(attempt.at)) ?? [];
      assert.equal((at.at(-1) ?? 0) - (at[0] ?? 0), 24 * 3_600_000);
    });

    test('whatever is not the API is a page or the envelope', async () => {
      const { origin, baseUrl } = bench.simulator;
      const wrongMethod = await fetch(`${baseUrl}/invoice/create`);
      assert.match(wrongMethod.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(((await wrongMethod.json()) as { result: boolean }).result, false);
      const wrongPath = await fetch(`${origin}/nothing/here`, { method: 'POST', body: '{}' });
      assert.equal(((await wrongPath.json()) as { result: boolean }).result, false);
      assert.equal((await fetch(`${origin}/nothing`)).status, 404);
      const head = await fetch(`${origin}/pay/1`, { method: 'HEAD' });
      assert.equal(head.status, 404);
      assert.equal(await head.text(), '');
    });

    const bodies: [string, string | Buffer][] = [
      ['nothing', ''],
      ['no JSON', '{"shop_id":5,'],
      ['a wrong encoding', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
      ['deep nesting', '['.repeat(200_000)],
      ['deep objects', '{"a":'.repeat(50_000)],
      ['a prototype', '{"__proto__":{"shop_id":5},"constructor":1}'],
      ['an array', '[1,2,3]'],
      ['null', 'null'],
      ['a huge number', `{"shop_id":${'9'.repeat(50_000)}}`],
      ['repeated keys', '{"shop_id":5,"shop_id":6}'],
      ['a lone surrogate', '{"shop_id":5,"shop_order_id":"\\ud800"}'],
      ['ten megabytes', Buffer.alloc(10 * 1024 * 1024, 0x20)],
    ];
    for (const [what, body] of bodies) {
      test(`a body of ${what} is answered with the envelope`, async () => {
        const response = await fetch(`${bench.simulator.baseUrl}/invoice/create`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : new Uint8Array(body),
        });
        const answer = (await response.json()) as { result: boolean; error_code: number };
        assert.equal(answer.result, false);
        assert.ok(answer.error_code > 0);
      });
    }

    test('many requests at once, pipelined too, are all answered', async () => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          bench.call('invoice/create', { ...plainInvoice, shop_order_id: `many-${index}` }),
        ),
      );
      assert.ok(answers.every(({ result }) => result));
      const ids = new Set(answers.map(({ data }) => data?.id));
      assert.equal(ids.size, 200);
    });
  });
}
