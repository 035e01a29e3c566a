import { z } from 'zod';
import {
  type Event,
  type EventStamp,
  eventBodySchema,
  eventStampSchema,
  tempoSchema,
} from '../simulator/protocol/events.ts';

export { type About, type EventStamp, HISTORY_SCHEMA } from '../simulator/protocol/events.ts';
export { unmistakable } from '../simulator/protocol/weak-secret.ts';

/** The merchant's process was started, became ready, was killed, or ended by itself. */
const merchantEvent = z.looseObject({
  kind: z.literal('merchant'),
  action: z.enum(['start', 'ready', 'kill', 'exit']),
  detail: z.unknown().optional(),
});

/** The driver asked the merchant something over the test interface. `name` is the driver's method. */
const callEvent = z.looseObject({
  kind: z.literal('call'),
  call: z.string(),
  name: z.string(),
  input: z.unknown(),
});

/**
 * What came of a call. `value` is the object of the test interface (snake_case), or an array of them.
 * `unknown` is a timeout, a close, a 5xx or an answer that could not be read: neither done nor refused.
 */
const outcomeEvent = z.looseObject({
  kind: z.literal('outcome'),
  call: z.string(),
  status: z.enum(['ok', 'refused', 'unknown']),
  value: z.unknown().optional(),
  error: z.unknown().optional(),
  latencyMs: z.number().optional(),
});

/** The id of what is tried before the checks. */
export const PREFLIGHT = 'preflight';

/** A check began or ended. */
const checkEvent = z.looseObject({
  kind: z.literal('check'),
  id: z.string(),
  phase: z.enum(['start', 'end']),
  outcome: z.string().optional(),
  /** What the preflight found otherwise than the run says: from here on it holds. */
  found: z.object({ readings: z.record(z.string(), z.string()), tempo: tempoSchema.partial() }).optional(),
});

/** What the run is about, as it was known when its checks began: see `notedInfoSchema`. */
const runInfoEvent = z.looseObject({ kind: z.literal('run-info'), info: z.unknown() });

/** What a check came to, after all of its attempts: see `checkRecordSchema`. */
const checkRecordEvent = z.looseObject({ kind: z.literal('check-record'), record: z.unknown() });

/** What went wrong outside of any check, in the words of the result: see `problemSchema` of the reports. */
const runProblemEvent = z.looseObject({ kind: z.literal('run-problem'), problem: z.unknown() });

/** What the suite adds to the gateway's journal. */
const suiteEventSchema = z.discriminatedUnion('kind', [
  merchantEvent,
  callEvent,
  outcomeEvent,
  checkEvent,
  runInfoEvent,
  checkRecordEvent,
  runProblemEvent,
]);

/** The schema of each kind of line that a history has. */
export const HISTORY_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  [...eventBodySchema.options, ...suiteEventSchema.options].map((option) => [
    option.shape.kind.value,
    option,
  ]),
);

export { eventStampSchema };

/** One line of a history: what the gateway saw and did, and what the suite asked and saw. */
export type HistoryEvent = Event | (EventStamp & z.infer<typeof suiteEventSchema>);

type Of<K extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: K }>;
export type RequestEvent = Of<'request'>;
export type AnswerEvent = Of<'answer'>;
export type StateEvent = Of<'state'>;
export type AttemptEvent = Of<'attempt'>;
export type ReplyEvent = Of<'reply'>;
export type MerchantEvent = Of<'merchant'>;
export type CallEvent = Of<'call'>;
export type OutcomeEvent = Of<'outcome'>;
