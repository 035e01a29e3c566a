import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { PayoutView, RefundView } from '../../core/views.ts';
import { ActionRefused, act, actAndNotify, type Runtime } from '../runtime.ts';
import { endpoint } from './endpoint.ts';
import {
  finishedSchema,
  finishSchema,
  invoiceMovedSchema,
  invoiceQuerySchema,
  invoiceSchema,
  invoiceStatusSchema,
  listOf,
  payerSchema,
  payoutMovedSchema,
  payoutQuerySchema,
  payoutSchema,
  payoutStatusSchema,
  previewQuerySchema,
  previewSchema,
  refundMovedSchema,
  refundQuerySchema,
  refundSchema,
  refundStatusSchema,
  tokenSchema,
} from './schemas.ts';

const paymentParams = z.object({ paymentId: z.coerce.number().int().min(0) });
const payoutParams = z.object({ payoutId: z.coerce.number().int().min(0) });
const refundParams = z.object({ shopId: z.string(), shopRefundId: z.string() });

/** Invoices, refunds, payouts and tokens: what they are, and what happens to them. */
export function addObjectRoutes(app: OpenAPIHono, runtime: Runtime): void {
  const { core } = runtime;

  function invoiceOf(paymentId: number) {
    const invoice = core.invoice(paymentId);
    if (invoice === undefined)
      throw new ActionRefused('absent', `no invoice has the payment id ${paymentId}`);
    return invoice;
  }
  function payoutOf(payoutId: number): PayoutView {
    const payout = core.payout(payoutId);
    if (payout === undefined) throw new ActionRefused('absent', `no payout has the id ${payoutId}`);
    return payout;
  }
  function refundOf(shopId: string, shopRefundId: string): RefundView {
    const refund = core.refunds({ shopId, shopRefundId })[0];
    if (refund === undefined) {
      throw new ActionRefused('absent', `shop ${shopId} has no refund "${shopRefundId}"`);
    }
    return refund;
  }

  endpoint(
    app,
    {
      method: 'get',
      path: '/invoices',
      summary: 'Invoices',
      query: invoiceQuerySchema,
      answer: listOf(invoiceSchema),
    },
    ({ query }) => ({ items: core.invoices(defined(query)) }),
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/invoices/{paymentId}',
      summary: 'One invoice',
      params: paymentParams,
      answer: invoiceSchema,
    },
    ({ params }) => invoiceOf(params.paymentId),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/invoices/{paymentId}/status',
      summary: 'The payment system reports a status',
      params: paymentParams,
      body: invoiceStatusSchema,
      answer: invoiceMovedSchema,
    },
    async ({ params: { paymentId }, body: { notify, ...change } }) => {
      const moved = await actAndNotify(
        runtime,
        { kind: 'invoice-status', paymentId, ...defined(change), status: change.status },
        notify,
      );
      return { invoice: invoiceOf(paymentId), ...moved };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/invoices/{paymentId}/payer',
      summary: 'The payer does something',
      params: paymentParams,
      body: payerSchema,
      answer: invoiceMovedSchema,
    },
    async ({ params: { paymentId }, body }) => {
      const moved = await actAndNotify(
        runtime,
        { kind: 'payer', paymentId, action: body.action },
        body.notify,
      );
      return { invoice: invoiceOf(paymentId), ...moved };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/invoices/{paymentId}/notification',
      summary: 'The signed notification of a status as it would be sent; nothing is sent or changed',
      params: paymentParams,
      body: previewQuerySchema,
      answer: previewSchema,
    },
    ({ params: { paymentId }, body: { status } }) => {
      invoiceOf(paymentId);
      const preview = core.previewNotification(paymentId, status);
      if (preview === undefined) {
        throw new ActionRefused(
          'state',
          `the invoice ${paymentId} has no callback address, neither of its own nor of its shop`,
        );
      }
      return preview;
    },
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/refunds',
      summary: 'Refunds',
      query: refundQuerySchema,
      answer: listOf(refundSchema),
    },
    ({ query }) => ({ items: core.refunds(defined(query)) }),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/refunds/{shopId}/{shopRefundId}/status',
      summary: 'The payment system decides about a refund',
      params: refundParams,
      body: refundStatusSchema,
      answer: refundMovedSchema,
    },
    async ({ params, body: { notify, ...change } }) => {
      const moved = await actAndNotify(
        runtime,
        { kind: 'refund-status', ...params, ...defined(change), status: change.status },
        notify,
      );
      return { refund: refundOf(params.shopId, params.shopRefundId), ...moved };
    },
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/payouts',
      summary: 'Payouts',
      query: payoutQuerySchema,
      answer: listOf(payoutSchema),
    },
    ({ query }) => ({ items: core.payouts(defined(query)) }),
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/payouts/{payoutId}',
      summary: 'One payout',
      params: payoutParams,
      answer: payoutSchema,
    },
    ({ params }) => payoutOf(params.payoutId),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/payouts/{payoutId}/status',
      summary: 'The payment system decides about a payout',
      params: payoutParams,
      body: payoutStatusSchema,
      answer: payoutMovedSchema,
    },
    ({ params: { payoutId }, body }) => {
      act(runtime, { kind: 'payout-status', payoutId, ...defined(body), status: body.status });
      return { payout: payoutOf(payoutId) };
    },
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/tokens',
      summary: 'Payment tokens that were issued, masked',
      answer: listOf(tokenSchema),
    },
    () => ({ items: core.tokens() }),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/finish',
      summary: 'Brings objects to a final state without notifications, and drops the attempts they still had',
      body: finishSchema,
      answer: finishedSchema,
    },
    ({ body: { all, paymentIds, payoutIds } }) => {
      if (all !== true && paymentIds === undefined && payoutIds === undefined) {
        throw new ActionRefused('value', 'body: expected "paymentIds", "payoutIds" or "all": true');
      }
      const chosen = all === true ? {} : { paymentIds: paymentIds ?? [], payoutIds: payoutIds ?? [] };
      return { finished: act(runtime, { kind: 'finish', ...chosen }).changed };
    },
  );
}

/** The members that have a value: an optional member that is undefined counts as left out. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
