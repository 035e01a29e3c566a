import { z } from 'zod';
import {
  type AnswerEvent as AnswerBody,
  type AttemptEvent as AttemptBody,
  type ClockEvent as ClockBody,
  type EventStamp,
  eventBodySchema,
  eventStampSchema,
  type FaultEvent as FaultBody,
  type PayerEvent as PayerBody,
  type ReplyEvent as ReplyBody,
  type RequestEvent as RequestBody,
  type RunEvent as RunBody,
  type StateEvent as StateBody,
} from '../simulator/protocol/events.ts';

export { type About, type EventStamp, HISTORY_SCHEMA } from '../simulator/protocol/events.ts';

/** The merchant's process was started, became ready, was killed, or ended by itself. */
export const merchantEvent = z.looseObject({
  kind: z.literal('merchant'),
  action: z.enum(['start', 'ready', 'kill', 'exit']),
  detail: z.unknown().optional(),
});

/** The driver asked the merchant something over the test interface. `name` is the driver's method. */
export const callEvent = z.looseObject({
  kind: z.literal('call'),
  call: z.string(),
  name: z.string(),
  input: z.unknown(),
});

/**
 * What came of a call. `value` is the object of the test interface (snake_case), or an array of them.
 * `unknown` is a timeout, a close, a 5xx or an answer that could not be read: neither done nor refused.
 */
export const outcomeEvent = z.looseObject({
  kind: z.literal('outcome'),
  call: z.string(),
  status: z.enum(['ok', 'refused', 'unknown']),
  value: z.unknown().optional(),
  error: z.unknown().optional(),
  latencyMs: z.number().optional(),
});

/** A check began or ended. */
export const checkEvent = z.looseObject({
  kind: z.literal('check'),
  id: z.string(),
  phase: z.enum(['start', 'end']),
  outcome: z.string().optional(),
});

/** What the suite adds to the gateway's journal. */
export const suiteEventSchema = z.discriminatedUnion('kind', [
  merchantEvent,
  callEvent,
  outcomeEvent,
  checkEvent,
]);

/** One schema for each kind of line. */
export const historyOptions = [...eventBodySchema.options, ...suiteEventSchema.options] as const;

/** The kinds of lines that a history has. */
export const HISTORY_KINDS: readonly string[] = historyOptions.map((option) => option.shape.kind.value);

const SUITE_KINDS = new Set<string>(suiteEventSchema.options.map((option) => option.shape.kind.value));

/** The schema that a line of this kind must fit. */
export function bodySchemaOf(kind: string): typeof eventBodySchema | typeof suiteEventSchema {
  return SUITE_KINDS.has(kind) ? suiteEventSchema : eventBodySchema;
}

export { eventStampSchema };

export type RunEvent = EventStamp & RunBody;
export type RequestEvent = EventStamp & RequestBody;
export type AnswerEvent = EventStamp & AnswerBody;
export type StateEvent = EventStamp & StateBody;
export type AttemptEvent = EventStamp & AttemptBody;
export type ReplyEvent = EventStamp & ReplyBody;
export type PayerEvent = EventStamp & PayerBody;
export type ClockEvent = EventStamp & ClockBody;
export type FaultEvent = EventStamp & FaultBody;
export type MerchantEvent = EventStamp & z.infer<typeof merchantEvent>;
export type CallEvent = EventStamp & z.infer<typeof callEvent>;
export type OutcomeEvent = EventStamp & z.infer<typeof outcomeEvent>;
export type CheckEvent = EventStamp & z.infer<typeof checkEvent>;

/** One line of a history: what the gateway saw and did, and what the suite asked and saw. */
export type HistoryEvent =
  | RunEvent
  | RequestEvent
  | AnswerEvent
  | StateEvent
  | AttemptEvent
  | ReplyEvent
  | PayerEvent
  | ClockEvent
  | FaultEvent
  | MerchantEvent
  | CallEvent
  | OutcomeEvent
  | CheckEvent;
