import { z } from 'zod';
import type { OrderInput, PayoutInput, RefundInput } from '../../../suite/drivers/index.ts';

const amount = z.string().regex(/^-?\d+(\.\d+)?$/);

/** The bodies of the test interface's calls, as schemas. What a field means stands in the page's tables. */
export const orderInput = z.object({
  reference: z.string().max(300),
  amount,
  currency: z.int(),
  payway: z.string(),
  description: z.string().optional(),
  mode: z.enum(['single', 'hold']).optional(),
  customer: z.string().optional(),
  save_instrument: z.boolean().optional(),
  instrument_of: z.string().optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  card: z.record(z.string(), z.string()).optional(),
  items: z.array(z.unknown()).optional(),
});

export const refundInput = z.object({
  amount: amount.describe("How much to refund, in the order's currency."),
  currency: z.int().optional().describe("Left out: the order's."),
});

export const payoutInput = z.object({
  reference: z.string().max(300),
  amount,
  amount_type: z.enum(['ps_amount', 'shop_amount']),
  currency: z.int(),
  payway: z.string(),
  account: z.string(),
  account_details: z.record(z.string(), z.string()).optional(),
  description: z.string().optional(),
  customer: z.string().optional(),
});

export const amendInput = z.object({ amount: amount.describe('The new amount.') });

export const lookupInput = z
  .looseObject({
    operation: z.string().describe('A reading operation of the gateway, such as shop_balance.'),
  })
  .describe("The operation and its own parameters, under the specification's names.");

export const jobsInput = z.object({
  at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("Sets the shop's clock to this instant first (capability clock)."),
});

export const nothingInput = z.object({});

type SameKeys<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : never;

/** Holds at compile time: the schemas have the fields that the suite's own types have. */
export const agreesWithTheDriver: readonly true[] = [
  true satisfies SameKeys<z.input<typeof orderInput>, OrderInput>,
  true satisfies SameKeys<z.input<typeof refundInput>, RefundInput>,
  true satisfies SameKeys<z.input<typeof payoutInput>, PayoutInput>,
];
