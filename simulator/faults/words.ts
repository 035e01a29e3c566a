/** What each fault does, in one line, with an example for a file of `simulate --faults`. */
import type { Effect, Fault } from './fault.ts';

type Kind = Effect['kind'];

interface FaultWords {
  text: string;
  example: Extract<Effect, { kind: Kind }>;
  /** Deliveries are notifications, operations are calls of the merchant. */
  bites: 'operation' | 'delivery' | 'both';
}

const words: {
  readonly [K in Kind]: Omit<FaultWords, 'example'> & { example: Extract<Effect, { kind: K }> };
} = {
  error: operation(
    'answers an error instead of carrying the operation out; with committed it is carried out, and the result follows by notification or status question (code 8, operation is processing)',
    { kind: 'error', code: 8, committed: true },
  ),
  'read-timeout': operation('never answers; the operation is carried out (committed) or not', {
    kind: 'read-timeout',
    committed: true,
  }),
  reset: operation('resets the connection', { kind: 'reset', committed: true }),
  close: operation('closes the connection without an answer', { kind: 'close', committed: false }),
  truncate: operation('sends half of the answer, then closes', { kind: 'truncate', committed: true }),
  malformed: operation('answers a body that is not valid JSON', { kind: 'malformed', committed: true }),
  html: operation('answers the HTML page of a proxy', { kind: 'html', status: 502, committed: false }),
  'http-status': operation('answers another HTTP status', {
    kind: 'http-status',
    status: 500,
    committed: true,
  }),
  delay: operation('answers later, in real milliseconds', { kind: 'delay', delayMs: 1500 }),
  answer: operation('changes the answer: sets and removes values, shuffles, adds unknown fields', {
    kind: 'answer',
    set: { 'data.status': 2 },
    unknownFields: true,
  }),
  statuses: operation('lets the object take these statuses, one per status call', {
    kind: 'statuses',
    sequence: [1, 9, 5],
  }),
  'notify-first': operation('notifies, and waits for the reply, before it answers', {
    kind: 'notify-first',
    status: 4,
  }),
  wait: operation('holds the answer until the fault is released', { kind: 'wait' }),
  drop: delivery('loses the notification attempt on its way', { kind: 'drop' }),
  duplicate: delivery('sends the notification attempt again', {
    kind: 'duplicate',
    times: 1,
    parallel: true,
  }),
  'delay-delivery': delivery('sends the notification attempt later', {
    kind: 'delay-delivery',
    delayMs: 60_000,
  }),
  reorder: delivery('sends the notification attempt after the next one', { kind: 'reorder' }),
  'kill-merchant': {
    text: 'kills the process of the merchant at this point, and starts it again',
    example: { kind: 'kill-merchant', when: 'after-answer', restart: true },
    bites: 'both',
  },
};

/** Every fault with an example. */
export function faultList(): { id: Kind; text: string; bites: FaultWords['bites']; example: Fault }[] {
  return Object.entries(words).map(([id, { text, bites, example }]) => ({
    id: id as Kind,
    text,
    bites,
    example: { where: where(bites), effect: example },
  }));
}

function where(bites: FaultWords['bites']): Fault['where'] {
  return bites === 'delivery' ? { notification: { type: 'invoice' } } : { operation: 'withdraw/create' };
}

function operation<E extends Effect>(text: string, example: E) {
  return { text, example, bites: 'operation' as const };
}

function delivery<E extends Effect>(text: string, example: E) {
  return { text, example, bites: 'delivery' as const };
}
