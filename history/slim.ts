import { LIMITS } from '../simulator/protocol/limits.ts';
import type { AnswerEvent, AttemptEvent, HistoryEvent, RequestEvent } from './events.ts';
import { isRecord, jsonOf } from './fields.ts';
import { eventOf } from './read.ts';

/** Gives a line of a history again, for the few events of which somebody wants to see all. */
export interface Lines {
  /**
   * @param at the line's place, as it was said when the line was taken
   * @param bytes its length
   */
  lineAt(at: number, bytes: number): string;
}

/** Lines that are kept in memory, for histories that can be read only once. */
export class KeptLines implements Lines {
  readonly #lines: string[] = [];

  /** @returns the place of the line */
  add(line: string): number {
    return this.#lines.push(line) - 1;
  }

  lineAt(at: number): string {
    return this.#lines[at] ?? '';
  }
}

/** What is long in an event, and seldom looked at: it is read again from the event's line. */
class Rest {
  readonly #lines: Lines;
  readonly #at: number;
  readonly #bytes: number;

  constructor(lines: Lines, at: number, bytes: number) {
    this.#lines = lines;
    this.#at = at;
    this.#bytes = bytes;
  }

  /** The event as it stands in its line. */
  whole(): HistoryEvent {
    return eventOf(jsonOf(this.#lines.lineAt(this.#at, this.#bytes)), 0);
  }

  get headers(): Record<string, string> {
    const event = this.whole();
    return event.kind === 'request' || event.kind === 'answer' || event.kind === 'attempt'
      ? (event.headers ?? {})
      : {};
  }

  get body(): string {
    const { body } = this.whole();
    return typeof body === 'string' ? body : '';
  }
}

/** Whether only a part of an event is in memory: then none of its texts holds a token or the mark of a masked secret. */
export const isSlim = (event: HistoryEvent): boolean => event instanceof Rest;

/** All fields of a request, read again where only the usual ones are in memory: for requests that somebody must see whole. */
export function allFieldsOf(request: RequestEvent): RequestEvent['fields'] {
  const whole = request instanceof Rest ? request.whole() : request;
  return whole.kind === 'request' ? whole.fields : null;
}

/** What the laws read of the object that an answer holds. */
const DATA = ['id', 'payment_id', 'status'] as const;

/** The member `data` of an answer's body: all of it, or of a slim one what most laws read of it. */
export const dataOf = (answer: AnswerEvent): unknown =>
  answer instanceof Rest ? answer.data : dataIn(answer.body);

function dataIn(body: string | null): unknown {
  const answer = jsonOf(body);
  return isRecord(answer) ? answer.data : undefined;
}

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
  'shop_currency',
  'amount_type',
  'payway',
  'account',
  'payer_id',
  'payment_token',
  'issue_payment_token',
  'account_details',
  'now',
  'expires_at',
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

/** Makes an event small: `at` and `bytes` are the place of its line. */
export type Slim = (event: HistoryEvent, lines: Lines, at: number, bytes: number) => HistoryEvent;

/**
 * Keeps of each event what the laws need, so that a million of them fit into memory: bodies and headers, of which only a
 * few are ever shown, are read again from their line, and a text that repeats is kept once. What a law looks for in every
 * text of a history (masked secrets, tokens) is looked for here: an event with such a text is kept whole.
 */
export function slimmer(): Slim {
  const once = recentTexts();
  return (event, lines, at, bytes) => {
    const slim = slimOf(event, new Rest(lines, at, bytes));
    shareTexts(slim, once);
    return slim;
  };
}

function slimOf(event: HistoryEvent, rest: Rest): HistoryEvent {
  switch (event.kind) {
    case 'request':
      return isTelling(event.path, event.query, event.body, event.headers) ? event : slimRequest(event, rest);
    case 'answer':
      return isAboutOne(event) ? slimAnswer(event, rest) : event;
    case 'attempt':
      return isOwnInvoice(event) ? slimAttempt(event, rest) : event;
    case 'state':
      // A token may stand anywhere in its object, and in that of an invoice it is what the shop was told.
      return event.object === 'token' ? event : { ...event, entity: pick(event.entity, ENTITY) };
    case 'reply':
      return isTelling(event.headers) || haveDigest(event.headers)
        ? event
        : { ...event, headers: NO_HEADERS };
    default:
      return event;
  }
}

const NO_HEADERS: Record<string, string> = Object.freeze({});
const RIGHT: RequestEvent['sign'] = { ok: true, expectedText: '', sent: null, place: 'body', recipe: null };

function slimRequest({ headers: _, body: __, ...event }: RequestEvent, rest: Rest): RequestEvent {
  const sign = event.sign?.ok === true ? RIGHT : event.sign;
  return Object.assign(rest, event, { fields: event.fields && fieldsOf(event.fields), sign });
}

function slimAnswer({ headers: _, body, ...event }: AnswerEvent, rest: Rest): AnswerEvent {
  const data = dataIn(body);
  return Object.assign(rest, event, { data: isRecord(data) ? pick(data, DATA) : undefined });
}

const slimAttempt = ({ headers: _, body: __, ...event }: AttemptEvent, rest: Rest): AttemptEvent =>
  Object.assign(rest, event);

/** Operations of whose answers the laws read more than a status. */
const ABOUT_MORE: ReadonlySet<string> = new Set([
  'invoice/create-refund',
  'invoice/get-refunds',
  'check_account',
]);

function isAboutOne({ operation, body, fault }: AnswerEvent): boolean {
  // What a fault has changed may contradict what the merchant has stored.
  if (operation === 'invoice/check' && fault !== null) return false;
  return !(operation !== null && ABOUT_MORE.has(operation)) && body !== null && !isTelling(body);
}

/** What is about anything else, or crafted, is judged by its body. */
const isOwnInvoice = ({ genuine, verdict, label, type, body }: AttemptEvent): boolean =>
  genuine && verdict === undefined && label === null && type.startsWith('invoice') && !isTelling(body);

/** What masking puts in the place of a secret, and of a token. */
const TELLING = /<SECRET>|tok~/;

/** Whether a law that searches all texts has to see these: they hold a token or the mark of a masked secret. */
const isTelling = (...texts: (string | null | undefined | Readonly<Record<string, string>>)[]): boolean =>
  texts.some((text) =>
    typeof text === 'string' ? TELLING.test(text) : TELLING.test(Object.entries(text ?? {}).join('\n')),
  );

const DIGEST = /[0-9a-f]{64}/i;

/** Whether a header of a reply may tell the digest of a notification. */
const haveDigest = (headers: Readonly<Record<string, string>>): boolean =>
  Object.values(headers).some((text) => DIGEST.test(text));

function fieldsOf(from: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = pick(from, FIELDS);
  // Of a description the laws ask no more than whether it may be too long, where nobody knows the order's.
  const { description } = from;
  if (typeof description === 'string' && description.length > LIMITS.descriptionLength) {
    kept.description = description;
  }
  return kept;
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of names) if (from[name] !== undefined) kept[name] = from[name];
  return kept;
}

type Once = (text: string) => string;

/** Keeps the texts of an object, and of those in it, that others have, too, once. */
function shareTexts(of: Record<string, unknown>, once: Once): void {
  for (const name in of) {
    if (!Object.hasOwn(of, name)) continue;
    const value = of[name];
    if (typeof value === 'string') of[name] = once(value);
    else if (isRecord(value) && !Object.isFrozen(value)) shareTexts(value, once);
  }
}

const RECENT = 4_000;

/** Gives for equal texts that come soon after each other one and the same: the ids of one object. */
function recentTexts(): Once {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    if (young.size === RECENT) {
      old = young;
      young = new Map();
    }
    const kept = old.get(text) ?? text;
    young.set(kept, kept);
    return kept;
  };
}
