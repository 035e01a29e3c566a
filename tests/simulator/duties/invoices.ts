import assert from 'node:assert/strict';
import { type Duty, type Gateway, NOW } from './gateway.ts';
import { assertShape, integer, object, text } from './shapes.ts';

const now = NOW;

/** Moves an invoice, lets its notification arrive, and gives status and notified status. */
async function move(gateway: Gateway, made: { id: number; orderId: string }, status: number) {
  await gateway.act(`/invoices/${made.id}/status`, { status });
  const { data } = await gateway.check(made.orderId);
  return { status: data.status, notified: gateway.notices(made).at(-1)?.body.status };
}

const refusesToMove = async (gateway: Gateway, id: number, status: number): Promise<void> => {
  const { status: http } = await gateway.bench.ask('POST', `/invoices/${id}/status`, { status });
  assert.equal(http, 409, `a final invoice moved to ${status}`);
};

/** Payments in one step and in two (Typical flows; Invoice statuses; Endpoints). */
export const invoiceDuties: readonly Duty[] = [
  {
    ids: ['states.invoice.1', 'errors.3', 'flow.single.create', 'flow.single.complete'],
    does: 'an invoice that was just created has status 1 and is not paid, though the answer says true',
    async proof(gateway) {
      const order = gateway.order();
      const { result, data } = await gateway.done('invoice/create', order);
      assert.equal(result, true);
      const { data: record } = await gateway.check(String(order.shop_order_id));
      assert.equal(record.status, 1);
      await gateway.flush();
      assert.deepEqual(gateway.notices({ orderId: String(order.shop_order_id) }), []);
      await gateway.act(`/invoices/${data.id}/payer`, { action: 'pay' });
      assert.equal((await gateway.check(String(order.shop_order_id))).data.status, 4);
    },
  },
  {
    ids: [
      'states.invoice.2',
      'states.invoice.3',
      'states.invoice.5',
      'states.invoice.4',
      'events.trigger.status',
    ],
    does: 'statuses 2, 3 and 5 are not final: each can be followed by 4, and each change is notified and checked alike',
    async proof(gateway) {
      for (const open of [2, 3, 5]) {
        const made = await gateway.invoice();
        assert.deepEqual(await move(gateway, made, open), { status: open, notified: open });
        assert.deepEqual(await move(gateway, made, 4), { status: 4, notified: 4 });
      }
    },
  },
  {
    ids: ['states.invoice.4', 'states.invoice.6'],
    does: 'statuses 4 and 6 are final: nothing moves such an invoice any more',
    async proof(gateway) {
      for (const final of [4, 6]) {
        const made = await gateway.invoice();
        assert.deepEqual(await move(gateway, made, final), { status: final, notified: final });
        for (const next of [1, 2, 3, 4, 5, 6, 8].filter((status) => status !== final)) {
          await refusesToMove(gateway, made.id, next);
        }
        assert.equal((await gateway.check(made.orderId)).data.status, final);
      }
    },
  },
  {
    ids: ['states.single.paid', 'flow.single.complete', 'events.trigger.status'],
    does: 'a single-step invoice becomes 4 when the payer pays, and the notification says so',
    async proof(gateway) {
      const made = await gateway.invoice();
      await gateway.act(`/invoices/${made.id}/payer`, { action: 'open' });
      assert.equal((await gateway.check(made.orderId)).data.status, 2);
      await gateway.act(`/invoices/${made.id}/payer`, { action: 'pay' });
      const last = gateway.notices(made).at(-1);
      assert.deepEqual([last?.body.status, last?.url.searchParams.get('type')], [4, 'invoice']);
    },
  },
  {
    ids: ['endpoint.invoice.create.answer', 'flow.single.redirect'],
    does: 'invoice/create answers method, url and data with which the payer reaches a page on which he can pay',
    async proof(gateway) {
      const order = gateway.order();
      const { data } = await gateway.done('invoice/create', order);
      assertShape(data, { method: text, url: text, data: object }, 'data');
      assert.match(String(data.method), /^(GET|POST)$/);
      const url = new URL(String(data.url));
      const values = new URLSearchParams(data.data as Record<string, string>);
      const page =
        data.method === 'GET'
          ? await fetch(new URL(`?${values}`, url))
          : await fetch(url, { method: 'POST', body: values });
      assert.equal(page.status, 200);
      assert.match(await page.text(), /100[.,]00/);
    },
  },
  {
    ids: ['flow.single.try'],
    does: 'invoice/try answers without creating anything, and invoice/create needs no invoice/try',
    async proof(gateway) {
      const order = gateway.order();
      await gateway.done('invoice/try', order);
      assert.notEqual(await gateway.codeOf('invoice/check', { shop_order_id: order.shop_order_id, now }), 0);
      await gateway.done('invoice/create', order);
    },
  },
  {
    ids: ['flow.single.add-ons', 'fields.descriptor.regex'],
    does: 'what add_ons_config describes is demanded in the invoice request, and must match its pattern',
    async proof(gateway) {
      const { data } = await gateway.done('invoice/try', gateway.order({ payway: 'phone_rub' }));
      const { phone } = data.add_ons_config as Record<string, { regex: string; example: string }>;
      assert.ok(
        phone !== undefined && new RegExp(phone.regex).test('9001234567'),
        'the pattern fits ten digits',
      );
      const code = (value: unknown) =>
        gateway.codeOf('invoice/create', gateway.order({ payway: 'phone_rub', phone: value }));
      assert.deepEqual(
        [await code('9001234567'), await code(undefined), await code(''), await code('12-34')],
        [0, 10, 10, 10],
      );
    },
  },
  {
    ids: ['transport.5', 'limits.unique-order'],
    does: 'a shop_order_id that was used is refused, by create and by hold, and the first invoice stays as it is',
    async proof(gateway) {
      const { orderId } = await gateway.invoice();
      const { text: before } = await gateway.check(orderId);
      for (const path of ['invoice/create', 'invoice/hold']) {
        const again = gateway.order({ shop_order_id: orderId, amount: '7.00' });
        assert.ok((await gateway.codeOf(path, again)) > 0, path);
      }
      assert.equal((await gateway.check(orderId)).text, before);
    },
  },
  {
    ids: ['fields.invoice.client-price'],
    does: 'client_price is what the payer pays, fee included; shop_amount stays the amount of the invoice',
    async proof(gateway) {
      const order = gateway.order({ payway: 'phone_rub', phone: '9001234567' });
      const { data: quote } = await gateway.done('invoice/try', order);
      const { data } = await gateway.done('invoice/create', order);
      await gateway.act(`/invoices/${data.id}/payer`, { action: 'pay' });
      const { data: record } = await gateway.check(String(order.shop_order_id));
      assert.deepEqual([record.client_price, record.shop_amount], [quote.payer_price, 100]);
      assert.ok(Number(quote.payer_price) > 100, 'the payer pays a fee');
      const notice = gateway.notices({ orderId: String(order.shop_order_id) }).at(-1);
      assert.deepEqual([notice?.body.client_price, notice?.body.shop_amount], [quote.payer_price, 100]);
    },
  },
  {
    ids: ['endpoint.invoice.hold.answer', 'flow.two-step.hold'],
    does: 'invoice/hold answers MD, PaReq and TermUrl with id, method and url, on payways that support two steps',
    async proof(gateway) {
      const { data } = await gateway.done('invoice/hold', gateway.order());
      assertShape(data, { id: integer, method: text, url: text, data: object }, 'data');
      assertShape(data.data, { MD: text, PaReq: text, TermUrl: text }, 'data.data');
      const single = gateway.order({ payway: 'wallet_rub' });
      assert.equal(await gateway.codeOf('invoice/hold', single), 3);
      await gateway.done('invoice/create', single);
    },
  },
  {
    ids: ['states.hold.held', 'states.invoice.8', 'flow.two-step.notice', 'events.trigger.status'],
    does: 'a held invoice has status 8 when the payer has paid, is notified so, and is not paid',
    async proof(gateway) {
      const made = await gateway.held();
      const { data } = await gateway.check(made.orderId);
      assert.equal(data.status, 8);
      const notice = gateway.notices(made).at(-1);
      assert.deepEqual([notice?.body.status, notice?.url.searchParams.get('type')], [8, 'invoice']);
      const refund = { invoice_id: made.id, amount: '1.00', shop_refund_id: gateway.fresh('refund') };
      assert.ok((await gateway.codeOf('invoice/create-refund', refund)) > 0, 'held money is no paid money');
      await gateway.done('invoice/charge', { invoice_id: made.id, now });
      assert.deepEqual(await move(gateway, made, 4), { status: 4, notified: 4 });
    },
  },
  {
    ids: ['states.hold.charge', 'flow.two-step.outcome', 'events.trigger.charge'],
    does: 'the answer to a charge is not final; a notification brings 4 or 6',
    async proof(gateway) {
      for (const outcome of [4, 6]) {
        const made = await gateway.held();
        const { data } = await gateway.done('invoice/charge', { invoice_id: made.id, now });
        assert.ok(data.status !== 4 && data.status !== 6, `the answer says ${data.status}`);
        assert.deepEqual(await move(gateway, made, outcome), { status: outcome, notified: outcome });
        assert.equal(gateway.notices(made).at(-1)?.url.searchParams.get('type'), 'invoice');
      }
    },
  },
  {
    ids: ['endpoint.invoice.charge.only-held', 'law.12'],
    does: 'a charge is refused before status 8, on a single-step invoice, a second time, and after a release',
    async proof(gateway) {
      const charge = (id: number) => gateway.codeOf('invoice/charge', { invoice_id: id, now });
      const early = await gateway.invoice({}, 'invoice/hold');
      assert.ok((await charge(early.id)) > 0, 'before status 8');
      assert.ok((await charge((await gateway.paid()).id)) > 0, 'a single-step invoice');
      const held = await gateway.held();
      assert.deepEqual([await charge(held.id), (await charge(held.id)) > 0], [0, true]);
      const released = await gateway.held();
      await gateway.done('invoice/unhold', { invoice_id: released.id, now });
      assert.ok((await charge(released.id)) > 0, 'after a release');
    },
  },
  {
    ids: ['endpoint.invoice.unhold', 'states.hold.unhold'],
    does: 'a released hold is over without a payment, and the shop is told',
    async proof(gateway) {
      const made = await gateway.held();
      await gateway.done('invoice/unhold', { invoice_id: made.id, now });
      await gateway.flush();
      assert.equal((await gateway.check(made.orderId)).data.status, 6);
      await gateway.bench.receiver.reached(1);
      assert.equal(gateway.notices(made).at(-1)?.body.status, 6);
      await refusesToMove(gateway, made.id, 4);
    },
  },
  {
    ids: ['states.hold.nothing-by-itself'],
    does: 'after 4, 5, 6 and 30 days a hold is still status 8, and nothing was notified',
    async proof(gateway) {
      const other = await gateway.other({ behaviour: 'autopilot' });
      const made = await other.held();
      const before = other.notices(made).length;
      for (const days of [4, 1, 1, 24]) {
        await other.act('/clock/advance', { byMs: days * 86_400_000 });
        assert.equal((await other.check(made.orderId)).data.status, 8);
      }
      assert.equal(other.notices(made).length, before);
    },
  },
];
