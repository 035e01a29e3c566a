import assert from 'node:assert/strict';
import { type Duty, NOW, noticeDigest } from './gateway.ts';

const DAY = 86_400_000;

interface Listed {
  items: { type: string; state: string; attempts: { at: string }[] }[];
}

/** Notifications (Events; Authentication 7; Limits). */
export const notificationDuties: readonly Duty[] = [
  {
    ids: ['auth.7', 'events.5'],
    does: 'invoice and refund notifications are signed over all that is neither null nor empty, zeros included',
    async proof(gateway) {
      const { id, orderId } = await gateway.paid({ description: 'Ёж: "5 < 7"' });
      const shop_refund_id = gateway.fresh('refund');
      await gateway.done('invoice/create-refund', { invoice_id: id, amount: '10.50', shop_refund_id });
      await gateway.act(`/refunds/5/${shop_refund_id}/status`, { status: 'SUCCESS' });
      const notices = [...gateway.notices({ orderId }), ...gateway.notices({ refundId: shop_refund_id })];
      assert.ok(notices.length >= 2, 'one of each type');
      for (const { body } of notices) {
        assert.equal(body.sign, noticeDigest(body));
        assert.match(String(body.sign), /^[0-9a-f]{64}$/);
        assert.ok(Object.values(body).includes(0), 'a zero is among the signed values');
        assert.ok(Object.values(body).includes(null), 'a null is among the values');
      }
    },
  },
  {
    ids: ['events.address'],
    does: 'a notification is a POST to the address of the settings, or to that of the request',
    async proof(gateway) {
      const plain = await gateway.paid();
      const own = await gateway.paid({ callback_url: `${gateway.bench.receiver.url}/mine?token=t1` });
      const target = (made: { orderId: string }) => {
        const url = gateway.notices(made).at(-1)?.url;
        return `${url?.pathname}${url?.search}`;
      };
      assert.equal(target(plain), '/notify?type=invoice');
      assert.equal(target(own), '/notify/mine?token=t1&type=invoice');
      const methods = new Set(gateway.bench.receiver.seen.map(({ method }) => method));
      assert.deepEqual([...methods], ['POST']);
    },
  },
  {
    ids: ['events.1'],
    does: 'payments and refunds share one address; type in its query tells them apart',
    async proof(gateway) {
      const { id, orderId } = await gateway.paid();
      const shop_refund_id = gateway.fresh('refund');
      await gateway.done('invoice/create-refund', { invoice_id: id, amount: '10.00', shop_refund_id });
      await gateway.act(`/refunds/5/${shop_refund_id}/status`, { status: 'SUCCESS' });
      const payment = gateway.notices({ orderId }).at(-1)?.url;
      const refund = gateway.notices({ refundId: shop_refund_id }).at(-1)?.url;
      assert.equal(payment?.pathname, refund?.pathname);
      assert.deepEqual(
        [payment?.searchParams.getAll('type'), refund?.searchParams.getAll('type')],
        [['invoice'], ['refund']],
      );
    },
  },
  {
    ids: ['events.2'],
    does: 'a notification is JSON and says so, with the values of the record as they are',
    async proof(gateway) {
      const made = await gateway.paid();
      const notice = gateway.notices(made).at(-1);
      assert.match(notice?.headers['content-type'] ?? '', /^application\/json/);
      const { data } = await gateway.check(made.orderId);
      const same = [
        'shop_order_id',
        'shop_id',
        'status',
        'payment_id',
        'payway',
        'shop_currency',
        'shop_amount',
      ];
      for (const name of [...same, 'client_price', 'error_code', 'ps_currency']) {
        assert.deepEqual(notice?.body[name], data[name], name);
      }
    },
  },
  {
    ids: ['events.2.form', 'events.5'],
    does: 'where the operator has enabled it, a notification is a form whose texts carry the same signature',
    async proof(gateway) {
      const other = await gateway.other({});
      await other.act('/shops/5', { notifications: 'form' }, 'PATCH');
      const made = await other.paid({ description: 'Ёж & "+" = 5%' });
      const notice = other.notices(made).at(-1);
      assert.match(notice?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
      assert.deepEqual(
        [notice?.body.status, notice?.body.shop_amount, notice?.body.error_code, notice?.body.description],
        ['4', '100', '0', 'Ёж & "+" = 5%'],
      );
      assert.equal(notice?.body.sign, noticeDigest(notice?.body ?? {}));
    },
  },
  {
    ids: ['events.3'],
    does: 'notifications come from the two addresses that the gateway was given, and from no other',
    async proof(gateway) {
      const senders = ['127.0.0.11', '127.0.0.12'];
      const other = await gateway.other({ senders });
      for (let count = 0; count < 6; count += 1) await other.paid();
      const seen = new Set(other.bench.receiver.seen.map(({ from }) => from.replace('::ffff:', '')));
      assert.deepEqual([...seen].sort(), senders);
    },
  },
  {
    ids: ['events.6.retries', 'limits.notification-retries'],
    does: 'without 200 and OK a notification is sent 25 times with growing intervals, the last at the end of the day',
    async proof(gateway) {
      const other = await gateway.other({});
      const { receiver } = other.bench;
      const bad: [number, string][] = [
        [500, 'OK'],
        [202, 'OK'],
        [200, ''],
        [200, 'ok'],
        [200, '"OK"'],
        [302, 'OK'],
      ];
      receiver.answer = (_request, response, count) => {
        const [status, body] = bad[count % bad.length] ?? [500, ''];
        response.writeHead(status, { 'content-type': 'text/plain', location: '/elsewhere' }).end(body);
      };
      const made = await other.invoice();
      await other.act(`/invoices/${made.id}/payer`, { action: 'pay' });
      await other.act('/clock/advance', { byMs: 3 * DAY });
      assert.equal(other.notices(made).length, 25);
      const { items } = await other.look<Listed>(`/notifications?paymentId=${made.id}`);
      const at = items.flatMap(({ attempts }) => attempts.map((attempt) => Date.parse(attempt.at)));
      const gaps = at.slice(1).map((instant, index) => instant - (at[index] ?? 0));
      assert.equal(gaps.length, 24);
      for (const [index, gap] of gaps.entries()) assert.ok(gap > (gaps[index - 1] ?? 0), `gap ${index}`);
      assert.equal((at.at(-1) ?? 0) - (at[0] ?? 0), DAY);
      const texts = new Set(other.notices(made).map(({ text }) => text));
      assert.equal(texts.size, 1, 'every attempt says the same');
    },
  },
  {
    ids: ['events.6.retries'],
    does: 'the attempts end with the first reply of 200 and OK',
    async proof(gateway) {
      const other = await gateway.other({});
      other.bench.receiver.answer = (_request, response, count) => {
        response.writeHead(count < 3 ? 500 : 200, { 'content-type': 'text/plain' }).end('OK');
      };
      const made = await other.invoice();
      await other.act(`/invoices/${made.id}/payer`, { action: 'pay' });
      await other.act('/clock/advance', { byMs: 3 * DAY });
      assert.equal(other.notices(made).length, 3);
    },
  },
  {
    ids: ['events.trigger.non-fatal', 'errors.2.refund'],
    does: 'after a non-fatal error on an invoice or a refund request the result is delivered by notification',
    async proof(gateway) {
      const order = gateway.order();
      const orderId = String(order.shop_order_id);
      const effect = { kind: 'error', code: 8, committed: true };
      await gateway.act('/faults', { where: { operation: 'invoice/create', shopOrderId: orderId }, effect });
      const answer = await gateway.send('invoice/create', order);
      assert.deepEqual([answer.result, answer.code, answer.envelope.data], [false, 8, null]);
      const { data } = await gateway.check(orderId);
      const id = Number(data.payment_id);
      await gateway.act(`/invoices/${id}/payer`, { action: 'pay' });
      assert.equal(gateway.notices({ orderId }).at(-1)?.body.status, 4);

      const shop_refund_id = gateway.fresh('refund');
      await gateway.act('/faults', {
        where: { operation: 'invoice/create-refund', shopOrderId: orderId },
        effect,
      });
      const refund = { invoice_id: id, amount: '10.00', shop_refund_id };
      assert.equal(await gateway.codeOf('invoice/create-refund', refund), 8);
      await gateway.act(`/refunds/5/${shop_refund_id}/status`, { status: 'FAILED' });
      assert.equal(gateway.notices({ refundId: shop_refund_id }).at(-1)?.body.status, 'FAILED');
      const { envelope } = await gateway.done('invoice/get-refunds', { invoice_id: id, now: NOW });
      assert.equal((envelope.data as { status: string }[])[0]?.status, 'FAILED');

      const wrong = gateway.order({ payway: 'closed_rub' });
      const where = { operation: 'invoice/create', shopOrderId: wrong.shop_order_id };
      await gateway.act('/faults', { where, effect });
      assert.equal(await gateway.codeOf('invoice/create', wrong), 2, 'nothing follows what is refused');
    },
  },
  {
    ids: ['events.trigger.non-fatal', 'errors.2.refund', 'flow.payout.poll'],
    does: 'documented values are answered with code 8, and the result follows by itself: by notification, of a payout by its status',
    async proof(gateway) {
      const other = await gateway.other({ magic: true });
      const order = other.order({ payway: 'test_processing' });
      const orderId = String(order.shop_order_id);
      assert.equal(await other.codeOf('invoice/create', order), 8);
      await other.act('/clock/advance', { byMs: 60_000 });
      assert.equal(other.notices({ orderId }).at(-1)?.body.status, 4);

      const { id } = await other.paid();
      const shop_refund_id = other.fresh('refund');
      const refund = { invoice_id: id, amount: '8.88', shop_refund_id };
      assert.equal(await other.codeOf('invoice/create-refund', refund), 8);
      await other.act('/clock/advance', { byMs: 60_000 });
      assert.equal(other.notices({ refundId: shop_refund_id }).at(-1)?.body.status, 'SUCCESS');

      const payout = other.payout({ account: '79000000008' });
      assert.equal(await other.codeOf('withdraw/create', payout), 8);
      await other.act('/clock/advance', { byMs: 60_000 });
      const asked = { shop_payment_id: payout.shop_payment_id, now: NOW };
      assert.equal((await other.done('withdraw/shop_payment_status', asked)).data.status, 5);
    },
  },
];
