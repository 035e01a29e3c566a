import Big from 'big.js';
import fc from 'fast-check';
import type { RefundView } from '../../../simulator/index.ts';
import type { ModelOrder } from '../model.ts';
import { type StepKind, stepOn } from '../step.ts';
import { insist, isKnownPaid } from './invoices.ts';

const MOST_REFUNDS = 4;

const SHARE = { third: '0.3', most: '0.6', all: '1' } as const;
const IN_WORDS = { third: 'a third', most: 'most', all: 'all' } as const;

/** In part or in full, by one click or by two at once. */
const makeRefund = stepOn<ModelOrder, 'order', { order: number; part: keyof typeof SHARE; clicks: number }>({
  name: 'make-refund',
  needs: ['refund'],
  params: fc.record({
    order: fc.nat(4),
    part: fc.constantFrom('third', 'most', 'all'),
    clicks: fc.constantFrom(1, 1, 1, 2),
  }),
  by: 'order',
  among: ({ orders }) =>
    orders.flatMap(({ refunds }) => refunds).length < MOST_REFUNDS ? orders.filter(isKnownPaid) : [],
  run: async ({ t }, { payment }, { part, clicks }) => {
    const share = t.claims('refund.partial') ? SHARE[part] : SHARE.all;
    const amount = new Big(payment.amount).times(share).toFixed(2);
    await Promise.all(Array.from({ length: clicks }, () => t.askRefund(payment, amount)));
  },
  says: ({ part, clicks }) =>
    `The shop refunds ${IN_WORDS[part]} of a paid order${clicks > 1 ? ' by two clicks at once' : ''}.`,
});

/** It may be told more than once. */
const endRefund = stepOn<
  RefundView,
  'refund',
  { refund: number; status: 'SUCCESS' | 'FAILED'; times: number }
>({
  name: 'end-refund',
  needs: ['refund'],
  params: fc.record({
    refund: fc.nat(3),
    status: fc.constantFrom('SUCCESS', 'SUCCESS', 'FAILED'),
    times: fc.constantFrom(1, 1, 2),
  }),
  by: 'refund',
  among: ({ orders }) => orders.flatMap(({ refunds }) => refunds.filter((each) => each.status === 'WAITING')),
  run: async (journey, { shopId, shopRefundId }, { status, times }) => {
    const { reply, notification } = await journey.t.gateway.setRefundStatus(shopId, shopRefundId, {
      status,
      notify: 'deliver',
    });
    if (notification === null) return;
    await insist(journey, notification.notification, reply);
    for (let sent = 1; sent < times; sent++) await insist(journey, notification.notification);
  },
  says: ({ status, times }) =>
    `The gateway notifies that the refund is ${status}${times > 1 ? ', twice' : ''}.`,
});

const refundUnpaid = stepOn<ModelOrder, 'order', { order: number }>({
  name: 'refund-unpaid',
  needs: ['refund'],
  params: fc.record({ order: fc.nat(4) }),
  by: 'order',
  among: ({ orders }) => orders.filter(({ status }) => status !== 4),
  run: async ({ t }, { payment }) => void (await t.askRefund(payment, payment.amount)),
  says: () => 'The shop is asked to refund an order that was not paid.',
});

/** Steps about refunds. */
export const refundSteps: readonly StepKind[] = [makeRefund, endRefund, refundUnpaid];
