import { z } from 'zod';
import { OPERATION_IDS } from '../protocol/operations.ts';

const operationId = z.enum(OPERATION_IDS);
const id = z.union([z.number().int(), z.string().min(1)]);
const milliseconds = z.number().min(0).max(86_400_000);
const httpStatus = z.number().int().min(200).max(599);
const status = z.union([z.number().int(), z.string().min(1)]);
const committed = z.boolean();
/**
 * Declares that the answer breaks the gateway's own side of the specification: it contradicts what the gateway says
 * elsewhere, or is none that a gateway may give. The judge then gives the merchant the benefit of the doubt.
 */
const breaksSpec = z.literal(true).optional();

/** Which calls or deliveries a fault is about. Every named condition must hold; none named means all. */
export const whereSchema = z.strictObject({
  operation: z.union([operationId, z.array(operationId).min(1)]).optional(),
  base: z.enum(['production', 'test']).optional(),
  shopId: id.optional(),
  shopOrderId: z.string().optional(),
  shopPaymentId: z.string().optional(),
  paymentId: id.optional(),
  payoutId: id.optional(),
  notification: z
    .strictObject({
      type: z.string().optional(),
      status: status.optional(),
      attempt: z.number().int().min(1).optional(),
    })
    .optional(),
});

const effects = {
  /**
   * Answers an error instead of carrying the operation out. With `committed` it is carried out all the same, and the
   * result follows by notification or status question, as after a non-fatal code (Errors 2).
   */
  error: z.strictObject({
    kind: z.literal('error'),
    code: z.number().int(),
    committed: committed.optional(),
    message: z.string().optional(),
    data: z.json().optional(),
    httpStatus: httpStatus.optional(),
    breaksSpec,
  }),
  /** Never answers; the operation is carried out (`committed`) or not. */
  'read-timeout': z.strictObject({ kind: z.literal('read-timeout'), committed }),
  /** Resets the connection. */
  reset: z.strictObject({ kind: z.literal('reset'), committed }),
  /** Closes the connection without an answer. */
  close: z.strictObject({ kind: z.literal('close'), committed }),
  /** Sends half of the body under the length of the whole, then closes. */
  truncate: z.strictObject({ kind: z.literal('truncate'), committed }),
  /** Answers 200 with a body that is not valid JSON. */
  malformed: z.strictObject({ kind: z.literal('malformed'), committed }),
  /** Answers a page of a proxy. */
  html: z.strictObject({ kind: z.literal('html'), status: httpStatus, committed }),
  /** Answers another HTTP status, with the envelope, or with the given body. */
  'http-status': z.strictObject({
    kind: z.literal('http-status'),
    status: httpStatus,
    body: z.string().optional(),
    committed,
  }),
  /** Answers later, in real milliseconds. */
  delay: z.strictObject({ kind: z.literal('delay'), delayMs: milliseconds }),
  /**
   * Changes the answer. Paths are dotted, below the envelope (`data.id`, `data.0.status`). A value
   * `{ "$number": "10.50" }` is written as that number literal. Setting `data.id` in an answer of a
   * creating operation gives the object that id.
   */
  answer: z.strictObject({
    kind: z.literal('answer'),
    set: z.record(z.string().min(1), z.json()).optional(),
    remove: z.array(z.string().min(1)).optional(),
    envelope: z.json().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    shuffle: z.boolean().optional(),
    unknownFields: z.boolean().optional(),
    breaksSpec,
  }),
  /** The object that the call creates or asks about takes these statuses, one per create or status call. */
  statuses: z.strictObject({ kind: z.literal('statuses'), sequence: z.array(status).min(1) }),
  /** Moves the invoice to the status and waits for the reply to its notification before it answers. */
  'notify-first': z.strictObject({ kind: z.literal('notify-first'), status }),
  /** The answer waits until the fault is released. */
  wait: z.strictObject({ kind: z.literal('wait') }),
  /** The attempt is lost on its way: nothing is sent, and it counts as failed. */
  drop: z.strictObject({ kind: z.literal('drop') }),
  /** The attempt is sent again, so many times more. */
  duplicate: z.strictObject({
    kind: z.literal('duplicate'),
    times: z.number().int().min(1).max(1000),
    parallel: z.boolean(),
  }),
  /** The attempt is sent later, in milliseconds of gateway time. */
  'delay-delivery': z.strictObject({ kind: z.literal('delay-delivery'), delayMs: milliseconds }),
  /** The attempt is sent after the next notification of the same shop. */
  reorder: z.strictObject({ kind: z.literal('reorder') }),
  /** Kills the merchant's process at the given point, and starts it again. */
  'kill-merchant': z.strictObject({
    kind: z.literal('kill-merchant'),
    when: z.enum(['before-answer', 'after-answer', 'before-delivery', 'in-delivery', 'after-reply']),
    restart: z.boolean(),
  }),
} as const;

/** What a fault does. */
export const effectSchema = z.discriminatedUnion('kind', [
  effects.error,
  effects['read-timeout'],
  effects.reset,
  effects.close,
  effects.truncate,
  effects.malformed,
  effects.html,
  effects['http-status'],
  effects.delay,
  effects.answer,
  effects.statuses,
  effects['notify-first'],
  effects.wait,
  effects.drop,
  effects.duplicate,
  effects['delay-delivery'],
  effects.reorder,
  effects['kill-merchant'],
]);

/**
 * A fault as data: where it bites, how often, and what happens. `times` is 1 when left out, null for
 * ever; `skip` lets so many matches pass first; `probability` (0 to 1) draws from the seed.
 */
export const faultSchema = z.strictObject({
  id: z.string().min(1).optional(),
  where: whereSchema,
  times: z.number().int().min(1).nullable().optional(),
  skip: z.number().int().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
  effect: effectSchema,
});

export type Where = z.infer<typeof whereSchema>;
export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect['kind'];
export type Fault = z.infer<typeof faultSchema>;

/** The names of all effects. */
export const EFFECT_KINDS = Object.keys(effects) as readonly EffectKind[];
