import type { z } from 'zod';
import { calls } from '../../../suite/drivers/calls.ts';
import type { DriverCall } from '../../../suite/drivers/index.ts';
import {
  customerSchema,
  lookupSchema,
  orderSchema,
  payoutSchema,
  problemSchema,
  refundSchema,
} from '../../../suite/drivers/shapes.ts';
import {
  amendInput,
  jobsInput,
  lookupInput,
  nothingInput,
  orderInput,
  payoutInput,
  refundInput,
} from './request-bodies.ts';

/** The named schemas of the interface, and the section of the page whose table says what the fields mean. */
export const schemas: Readonly<Record<string, { readonly schema: z.ZodType; readonly section?: string }>> = {
  Order: { schema: orderSchema, section: 'What an order looks like' },
  OrderInput: { schema: orderInput, section: 'POST /orders' },
  Refund: { schema: refundSchema, section: 'Refunds' },
  RefundInput: { schema: refundInput },
  Payout: { schema: payoutSchema, section: 'Payouts' },
  PayoutInput: { schema: payoutInput, section: 'POST /payouts' },
  Customer: { schema: customerSchema },
  Lookup: { schema: lookupSchema },
  LookupInput: { schema: lookupInput },
  AmendInput: { schema: amendInput },
  JobsInput: { schema: jobsInput },
  Nothing: { schema: nothingInput },
  Problem: { schema: problemSchema },
};

/** What the documents say of a call beside what the table of calls has. */
interface CallDocument {
  readonly summary: string;
  readonly body?: string;
  /** Name of the schema of the answer. */
  readonly answer: string;
  readonly list?: true;
  readonly capability: string;
}

export const documents: Readonly<Record<DriverCall, CallDocument>> = {
  createOrder: { summary: 'Make an order', body: 'OrderInput', answer: 'Order', capability: 'invoice' },
  getOrder: { summary: 'Read an order', answer: 'Order', capability: 'invoice' },
  findOrders: {
    summary: 'Find orders by reference (optional)',
    answer: 'Order',
    list: true,
    capability: 'invoice',
  },
  charge: { summary: 'Charge a held order', body: 'Nothing', answer: 'Order', capability: 'hold' },
  unhold: { summary: 'Release a held order', body: 'Nothing', answer: 'Order', capability: 'hold' },
  cancel: { summary: 'Give an order up', body: 'Nothing', answer: 'Order', capability: 'order.cancel' },
  retry: { summary: 'Try an order again', body: 'Nothing', answer: 'Order', capability: 'order.retry' },
  amend: {
    summary: 'Change the amount of an order',
    body: 'AmendInput',
    answer: 'Order',
    capability: 'order.amend',
  },
  createRefund: { summary: 'Refund an order', body: 'RefundInput', answer: 'Refund', capability: 'refund' },
  listRefunds: {
    summary: 'List the refunds of an order',
    answer: 'Refund',
    list: true,
    capability: 'refund',
  },
  createPayout: { summary: 'Make a payout', body: 'PayoutInput', answer: 'Payout', capability: 'payout' },
  getPayout: { summary: 'Read a payout', answer: 'Payout', capability: 'payout' },
  findPayouts: {
    summary: 'Find payouts by reference (optional)',
    answer: 'Payout',
    list: true,
    capability: 'payout',
  },
  retryPayout: {
    summary: 'Try a payout again',
    body: 'Nothing',
    answer: 'Payout',
    capability: 'payout.retry',
  },
  getCustomer: { summary: "Read a customer's balance", answer: 'Customer', capability: 'wallet' },
  lookup: {
    summary: 'Use a reading operation of the gateway',
    body: 'LookupInput',
    answer: 'Lookup',
    capability: 'lookups',
  },
  runJobs: { summary: 'Run the background jobs', body: 'JobsInput', answer: 'Nothing', capability: 'jobs' },
};

/** The name of the id in each call's address. */
const parameterOf = (call: DriverCall): string => {
  if (call === 'findOrders' || call === 'findPayouts') return 'reference';
  if (call === 'getCustomer') return 'customer';
  return call === 'getPayout' || call === 'retryPayout' ? 'payout_id' : 'order_id';
};

export interface Operation extends CallDocument {
  readonly call: DriverCall;
  readonly method: 'GET' | 'POST';
  /** With the id's name in braces, without the query. */
  readonly path: string;
  readonly parameter?: { readonly name: string; readonly in: 'path' | 'query' };
}

/** The calls of the interface, with the addresses that the suite's own table of calls gives them. */
export function operations(): Operation[] {
  return (Object.keys(documents) as DriverCall[]).map((call) => {
    const name = parameterOf(call);
    const row: { request: (...input: never[]) => { method: 'GET' | 'POST'; path: string } } = calls[call];
    const request = row.request(`{${name}}` as never, {} as never);
    const [path = '', query] = decodeURIComponent(request.path).split('?');
    const place = query !== undefined ? 'query' : path.includes(`{${name}}`) ? 'path' : undefined;
    return {
      ...documents[call],
      call,
      method: request.method,
      path,
      ...(place === undefined ? {} : { parameter: { name, in: place } }),
    };
  });
}
