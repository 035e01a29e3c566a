import { z } from 'zod';
import { PAYER_ACTIONS } from '../../core/types.ts';
import { aboutSchema, replyEvent } from '../../protocol/events.ts';
import { VERDICTS } from '../../protocol/verdicts.ts';
import { ODD_TRANSPORTS } from '../message.ts';

/** Bodies, queries and answers of the control plane, for its own checks, its OpenAPI and typed clients. */

const instant = z.iso.datetime({ offset: true });
const amount = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'expected a decimal number as text, such as "100.00"');
const sequence = z.coerce.number().int().min(0);
const identifier = z.coerce.number().int().min(0);
const status = z.union([z.number(), z.string()]);
const textMap = z.record(z.string(), z.string());
const anyRecord = z.record(z.string(), z.unknown());
const nullableText = z.string().nullable();

export const errorSchema = z.object({ error: z.object({ message: z.string() }) });

export const replySchema = z.object({
  outcome: replyEvent.shape.outcome,
  status: z.number().nullable(),
  headers: textMap,
  body: z.string(),
  bytes: z.number(),
  latencyMs: z.number(),
  written: z.boolean().describe('Whether the request was written to an open connection'),
  notification: z.string().describe('Its name in the journal'),
  attempt: z.number(),
});

export const attemptSchema = z.object({
  attempt: z.number(),
  at: z.string(),
  reply: z
    .object({
      outcome: z.string(),
      status: z.number().nullable(),
      accepted: z.boolean(),
      latencyMs: z.number(),
    })
    .nullable(),
});

export const notificationSchema = z.object({
  notification: z.string(),
  type: z.string(),
  about: aboutSchema,
  shopId: z.string(),
  base: z.enum(['production', 'test']),
  status,
  state: z.enum(['due', 'in-flight', 'accepted', 'exhausted', 'cancelled']),
  nextAt: nullableText,
  attempts: z.array(attemptSchema),
  url: z.string(),
  body: z.string(),
});

const base = z.enum(['production', 'test']);

export const invoiceSchema = z.object({
  paymentId: z.number(),
  revision: z.number(),
  shopId: z.string(),
  base,
  shopOrderId: z.string(),
  mode: z.enum(['single', 'hold']),
  status: z.number(),
  amount: z.string(),
  currency: z.number(),
  payway: z.string(),
  description: nullableText,
  callbackUrl: nullableText,
  callbackRejectedUrl: nullableText,
  successUrl: nullableText,
  failedUrl: nullableText,
  expiresAt: nullableText,
  created: z.string(),
  updated: z.string(),
  processed: nullableText,
  heldAt: nullableText,
  payerPrice: z.string(),
  settlement: z.object({ currency: z.number(), rate: z.string() }).nullable(),
  errorCode: z.number(),
  token: nullableText,
  tokenUsed: nullableText,
  issueToken: z.boolean(),
  chargeRequested: z.boolean(),
  unholdRequested: z.boolean(),
  refunded: z.string(),
  refundWaiting: z.string(),
  account: nullableText,
  psData: anyRecord,
  overrides: anyRecord,
  session: z.string(),
  request: anyRecord,
  record: anyRecord,
});

export const refundSchema = z.object({
  shopRefundId: z.string(),
  paymentId: z.number(),
  shopId: z.string(),
  base,
  status: z.string(),
  amount: z.string(),
  currency: z.number(),
  errorCode: z.number(),
  callbackUrl: nullableText,
  created: z.string(),
  processed: nullableText,
  revision: z.number(),
  record: anyRecord,
});

export const payoutSchema = z.object({
  payoutId: z.number(),
  shopId: z.string(),
  base,
  shopPaymentId: z.string(),
  status: z.number(),
  amount: z.string(),
  amountType: z.string(),
  payway: z.string(),
  account: z.string(),
  accountDetails: anyRecord.nullable(),
  description: nullableText,
  currency: z.number(),
  shopCurrency: z.number(),
  payeeReceive: z.string(),
  shopWriteOff: z.string(),
  errorCode: z.number(),
  asked: z.number(),
  created: z.string(),
  updated: z.string(),
  revision: z.number(),
  record: anyRecord,
});

export const tokenSchema = z.object({
  token: z.string(),
  paymentId: z.number(),
  shopId: z.string(),
  base,
  status: z.string(),
  account: z.string(),
  expiresAt: z.string(),
});

export const balanceSchema = z.object({
  shopId: z.string(),
  base,
  currency: z.number(),
  available: z.string(),
  frozen: z.string(),
  hold: z.string(),
});

export const shopSchema = z.looseObject({ id: z.string() });

export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export const healthSchema = z.object({
  status: z.literal('ok'),
  version: z.string(),
  seed: z.number(),
  origin: z.string(),
  baseUrl: z.string(),
  testBaseUrl: z.string(),
});

export const clockSchema = z.object({
  now: z.string(),
  mode: z.enum(['virtual', 'real']),
  rate: z.number().nullable().describe('Gateway seconds a second; null for a virtual clock'),
  nextDueAt: nullableText,
});
export const advanceSchema = z
  .strictObject({ byMs: z.number().min(0).max(1e13).optional(), to: instant.optional() })
  .refine((body) => (body.byMs === undefined) !== (body.to === undefined), {
    error: 'expected exactly one of "byMs" (milliseconds) and "to" (ISO 8601)',
  });
export const stepSchema = z.strictObject({ limit: instant.optional() });
export const movedSchema = z.object({ now: z.string(), fired: z.number(), nextDueAt: nullableText });
export const firedSchema = z.object({ fired: z.number() });

const decimalText = z.string().regex(/^\d+(\.\d+)?$/, 'expected a decimal number as text');
const feeSchema = z.strictObject({ percent: decimalText, fix: decimalText });
const share = decimalText.refine(
  (text) => Number(text) <= 1,
  "expected the shop's share of the fee, from 0 to 1",
);
export const fieldDescriptorSchema = z.strictObject({
  regex: z.string(),
  prefix: z.string().optional(),
  title: z.string().optional(),
  label: textMap.optional(),
  comment: textMap.optional(),
  example: z.string().optional(),
});
const positive = decimalText.refine((text) => Number(text) > 0, 'expected a rate above 0');
const ratesSchema = z.record(z.string().regex(/^\d{1,3}$/, 'expected a numeric currency code'), positive);
/** A payment way, as the shop of the simulator's configuration has it. */
export const paywaySchema = z.strictObject({
  id: z.number().int(),
  alias: z.string().min(1),
  name: z.string(),
  currency: z.number().int(),
  minAmount: decimalText,
  maxAmount: decimalText,
  fee: feeSchema,
  feePart: z.strictObject({ percent: share, fix: share }),
  active: z.boolean(),
  available: z.boolean(),
  paymethodId: z.number().int().optional(),
  twoStep: z.boolean(),
  recurrent: z.boolean(),
  addOns: z.record(z.string(), fieldDescriptorSchema),
  accountInfo: z.record(z.string(), fieldDescriptorSchema),
  info: z.record(z.string(), z.unknown()).optional().describe('What invoice/try answers as info'),
  manual: textMap.optional().describe('What invoice/try answers as manual: a text by language'),
  warning: z.record(z.string(), z.unknown()).optional().describe('What invoice/try answers as warning'),
  rates: ratesSchema
    .optional()
    .describe("Currencies of the shop that it exchanges: what one unit is worth in the payway's currency"),
  settlement: z
    .strictObject({ currency: z.number().int(), rates: ratesSchema })
    .optional()
    .describe('Another currency in which payments are settled: what one unit of each is worth in it'),
  redirect: z
    .strictObject({ method: z.string(), url: z.string(), data: textMap })
    .optional()
    .describe('What redirect_info says of its payouts'),
});
export const shopPatchSchema = z.strictObject({
  active: z.boolean().optional(),
  callbackUrl: z.url({ protocol: /^https?$/ }).optional(),
  notifications: z.enum(['json', 'form']).optional(),
  permissions: z.strictObject({ recurrent: z.boolean(), balance: z.boolean() }).optional(),
  inputs: z.array(paywaySchema).optional().describe('All payways to pay in'),
  outputs: z.array(paywaySchema).optional().describe('All payways to pay out'),
});

export const invoiceQuerySchema = z.object({
  paymentId: identifier.optional(),
  shopOrderId: z.string().optional(),
  shopId: z.string().optional(),
  base: base.optional(),
  since: sequence.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
});
export const refundQuerySchema = z.object({
  paymentId: identifier.optional(),
  shopRefundId: z.string().optional(),
  shopId: z.string().optional(),
});
export const payoutQuerySchema = z.object({
  payoutId: identifier.optional(),
  shopPaymentId: z.string().optional(),
  shopId: z.string().optional(),
  base: base.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
});
export const notificationQuerySchema = z.object({
  paymentId: identifier.optional(),
  type: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
});
export const balanceQuerySchema = z.object({ shopId: z.string().optional() });

const notify = z.enum(['deliver', 'queue', 'none']);

export const invoiceStatusSchema = z.strictObject({
  status: z.number().int(),
  errorCode: z.number().int().min(0).optional(),
  psData: anyRecord.optional(),
  overrides: anyRecord.optional(),
  notify: notify.optional(),
});
export const payerSchema = z.strictObject({ action: z.enum(PAYER_ACTIONS), notify: notify.optional() });
export const refundStatusSchema = z.strictObject({
  status: z.string(),
  errorCode: z.number().int().min(0).optional(),
  notify: notify.optional(),
});
export const payoutStatusSchema = z.strictObject({
  status: z.number().int(),
  errorCode: z.number().int().min(0).optional(),
});
export const balanceChangeSchema = z.strictObject({
  shopId: z.union([z.string(), z.number().int()]),
  currency: z.number().int(),
  available: amount.optional(),
  hold: amount.optional(),
  base: base.optional(),
});

export const notified = { notification: notificationSchema.nullable(), reply: replySchema.nullable() };
export const invoiceMovedSchema = z.object({ invoice: invoiceSchema, ...notified });
export const refundMovedSchema = z.object({ refund: refundSchema, ...notified });
export const payoutMovedSchema = z.object({ payout: payoutSchema });

export const craftedSchema = z
  .strictObject({
    url: z.string().optional(),
    shopId: z.union([z.string(), z.number().int()]).optional(),
    query: textMap.optional(),
    method: z
      .string()
      .regex(/^[A-Z]{1,16}$/, 'expected an HTTP method in capitals')
      .optional(),
    headers: textMap.optional(),
    body: z.string().optional(),
    bodyBase64: z.base64().optional(),
    from: z.union([z.ipv4(), z.ipv6()]).optional(),
    transport: z
      .enum(ODD_TRANSPORTS)
      .optional()
      .describe('In chunks, after 100-continue, or slowly in two parts; in one piece where it is left out'),
    label: z.string(),
    genuine: z.boolean().optional().describe('It says what the gateway holds to be true'),
    verdict: z
      .enum(VERDICTS)
      .optional()
      .describe('What a merchant must do with it; the laws find out by themselves where it is left out'),
    about: aboutSchema.optional(),
    status: status.optional(),
  })
  .refine((delivery) => delivery.body === undefined || delivery.bodyBase64 === undefined, {
    error: 'expected at most one of "body" and "bodyBase64"',
  });
export const deliveriesSchema = z.strictObject({
  deliveries: z.array(craftedSchema).min(1).max(10_000),
  parallel: z.boolean().optional(),
  releaseTogether: z.boolean().optional(),
});
export const repliesSchema = z.object({ replies: z.array(replySchema) });

export const journalQuerySchema = z.object({
  after: sequence.optional(),
  before: sequence.optional(),
  text: z.string().optional().describe('Words that all stand in the event, in any case'),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  kind: z.string().optional(),
});
export const journalEventSchema = z.looseObject({
  seq: z.number(),
  at: z.string(),
  realAt: z.string(),
  kind: z.string(),
});
export const journalPageSchema = z.object({
  events: z.array(journalEventSchema),
  next: z.number(),
  previous: z.number(),
  oldest: z.number(),
  last: z.number(),
});
/** Kinds of events that testers add to the journal, so that one file holds the whole history. */
export const FOREIGN_KINDS = ['merchant', 'call', 'outcome', 'check', 'run-info', 'check-record'] as const;
export const foreignEventSchema = z.looseObject({ kind: z.enum(FOREIGN_KINDS) });
export const seqSchema = z.object({ seq: z.number() });

export const armedSchema = z.object({
  id: z.string(),
  fault: anyRecord,
  matched: z.number(),
  bit: z.number(),
  remaining: z.number().nullable(),
});
export const idsSchema = z.object({ ids: z.array(z.string()) });
export const removedSchema = z.object({ removed: z.number() });
export const releasedSchema = z.object({ released: z.boolean() });
export const readingsSchema = textMap;
export const finishSchema = z.strictObject({
  paymentIds: z.array(z.number().int()).optional(),
  payoutIds: z.array(z.number().int()).optional(),
  all: z.boolean().optional(),
});
export const finishedSchema = z.object({ finished: z.number() });
export const cancelledSchema = z.object({ cancelled: z.boolean() });
export const resentSchema = z.object({ reply: replySchema });

export type DeliveriesRequest = z.infer<typeof deliveriesSchema>;
export type CraftedDelivery = z.infer<typeof craftedSchema>;
export type ForeignEvent = z.infer<typeof foreignEventSchema>;

export const previewQuerySchema = z.strictObject({ status: z.number().int() });
export const previewSchema = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
