import assert from 'node:assert/strict';
import { type Answer, type Duty, type Gateway, NOW } from './gateway.ts';

const now = NOW;

interface Asked {
  readonly refundId: string;
  readonly answer: Answer;
}

async function refund(gateway: Gateway, id: number, changes: Record<string, unknown> = {}): Promise<Asked> {
  const refundId = gateway.fresh('refund');
  const fields = { invoice_id: id, amount: '30.00', shop_refund_id: refundId, ...changes };
  return { refundId, answer: await gateway.send('invoice/create-refund', fields) };
}

async function statusOf(gateway: Gateway, id: number, refundId: string): Promise<unknown> {
  const { envelope } = await gateway.done('invoice/get-refunds', { invoice_id: id, now });
  const items = envelope.data as { shop_refund_id: string; status: string }[];
  return items.find((item) => item.shop_refund_id === refundId)?.status;
}

const decide = (gateway: Gateway, refundId: string, status: string) =>
  gateway.bench.ask('POST', `/refunds/5/${refundId}/status`, { status });

/** Refunds (What the service does; Refund statuses; Refund creation). */
export const refundDuties: readonly Duty[] = [
  {
    ids: ['flow.refund.partial', 'law.7'],
    does: 'a paid invoice is refunded in parts or in full, and never beyond what was paid, waiting refunds counted',
    async proof(gateway) {
      const whole = await gateway.paid();
      assert.equal((await refund(gateway, whole.id, { amount: '100.00' })).answer.result, true);
      assert.equal((await refund(gateway, whole.id, { amount: '0.01' })).answer.result, false);
      const parts = await gateway.paid();
      const first = await refund(gateway, parts.id, { amount: '60.00' });
      assert.equal(first.answer.result, true);
      assert.equal(
        (await refund(gateway, parts.id, { amount: '40.01' })).answer.result,
        false,
        'while it waits',
      );
      await decide(gateway, first.refundId, 'SUCCESS');
      assert.equal(
        (await refund(gateway, parts.id, { amount: '40.01' })).answer.result,
        false,
        'when it is done',
      );
      const both = await Promise.all(
        ['40.00', '40.00'].map((amount) => refund(gateway, parts.id, { amount })),
      );
      assert.deepEqual(both.map(({ answer }) => answer.result).sort(), [false, true]);
    },
  },
  {
    ids: ['flow.refund.currency'],
    does: 'a refund in another currency than the invoice is refused, one in its own is not',
    async proof(gateway) {
      const { id } = await gateway.paid();
      const other = await refund(gateway, id, { currency: 840 });
      assert.equal(other.answer.result, false);
      assert.equal(await statusOf(gateway, id, other.refundId), undefined);
      const own = await refund(gateway, id, { currency: 643 });
      assert.deepEqual([own.answer.result, own.answer.data.currency], [true, '643']);
    },
  },
  {
    ids: ['flow.refund.paid-only', 'errors.2.refund'],
    does: 'an invoice that is not paid is not refunded: the refund is refused and does not exist',
    async proof(gateway) {
      const rejected = await gateway.invoice();
      await gateway.act(`/invoices/${rejected.id}/payer`, { action: 'decline' });
      const invoices = [await gateway.invoice(), await gateway.held(), rejected];
      for (const { id } of invoices) {
        const { answer, refundId } = await refund(gateway, id);
        assert.ok(Number(answer.code) > 0, `invoice ${id} is not paid`);
        assert.equal(await statusOf(gateway, id, refundId), undefined);
      }
    },
  },
  {
    ids: [
      'states.refund.waiting',
      'states.refund.result',
      'states.refund.confirmed',
      'events.trigger.refund',
    ],
    does: 'a refund waits, and becomes SUCCESS or FAILED by the word of the payment system; a notification tells',
    async proof(gateway) {
      for (const status of ['SUCCESS', 'FAILED']) {
        const { id } = await gateway.paid();
        const { refundId, answer } = await refund(gateway, id);
        assert.equal(answer.data.status, 'WAITING');
        assert.equal(await statusOf(gateway, id, refundId), 'WAITING');
        assert.deepEqual(gateway.notices({ refundId }), []);
        await decide(gateway, refundId, status);
        assert.equal(await statusOf(gateway, id, refundId), status);
        const notices = gateway.notices({ refundId });
        assert.equal(notices.length, 1);
        const [notice] = notices;
        assert.deepEqual([notice?.url.searchParams.get('type'), notice?.body.status], ['refund', status]);
      }
    },
  },
  {
    ids: ['states.refund.confirmed', 'events.trigger.refund'],
    does: 'a refund that the payment system confirms at once is SUCCESS in the answer, and is notified',
    async proof(gateway) {
      const { id, orderId } = await gateway.paid();
      const effect = { kind: 'statuses', sequence: ['SUCCESS'] };
      await gateway.act('/faults', {
        where: { operation: 'invoice/create-refund', shopOrderId: orderId },
        effect,
      });
      const { refundId, answer } = await refund(gateway, id);
      assert.equal(answer.data.status, 'SUCCESS');
      await gateway.flush();
      assert.equal(gateway.notices({ refundId }).at(-1)?.body.status, 'SUCCESS');
    },
  },
  {
    ids: ['states.refund.success', 'states.refund.failed'],
    does: 'SUCCESS and FAILED are final; what failed can be refunded again, what succeeded cannot',
    async proof(gateway) {
      for (const status of ['SUCCESS', 'FAILED']) {
        const { id } = await gateway.paid();
        const { refundId } = await refund(gateway, id, { amount: '100.00' });
        await decide(gateway, refundId, status);
        for (const next of ['WAITING', 'SUCCESS', 'FAILED'].filter((other) => other !== status)) {
          assert.equal((await decide(gateway, refundId, next)).status, 409, `${status} became ${next}`);
        }
        assert.equal(await statusOf(gateway, id, refundId), status);
        const again = await refund(gateway, id, { amount: '100.00' });
        assert.equal(again.answer.result, status === 'FAILED');
      }
    },
  },
  {
    ids: ['states.refund.failed-at-once', 'errors.2.refund'],
    does: 'a refund that fails at once is FAILED in the answer and in get-refunds',
    async proof(gateway) {
      const other = await gateway.other({ magic: true });
      const { id } = await other.paid();
      const { refundId, answer } = await refund(other, id, { amount: '6.66' });
      assert.equal(answer.data.status, 'FAILED');
      assert.equal(await statusOf(other, id, refundId), 'FAILED');
    },
  },
  {
    ids: ['endpoint.refund.create.address'],
    does: 'the notification about a refund goes to the address of its request, and to that of the shop where it has none',
    async proof(gateway) {
      const { id } = await gateway.paid();
      const callback_url = `${gateway.bench.receiver.url}/refunds?of=${id}`;
      const own = await refund(gateway, id, { callback_url });
      const plain = await refund(gateway, id);
      for (const { refundId } of [own, plain]) await decide(gateway, refundId, 'SUCCESS');
      const at = ({ refundId }: Asked) => gateway.notices({ refundId }).at(-1)?.url;
      assert.equal(`${at(own)?.pathname}${at(own)?.search}`, `/notify/refunds?of=${id}&type=refund`);
      assert.equal(`${at(plain)?.pathname}${at(plain)?.search}`, '/notify?type=refund');
    },
  },
];
