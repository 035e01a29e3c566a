import { ColdAnswer, ColdAttempt, ColdRequest, type Lines } from './cold.ts';
import type {
  AnswerEvent,
  AttemptEvent,
  HistoryEvent,
  ReplyEvent,
  RequestEvent,
  StateEvent,
} from './events.ts';

const NO_HEADERS: Record<string, string> = Object.freeze({});
/** What masking puts in the place of a secret. */
const SECRET_MARK = '<SECRET>';
const TOKEN_MARK = 'tok~';

/** What the laws read of a request's fields. */
const FIELDS = [
  'shop_id',
  'shop_order_id',
  'invoice_id',
  'shop_payment_id',
  'withdraw_id',
  'shop_refund_id',
  'amount',
  'currency',
  'account',
  'payer_id',
  'payment_token',
] as const;

/** Those of them whose texts repeat. */
const SHARED_FIELDS = ['shop_id', 'currency', 'amount'] as const;

/** What the laws read of the object that a change of state is about. */
const ENTITY = [
  'shopOrderId',
  'paymentId',
  'amount',
  'currency',
  'mode',
  'shopRefundId',
  'shopPaymentId',
  'shopCurrency',
  'shopWriteOff',
  'available',
  'frozen',
  'hold',
  'base',
] as const;

/** Makes an event small: `at` and `bytes` are the place of its line. */
export type Compact = (event: HistoryEvent, lines: Lines, at: number, bytes: number) => HistoryEvent;

/**
 * Keeps of each event what the laws need, so that a million of them fit into memory: repeated texts are kept
 * once, and bodies and headers, of which only a few are ever shown, are read again from their line. What a law
 * looks for in every text of a history (masked secrets, tokens) is looked for here: an event with such a text
 * is kept whole.
 */
export function compactor(): Compact {
  const once = keeper();
  let lastAt = '';
  return (event, lines, at, bytes) => {
    // The events of one moment share its text.
    if (event.at === lastAt) event.at = lastAt;
    else lastAt = event.at;
    if (event.realAt === event.at) event.realAt = event.at;
    switch (event.kind) {
      case 'request':
        return isTelling(event.path) ||
          isTelling(event.query) ||
          isTelling(event.body) ||
          haveTelling(event.headers)
          ? event
          : new ColdRequest(smallRequest(event, once), lines, at, bytes);
      case 'answer':
        return isAboutOne(event) ? new ColdAnswer(smallAnswer(event, once), lines, at, bytes) : event;
      case 'state':
        return smallState(event, once);
      case 'attempt':
        return isOwnInvoice(event) ? new ColdAttempt(smallAttempt(event, once), lines, at, bytes) : event;
      case 'reply':
        return smallReply(event, once);
      default:
        return event;
    }
  };
}

type Once = (text: string) => string;

/** Gives for equal texts one and the same. */
function keeper(): Once {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    if (texts.size < 10_000) texts.set(text, text);
    return text;
  };
}

const RIGHT: RequestEvent['sign'] = { ok: true, expectedText: '', sent: null, place: 'body', recipe: null };

function smallRequest(event: RequestEvent, once: Once): RequestEvent {
  event.path = once(event.path);
  event.operation = operationOnce(event.operation, once);
  event.shopId = event.shopId === null ? null : once(event.shopId);
  event.fields = event.fields === null ? null : fieldsOf(event.fields, once);
  if (event.sign?.ok === true) event.sign = RIGHT;
  return event;
}

const operationOnce = <T extends string>(operation: T | null, once: Once): T | null =>
  operation === null ? null : (once(operation) as T);

/** Lists of refunds are read in full. */
function isAboutOne({ operation, body }: AnswerEvent): boolean {
  if (operation === 'invoice/create-refund' || operation === 'invoice/get-refunds') return false;
  return !isTelling(body);
}

function smallAnswer(event: AnswerEvent, once: Once): AnswerEvent {
  event.operation = operationOnce(event.operation, once);
  return event;
}

function smallState(event: StateEvent, once: Once): HistoryEvent {
  // A token may stand anywhere in its object, and in that of an invoice it is what the shop was told.
  if (event.object === 'token') return event;
  const { seq, at, realAt, kind, object, id, from, to, cause, entity } = event;
  return {
    seq,
    at,
    realAt,
    kind,
    object,
    id,
    shopId: once(event.shopId),
    from,
    to,
    cause: once(cause) as StateEvent['cause'],
    entity: pick(entity, ENTITY),
  };
}

/** What is about anything else, or crafted, is judged by its body. */
const isOwnInvoice = ({ genuine, label, type, body }: AttemptEvent): boolean =>
  genuine && label === null && type.startsWith('invoice') && !isTelling(body);

function smallAttempt(event: AttemptEvent, once: Once): AttemptEvent {
  event.url = once(event.url);
  return event;
}

function smallReply(event: ReplyEvent, once: Once): HistoryEvent {
  if (haveTelling(event.headers)) return event;
  const { seq, at, realAt, kind, notification, attempt, outcome, status } = event;
  const { bytes, accepted, latencyMs, nextAt } = event;
  return {
    seq,
    at,
    realAt,
    kind,
    notification,
    attempt,
    outcome,
    status,
    headers: NO_HEADERS,
    body: once(event.body),
    bytes,
    accepted,
    latencyMs,
    nextAt,
  };
}

/** Whether a law that searches all texts has to see this one: it holds a token or the mark of a masked secret. */
const isTelling = (text: string | null | undefined): boolean =>
  typeof text === 'string' && (text.includes(SECRET_MARK) || text.includes(TOKEN_MARK));

function haveTelling(headers: Readonly<Record<string, string>>): boolean {
  for (const name in headers) if (isTelling(name) || isTelling(headers[name])) return true;
  return false;
}

function fieldsOf(from: Readonly<Record<string, unknown>>, once: Once): Record<string, unknown> {
  const kept = pick(from, FIELDS);
  for (const name of SHARED_FIELDS) {
    const text = kept[name];
    if (typeof text === 'string') kept[name] = once(text);
  }
  return kept;
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of names) if (from[name] !== undefined) kept[name] = from[name];
  return kept;
}
