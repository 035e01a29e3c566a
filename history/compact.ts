import { LIMITS } from '../simulator/protocol/limits.ts';
import { ColdAnswer, ColdAttempt, ColdRequest, type Lines, sameOfFile } from './cold.ts';
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

/** Those of them, and of the next, whose texts repeat all over a history. */
const SHARED = new Set([
  'shop_id',
  'currency',
  'shop_currency',
  'amount_type',
  'amount',
  'payway',
  'mode',
  'shopCurrency',
  'base',
]);

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
 * is kept whole. An audit of 100,000 events kept whole takes 256 MB instead of 159, and no library keeps objects of
 * which a part is read again: hence the classes of cold.ts.
 */
export function compactor(): Compact {
  const once = keeper();
  const misfits = misfitsKeeper();
  const same = sameOfFile();
  const ids: Ids = {
    exchange: recentKeeper(),
    shop: recentKeeper(),
    gateway: recentKeeper(),
    notification: recentKeeper(),
  };
  let lastAt = '';
  let lastRealAt = '';
  return (event, lines, at, bytes) => {
    // The events of one moment share its text.
    if (event.at === lastAt) event.at = lastAt;
    else lastAt = event.at;
    if (event.realAt === event.at) event.realAt = event.at;
    else if (event.realAt === lastRealAt) event.realAt = lastRealAt;
    else lastRealAt = event.realAt;
    switch (event.kind) {
      case 'request':
        return isTelling(event.path) ||
          isTelling(event.query) ||
          isTelling(event.body) ||
          haveTelling(event.headers)
          ? event
          : new ColdRequest(smallRequest(event, once, ids, misfits), same, lines, at, bytes);
      case 'answer':
        return isAboutOne(event)
          ? new ColdAnswer(smallAnswer(event, once, ids), same, lines, at, bytes)
          : event;
      case 'state':
        return smallState(event, once, ids);
      case 'attempt':
        return isOwnInvoice(event)
          ? new ColdAttempt(smallAttempt(event, once, ids), lines, at, bytes)
          : event;
      case 'reply':
        return smallReply(event, once, ids);
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

/** Keepers of ids: those of one object come soon after each other, and one kind after the other. */
interface Ids {
  readonly exchange: Once;
  /** What the shop calls its orders, payouts and refunds. */
  readonly shop: Once;
  /** What the gateway calls them. */
  readonly gateway: Once;
  readonly notification: Once;
}

const RECENT = 4_000;

/** Gives for equal texts that come soon after each other one and the same: the ids of one object. */
function recentKeeper(): Once {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  let last = '';
  return (text) => {
    if (text === last) return last;
    const known = young.get(text) ?? old.get(text);
    last = known ?? text;
    if (known !== undefined) return known;
    if (young.size === RECENT) {
      old = young;
      young = new Map();
    }
    young.set(text, text);
    return text;
  };
}

type Misfits = RequestEvent['misfits'];
type KeepMisfits = (misfits: Misfits) => Misfits;
const MOST_MISFITS = 1_000;

/** Gives for equal lists of misfits one and the same: a merchant makes the same mistake in every request. */
function misfitsKeeper(): KeepMisfits {
  const none: NonNullable<Misfits> = [];
  const lists = new Map<string, Misfits>();
  return (misfits) => {
    if (misfits === undefined) return undefined;
    if (misfits.length === 0) return none;
    const key = JSON.stringify(misfits);
    const known = lists.get(key);
    if (known === undefined && lists.size < MOST_MISFITS) lists.set(key, misfits);
    return known ?? misfits;
  };
}

const RIGHT: RequestEvent['sign'] = { ok: true, expectedText: '', sent: null, place: 'body', recipe: null };

function smallRequest(event: RequestEvent, once: Once, ids: Ids, misfits: KeepMisfits): RequestEvent {
  event.exchange = ids.exchange(event.exchange);
  event.path = once(event.path);
  event.operation = operationOnce(event.operation, once);
  event.shopId = event.shopId === null ? null : once(event.shopId);
  event.fields = event.fields === null ? null : fieldsOf(event.fields, once, ids);
  event.problems = event.problems.map(once);
  event.misfits = misfits(event.misfits);
  if (event.sign?.ok === true) event.sign = RIGHT;
  return event;
}

const operationOnce = <T extends string>(operation: T | null, once: Once): T | null =>
  operation === null ? null : (once(operation) as T);

/** Operations of whose answers the laws read more than a status. */
const ABOUT_MORE: ReadonlySet<string> = new Set([
  'invoice/create-refund',
  'invoice/get-refunds',
  'check_account',
]);

function isAboutOne({ operation, body, fault }: AnswerEvent): boolean {
  // What a fault has changed may contradict what the merchant has stored.
  if (operation === 'invoice/check' && fault !== null) return false;
  if (operation !== null && ABOUT_MORE.has(operation)) return false;
  return !isTelling(body);
}

function smallAnswer(event: AnswerEvent, once: Once, ids: Ids): AnswerEvent {
  event.exchange = ids.exchange(event.exchange);
  if (event.shopOrderId !== undefined) event.shopOrderId = ids.shop(event.shopOrderId);
  if (event.shopPaymentId !== undefined) event.shopPaymentId = ids.shop(event.shopPaymentId);
  event.operation = operationOnce(event.operation, once);
  return event;
}

function smallState(event: StateEvent, once: Once, ids: Ids): HistoryEvent {
  // A token may stand anywhere in its object, and in that of an invoice it is what the shop was told.
  if (event.object === 'token') return event;
  const { seq, at, realAt, kind, object, id, from, to, cause, entity } = event;
  return {
    seq,
    at,
    realAt,
    kind,
    object,
    id: ids.gateway(id),
    shopId: once(event.shopId),
    from,
    to,
    cause: once(cause) as StateEvent['cause'],
    entity: sharing(pick(entity, ENTITY), once, ids),
  };
}

/** What is about anything else, or crafted, is judged by its body. */
const isOwnInvoice = ({ genuine, verdict, label, type, body }: AttemptEvent): boolean =>
  genuine && verdict === undefined && label === null && type.startsWith('invoice') && !isTelling(body);

function smallAttempt(event: AttemptEvent, once: Once, ids: Ids): AttemptEvent {
  const { about } = event;
  event.notification = ids.notification(event.notification);
  if (about.shopOrderId !== undefined) about.shopOrderId = ids.shop(about.shopOrderId);
  event.url = once(event.url);
  return event;
}

function smallReply(event: ReplyEvent, once: Once, ids: Ids): HistoryEvent {
  if (haveTelling(event.headers) || haveDigest(event.headers)) return event;
  const { seq, at, realAt, kind, notification, attempt, outcome, status } = event;
  const { bytes, accepted, latencyMs, nextAt } = event;
  return {
    seq,
    at,
    realAt,
    kind,
    notification: ids.notification(notification),
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

/** Whether a header of a reply may tell the digest of a notification. */
function haveDigest(headers: Readonly<Record<string, string>>): boolean {
  for (const name in headers) if (DIGEST.test(headers[name] ?? '')) return true;
  return false;
}

const DIGEST = /[0-9a-f]{64}/i;

function fieldsOf(from: Readonly<Record<string, unknown>>, once: Once, ids: Ids): Record<string, unknown> {
  const kept = pick(from, FIELDS);
  // Of a description the laws ask no more than whether it may be too long, where nobody knows the order's.
  const { description } = from;
  if (typeof description === 'string' && description.length > LIMITS.descriptionLength) {
    kept.description = description;
  }
  return sharing(kept, once, ids);
}

/** Keeps the texts of an object that others have, too, once: for ever, or as long as its ids come up. */
function sharing(kept: Record<string, unknown>, once: Once, ids: Ids): Record<string, unknown> {
  for (const name in kept) {
    const text = kept[name];
    if (typeof text === 'string') kept[name] = SHARED.has(name) ? once(text) : ids.shop(text);
  }
  return kept;
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name of names) if (from[name] !== undefined) kept[name] = from[name];
  return kept;
}
