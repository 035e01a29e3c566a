import assert from 'node:assert/strict';
import { type Duty, type Gateway, NOW } from './gateway.ts';

/** The token that a notification about a paid invoice carries. */
async function tokenOf(gateway: Gateway): Promise<string> {
  const made = await gateway.paid({ issue_payment_token: true });
  const data = JSON.parse(String(gateway.notices(made).at(-1)?.body.ps_data)) as {
    payment_token?: { token?: string };
  };
  assert.equal(typeof data.payment_token?.token, 'string');
  return String(data.payment_token?.token);
}

/** Recurrent payments (What the service does; Payment token object; invoice/create). */
export const tokenDuties: readonly Duty[] = [
  {
    ids: [
      'fields.token.place',
      'fields.token.after-success',
      'events.trigger.token',
      'endpoint.invoice.create.token',
    ],
    does: 'a token comes in ps_data of the notification about a success, only if it was asked for, and never without one',
    async proof(gateway) {
      for (const path of ['invoice/create', 'invoice/hold']) {
        const made = await gateway.invoice({ issue_payment_token: true }, path);
        for (const status of path === 'invoice/hold' ? [2, 8] : [2, 3, 5]) {
          await gateway.act(`/invoices/${made.id}/status`, { status });
        }
        if (path === 'invoice/hold') await gateway.done('invoice/charge', { invoice_id: made.id, now: NOW });
        for (const { text } of gateway.notices(made)) assert.doesNotMatch(text, /payment_token/);
        await gateway.act(`/invoices/${made.id}/status`, { status: 4 });
        const notice = gateway.notices(made).at(-1);
        assert.equal(notice?.body.payment_token, undefined, 'it is inside ps_data');
        assert.match(String(notice?.body.ps_data), /"payment_token":\{/);
      }
      const failed = await gateway.invoice({ issue_payment_token: true });
      await gateway.act(`/invoices/${failed.id}/payer`, { action: 'decline' });
      const plain = await gateway.paid();
      for (const { text } of [...gateway.notices(failed), ...gateway.notices(plain)]) {
        assert.doesNotMatch(text, /payment_token/);
      }
    },
  },
  {
    ids: ['flow.recurrent.token', 'endpoint.invoice.create.token', 'endpoint.invoice.create.recurrent'],
    does: 'a token pays a further invoice without sending the payer anywhere; the result arrives by notification',
    async proof(gateway) {
      const payment_token = await tokenOf(gateway);
      const order = gateway.order({ payment_token });
      const { data } = await gateway.done('invoice/create', order);
      assert.deepEqual([data.method, data.url], [null, null]);
      const orderId = String(order.shop_order_id);
      assert.notEqual((await gateway.check(orderId)).data.status, 4);
      await gateway.act(`/invoices/${data.id}/payer`, { action: 'pay' });
      assert.equal(gateway.notices({ orderId }).at(-1)?.body.status, 4);
      for (const wrong of ['tok_nonsense', payment_token.slice(0, -1)]) {
        assert.ok(
          (await gateway.codeOf('invoice/create', gateway.order({ payment_token: wrong }))) > 0,
          wrong,
        );
      }
    },
  },
  {
    ids: ['flow.recurrent.approval'],
    does: 'a shop that the operator has not approved gets no token and can charge none',
    async proof(gateway) {
      const other = await gateway.other({});
      const payment_token = await tokenOf(other);
      await other.act('/shops/5', { permissions: { recurrent: false, balance: true } }, 'PATCH');
      for (const changes of [{ issue_payment_token: true }, { payment_token }]) {
        assert.ok((await other.codeOf('invoice/create', other.order(changes))) > 0, 'not approved');
      }
      await other.done('invoice/create', other.order());
    },
  },
];
