import type {
  AnswerEvent,
  AttemptEvent,
  HistoryEvent,
  ReplyEvent,
  RequestEvent,
  StateEvent,
} from './events.ts';

/** Headers that say nothing about any law: those that hold no masked secret. */
const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});
const SECRET_MARK = '<SECRET>';

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

/**
 * Keeps of each event what the laws and the lines of proof need, so that a million of them fit into memory:
 * repeated texts are kept once, and headers, the sign of a right request, and most of an object go.
 */
export function compactor(): (event: HistoryEvent) => HistoryEvent {
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    if (texts.size < 10_000) texts.set(text, text);
    return text;
  };
  return (event) => {
    switch (event.kind) {
      case 'request':
        return compactRequest(event, once);
      case 'answer':
        return compactAnswer(event);
      case 'state':
        return compactState(event);
      case 'attempt':
        return compactAttempt(event, once);
      case 'reply':
        return compactReply(event, once);
      default:
        return event;
    }
  };
}

type Once = (text: string) => string;

function compactRequest(event: RequestEvent, once: Once): HistoryEvent {
  const { sign } = event;
  return {
    ...event,
    at: event.at,
    realAt: sameText(event.realAt, event.at),
    path: once(event.path),
    remoteAddress: once(event.remoteAddress ?? ''),
    headers: headersOf(event.headers),
    fields: event.fields === null ? null : pick(event.fields, FIELDS),
    sign: sign?.ok === true ? RIGHT : sign,
  };
}

const RIGHT: RequestEvent['sign'] = { ok: true, expectedText: '', sent: null, place: 'body', recipe: null };

const compactAnswer = (event: AnswerEvent): HistoryEvent => ({
  ...event,
  realAt: sameText(event.realAt, event.at),
  headers: NO_HEADERS,
});

function compactState(event: StateEvent): HistoryEvent {
  // A token may stand anywhere in its object, and in that of an invoice it is what the shop was told.
  if (event.object === 'token') return event;
  return { ...event, realAt: sameText(event.realAt, event.at), entity: pick(event.entity, ENTITY) };
}

const compactAttempt = (event: AttemptEvent, once: Once): HistoryEvent => ({
  ...event,
  realAt: sameText(event.realAt, event.at),
  url: once(event.url),
  // Where a crafted one has its sign is read from its headers.
  headers: event.genuine ? NO_HEADERS : event.headers,
});

const compactReply = (event: ReplyEvent, once: Once): HistoryEvent => ({
  ...event,
  realAt: sameText(event.realAt, event.at),
  headers: headersOf(event.headers),
  body: once(event.body),
});

function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const value of Object.values(headers)) if (value.includes(SECRET_MARK)) return { ...headers };
  return NO_HEADERS;
}

const sameText = (text: string, other: string): string => (text === other ? other : text);

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of names) if (from[name] !== undefined) kept[name] = from[name];
  return kept;
}
