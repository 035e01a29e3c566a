import { z } from 'zod';
import { HISTORY_SCHEMA } from './history-schema.ts';
import { SIGNED } from './notification-sign.ts';
import { OPERATION_IDS } from './operations.ts';
import { VERDICTS } from './verdicts.ts';

export { HISTORY_SCHEMA };

const headers = z.record(z.string(), z.string());
const base = z.enum(['production', 'test']);
const operation = z.enum(OPERATION_IDS).nullable();
/** A status as its table names it: a number for invoices and payouts, a word for refunds and the rest. */
const status = z.union([z.number(), z.string()]);

/** What a signature turned out to be; see `explainSign` in signing.ts. Never holds the secret. */
const signVerdict = z.object({
  ok: z.boolean(),
  expectedText: z.string(),
  expectedDigest: z.string().optional(),
  sent: z.string().nullable(),
  place: z.enum(['body', 'header', 'both', 'none']),
  recipe: z.object({ id: z.string(), says: z.string() }).nullable(),
});

/** The object that a notification is about. */
export const aboutSchema = z.looseObject({
  paymentId: z.number().optional(),
  shopOrderId: z.string().optional(),
  shopRefundId: z.string().optional(),
  payoutId: z.number().optional(),
});
export type About = z.infer<typeof aboutSchema>;

/** The merchant's own times, in milliseconds: all that a history carries, and all that its judges go by. */
export const tempoSchema = z.object({
  /** How long it takes to show the effect of what reached it. */
  settleMs: z.number(),
  /** Its poll interval, by its own clock. */
  pollMs: z.number(),
  /** After how long it gives up waiting for an answer of the gateway. */
  readTimeoutMs: z.number(),
  /** How soon it finds a lost notification by itself, by its own clock. */
  recoverMs: z.number(),
});
export type Tempo = Readonly<z.infer<typeof tempoSchema>>;

/** The first line of a run: who took part, and under which readings. */
export const runEvent = z.looseObject({
  kind: z.literal('run'),
  schema: z.literal(HISTORY_SCHEMA),
  version: z.string(),
  seed: z.number(),
  clock: z.enum(['virtual', 'real']),
  readings: z.record(z.string(), z.string()),
  shops: z.array(z.looseObject({ id: z.number() })),
  /**
   * Whether the merchant is the only one who calls the gateway, so that whatever arrives is its own. Left out: others
   * may reach it, too.
   */
  soleClient: z.boolean().optional(),
  /** What the merchant says of itself, where somebody knows: what it can do, and its own times in milliseconds. */
  merchant: z
    .looseObject({
      name: z.string().optional(),
      version: z.string().optional(),
      capabilities: z.array(z.string()).optional(),
      tempo: tempoSchema.partial().optional(),
    })
    .optional(),
});

/** A field of a request that is of another type than listed, or missing, and the reading that decides about it. */
const misfitSchema = z.looseObject({ field: z.string(), says: z.string(), reading: z.string().nullable() });

/** A request as it arrived, masked. `fields` has numbers as their literal text. */
export const requestEvent = z.looseObject({
  kind: z.literal('request'),
  exchange: z.string(),
  base,
  method: z.string(),
  path: z.string(),
  query: z.string().optional(),
  remoteAddress: z.string().optional(),
  headers,
  body: z.string(),
  bytes: z.number(),
  /** Whether the recorder kept no body, or not all of it. */
  unseen: z.boolean().optional(),
  operation,
  shopId: z.string().nullable(),
  fields: z.record(z.string(), z.unknown()).nullable(),
  sign: signVerdict.nullable(),
  /** Why it was refused, where it was. */
  problems: z.array(z.string()),
  /** Fields that are not as the specification lists them, whether they were refused or not; left out: not judged. */
  misfits: z.array(misfitSchema).optional(),
});

/**
 * A request that did not arrive whole: the connection ended before all of its body had come. Nothing of it was carried
 * out, and it says nothing about whoever sent it.
 */
export const cutRequestEvent = z.looseObject({
  kind: z.literal('cut-request'),
  exchange: z.string(),
  base,
  method: z.string(),
  path: z.string(),
  remoteAddress: z.string().optional(),
  headers,
  operation,
});

/** How a request was answered. `committed` says whether the operation was carried out. */
export const answerEvent = z.looseObject({
  kind: z.literal('answer'),
  exchange: z.string(),
  operation,
  outcome: z.enum(['answered', 'held', 'reset', 'closed', 'truncated']),
  status: z.number().nullable(),
  headers,
  body: z.string().nullable(),
  result: z.boolean().nullable(),
  errorCode: z.number().nullable(),
  /** Null where the recorder could not know. */
  committed: z.boolean().nullable(),
  shopId: z.string().nullable().optional(),
  paymentId: z.number().optional(),
  shopOrderId: z.string().optional(),
  payoutId: z.number().optional(),
  shopPaymentId: z.string().optional(),
  shopRefundId: z.string().optional(),
  /** Whether the merchant took the answer: `sent`, or `client-closed` before it was sent, or `failed`. */
  ended: z.enum(['sent', 'client-closed', 'failed']).optional(),
  latencyMs: z.number(),
  fault: z.string().nullable(),
});

/** A change of one object's status. `entity` is the whole object after it, masked. */
export const stateEvent = z.looseObject({
  kind: z.literal('state'),
  object: z.enum(['invoice', 'refund', 'payout', 'token', 'balance', 'shop']),
  id: z.string(),
  shopId: z.string(),
  from: status.nullable(),
  to: status,
  cause: z.enum(['request', 'payer', 'payment-system', 'script', 'magic', 'clock']),
  /** The notification that the change queued. */
  notification: z.string().nullable().optional(),
  entity: z.record(z.string(), z.unknown()),
});

/** One attempt to deliver a notification. `genuine` is false for one that a tester crafted. */
export const attemptEvent = z.looseObject({
  kind: z.literal('attempt'),
  notification: z.string(),
  attempt: z.number(),
  type: z.string(),
  about: aboutSchema,
  status: status.nullable(),
  genuine: z.boolean(),
  /** What a merchant must do with one that a tester crafted, where the tester says so. */
  verdict: z.enum(VERDICTS).optional(),
  /** How one that a tester crafted is signed, which nobody who reads this can tell without the shop's secret. */
  signed: z.enum(SIGNED).optional(),
  label: z.string().nullable(),
  url: z.string(),
  method: z.string(),
  headers,
  body: z.string(),
  from: z.string(),
});

/** What became of one attempt. `accepted`: HTTP 200 with body `OK` (Events 6). */
export const replyEvent = z.looseObject({
  kind: z.literal('reply'),
  notification: z.string(),
  attempt: z.number(),
  outcome: z.enum(['replied', 'timeout', 'reset', 'refused', 'too-large', 'invalid', 'aborted']),
  status: z.number().nullable(),
  headers,
  body: z.string(),
  bytes: z.number(),
  accepted: z.boolean(),
  latencyMs: z.number(),
  /** Whether the request was written to an open connection; older recordings do not say. */
  written: z.boolean().optional(),
  nextAt: z.string().nullable(),
});

/** What the payer did. */
export const payerEvent = z.looseObject({
  kind: z.literal('payer'),
  paymentId: z.number(),
  action: z.string(),
});

/** The gateway's clock moved from one instant to another (ISO 8601, UTC). */
export const clockEvent = z.looseObject({ kind: z.literal('clock'), from: z.string(), to: z.string() });

/** A fault was armed, bit, or was removed. */
export const faultEvent = z.looseObject({
  kind: z.literal('fault'),
  fault: z.string(),
  action: z.enum(['armed', 'bit', 'removed']),
  effect: z.string(),
  /** Of an armed one: a tester declared that it makes the gateway break its own side of the specification. */
  breaksSpec: z.literal(true).optional(),
  exchange: z.string().optional(),
  notification: z.string().optional(),
});

/** What the gateway itself emits: everything of an event but its place in the journal. */
export const eventBodySchema = z.discriminatedUnion('kind', [
  runEvent,
  requestEvent,
  cutRequestEvent,
  answerEvent,
  stateEvent,
  attemptEvent,
  replyEvent,
  payerEvent,
  clockEvent,
  faultEvent,
]);

/** The place of an event in its journal: `at` in gateway time, `realAt` in real time (ISO 8601, UTC). */
export const eventStampSchema = z.object({ seq: z.number(), at: z.string(), realAt: z.string() });

export type EventStamp = z.infer<typeof eventStampSchema>;
export type RunEvent = z.infer<typeof runEvent>;
export type RequestEvent = z.infer<typeof requestEvent>;
export type CutRequestEvent = z.infer<typeof cutRequestEvent>;
export type AnswerEvent = z.infer<typeof answerEvent>;
export type StateEvent = z.infer<typeof stateEvent>;
export type AttemptEvent = z.infer<typeof attemptEvent>;
export type ReplyEvent = z.infer<typeof replyEvent>;
export type PayerEvent = z.infer<typeof payerEvent>;
export type ClockEvent = z.infer<typeof clockEvent>;
export type FaultEvent = z.infer<typeof faultEvent>;
export type EventBody = z.infer<typeof eventBodySchema>;
export type Event = EventStamp & EventBody;
