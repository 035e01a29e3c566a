import { z } from 'zod';
import type { PayoutView, RefundView } from '../../core/views.ts';
import { ActionRefused, act, actAndNotify, type Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { defined } from './defined.ts';
import { endpoint } from './endpoint.ts';
import {
  finishedSchema,
  finishSchema,
  listOf,
  payoutMovedSchema,
  payoutQuerySchema,
  payoutSchema,
  payoutStatusSchema,
  refundMovedSchema,
  refundQuerySchema,
  refundSchema,
  refundStatusSchema,
  tokenSchema,
} from './schemas.ts';

const payoutParams = z.object({ payoutId: z.coerce.number().int().min(0) });
const refundParams = z.object({ shopId: z.string(), shopRefundId: z.string() });

/** Refunds, payouts and tokens: what they are, and what happens to them. */
export function addObjectRoutes(app: ControlApp, runtime: Runtime): void {
  addRefundRoutes(app, runtime);
  addPayoutRoutes(app, runtime);
  addTokensAndFinish(app, runtime);
}

function refundOf({ core }: Runtime, shopId: string, shopRefundId: string): RefundView {
  const refund = core.refunds({ shopId, shopRefundId })[0];
  if (refund === undefined) {
    throw new ActionRefused('absent', `shop ${shopId} has no refund "${shopRefundId}"`);
  }
  return refund;
}

function addRefundRoutes(app: ControlApp, runtime: Runtime): void {
  const { core } = runtime;
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
      return { refund: refundOf(runtime, params.shopId, params.shopRefundId), ...moved };
    },
  );
}

function payoutOf({ core }: Runtime, payoutId: number): PayoutView {
  const payout = core.payout(payoutId);
  if (payout === undefined) throw new ActionRefused('absent', `no payout has the id ${payoutId}`);
  return payout;
}

function addPayoutRoutes(app: ControlApp, runtime: Runtime): void {
  const { core } = runtime;
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
    ({ params }) => payoutOf(runtime, params.payoutId),
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
      return { payout: payoutOf(runtime, payoutId) };
    },
  );
}

function addTokensAndFinish(app: ControlApp, runtime: Runtime): void {
  const { core } = runtime;
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
      summary: 'Brings objects to a final state without notifications, and drops their remaining attempts',
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
