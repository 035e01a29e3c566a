import { currencyCode } from '../../protocol/currencies.ts';
import { INVOICE_STATUSES } from '../../protocol/invoice-states.ts';
import { PAYOUT_STATUSES } from '../../protocol/payout-states.ts';
import type { JournalEvent } from '../journal-query.ts';

/** The lists of the console. Each has a row for every exchange, object or notification of the history. */
export const VIEWS = ['exchanges', 'invoices', 'payouts', 'refunds', 'notifications'] as const;
export type View = (typeof VIEWS)[number];

type Members = Readonly<Record<string, unknown>>;

/** One line of a list: what is shown of it, and what it is found by. */
export interface Row {
  readonly view: View;
  readonly key: string;
  /** Number of its first event, by which lists are ordered; undefined while that was not seen. */
  seq?: number | undefined;
  /** Number of the newest event that it says anything of. */
  newest: number;
  /** What it shows, by name. */
  shows: Record<string, unknown>;
  /** Words of events that it is found by, beside what it shows. */
  text: string;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const MEANINGS = { payout: PAYOUT_STATUSES, invoice: INVOICE_STATUSES } as const;

/** `4 payment successful`; a status in words, or of no list, as it is. */
export function statusText(status: unknown, of: 'invoice' | 'payout'): string | undefined {
  const meaning = MEANINGS[of].find((row) => row.status === status)?.meaning;
  return meaning === undefined ? textOf(status) : `${status} ${meaning}`;
}

/** `10.50 RUB`. */
const sum = (amount: unknown, currency: unknown): string | undefined => {
  const number = textOf(amount);
  if (number === undefined) return undefined;
  return textOf(currency) === undefined ? number : `${number} ${currencyCode(Number(currency))}`;
};

function membersOf(text: string | null): Members {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

type Of<K extends JournalEvent['kind']> = Extract<JournalEvent, { kind: K }>;

function requested(event: Of<'request'>): Record<string, unknown> {
  const { fields, sign, method, path, operation, shopId, at } = event;
  const field = (name: string) => textOf(fields?.[name]);
  return {
    at,
    operation: operation ?? `${method} ${path}`,
    shop: shopId ?? undefined,
    order: field('shop_order_id'),
    payment: field('invoice_id'),
    payout: field('withdraw_id') ?? field('shop_payment_id'),
    refund: field('shop_refund_id'),
    amount: sum(fields?.amount, fields?.currency ?? fields?.shop_currency),
    payway: field('payway'),
    sign: sign === null ? 'unseen' : sign.ok ? 'right' : 'wrong',
  };
}

/** What an answer adds; ids that the request had already stay as they are where it has none. */
function answered(event: Of<'answer'>): Record<string, unknown> {
  const { outcome, status: http, errorCode, fault, latencyMs, body } = event;
  const { message, data } = membersOf(body) as { message?: unknown; data?: unknown };
  const status = typeof data === 'object' && data !== null ? Reflect.get(data, 'status') : undefined;
  return {
    outcome,
    http: http ?? undefined,
    code: errorCode ?? undefined,
    message: errorCode ? textOf(message) : undefined,
    status: statusText(status, event.payoutId === undefined ? 'invoice' : 'payout'),
    fault: fault ?? undefined,
    ms: latencyMs,
    order: event.shopOrderId,
    payment: textOf(event.paymentId),
    payout: textOf(event.payoutId) ?? event.shopPaymentId,
    refund: event.shopRefundId,
  };
}

function delivered(event: Of<'attempt'>): Record<string, unknown> {
  const { about, type, status, genuine, label, attempt, at, url } = event;
  return {
    at,
    type,
    order: about.shopOrderId,
    payment: textOf(about.paymentId),
    refund: about.shopRefundId,
    payout: textOf(about.payoutId),
    status: statusText(status, type === 'payout' ? 'payout' : 'invoice'),
    attempts: attempt,
    crafted: genuine ? undefined : (label ?? 'made up'),
    state: 'on its way',
    url,
  };
}

function replied(event: Of<'reply'>): Record<string, unknown> {
  const { accepted, nextAt, outcome, status, body } = event;
  return {
    state: accepted ? 'accepted' : nextAt === null ? 'not accepted' : 'due',
    nextAt: nextAt ?? undefined,
    reply: outcome === 'replied' ? `HTTP ${status} ${body.slice(0, 60)}` : outcome,
  };
}

function changed(object: 'invoice' | 'payout' | 'refund', entity: Members): Record<string, unknown> {
  const { amount, currency, payway, mode, status, created, updated, shopId } = entity;
  return {
    at: updated ?? created,
    shop: textOf(shopId),
    order: textOf(entity.shopOrderId),
    payment: textOf(entity.paymentId),
    payout: textOf(entity.payoutId),
    refund: textOf(entity.shopRefundId),
    id: textOf(entity.shopPaymentId),
    amount: sum(amount, object === 'payout' ? (entity.shopCurrency ?? currency) : currency),
    payway,
    mode: mode === 'hold' ? 'hold' : undefined,
    status: object === 'refund' ? status : statusText(status, object),
    description: entity.description ?? undefined,
  };
}

const defined = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** What one event says about one row. */
export interface Saying {
  readonly view: View;
  readonly key: string;
  readonly shows: Record<string, unknown>;
  readonly text: string;
  /** Whether it is the first of what can be said of the row. */
  readonly begins: boolean;
}

/** The row of an object as the gateway has it, which its events may no longer say. */
export function sayingOf(object: 'invoice' | 'payout' | 'refund', entity: Members): Saying {
  const key = object === 'invoice' ? entity.paymentId : object === 'payout' ? entity.payoutId : undefined;
  const shows = defined(changed(object, entity));
  const id = textOf(key) ?? `${textOf(entity.shopId)}/${textOf(entity.shopRefundId)}`;
  return { view: `${object}s`, key: id, shows, text: '', begins: true };
}

/** What an event says in the lists; undefined for one that says nothing there. */
export function sayingIn(event: JournalEvent): Saying | undefined {
  switch (event.kind) {
    case 'request': {
      const { exchange: key, path, body } = event as Of<'request'>;
      const shows = defined(requested(event as Of<'request'>));
      return { view: 'exchanges', key, shows, text: `${path} ${body}`, begins: true };
    }
    case 'cut-request': {
      const { exchange: key, at, operation, method, path } = event as Of<'cut-request'>;
      const shows = { at, operation: operation ?? `${method} ${path}`, sign: 'unseen', outcome: 'cut' };
      return { view: 'exchanges', key, shows, text: path, begins: true };
    }
    case 'answer': {
      const { exchange: key, body } = event as Of<'answer'>;
      const shows = defined(answered(event as Of<'answer'>));
      return { view: 'exchanges', key, shows, text: body ?? '', begins: false };
    }
    case 'attempt': {
      const { notification: key, body } = event as Of<'attempt'>;
      const shows = defined(delivered(event as Of<'attempt'>));
      return { view: 'notifications', key, shows, text: body, begins: true };
    }
    case 'reply': {
      const { notification: key, body } = event as Of<'reply'>;
      return {
        view: 'notifications',
        key,
        shows: defined(replied(event as Of<'reply'>)),
        text: body,
        begins: false,
      };
    }
    case 'state': {
      const { object, entity } = event as Of<'state'>;
      return object === 'invoice' || object === 'payout' || object === 'refund'
        ? sayingOf(object, entity)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Texts of a row are searched; those of an event that says the same again add nothing, and a long one its beginning. */
const MOST_TEXT = 20_000;

/** Adds what an event says to a row, whichever of them is seen first. */
export function say(row: Row, { shows, text, begins }: Saying, seq: number, newest = seq): void {
  if (begins && (row.seq === undefined || seq < row.seq)) row.seq = seq;
  if (newest >= row.newest) {
    row.shows = { ...row.shows, ...shows };
    if (row.view === 'notifications' && shows.state === 'accepted') delete row.shows.nextAt;
    row.newest = newest;
  } else row.shows = { ...shows, ...row.shows };
  const added = text.toLowerCase();
  if (!row.text.includes(added) && row.text.length < MOST_TEXT) row.text += `\n${added.slice(0, MOST_TEXT)}`;
}

/** The ids under which a history of one object, exchange or notification is asked for. */
export function subjectsOf(event: JournalEvent): string[] {
  const named = event as unknown as Members & { about?: Members; entity?: Members };
  const about = named.about ?? {};
  const entity = event.kind === 'state' ? (named.entity ?? {}) : {};
  const of = (name: string) => textOf(named[name]) ?? textOf(about[name]) ?? textOf(entity[name]);
  const subjects: [string, string | undefined][] = [
    ['exchange', textOf(named.exchange)],
    ['notification', textOf(named.notification)],
    ['invoice', of('paymentId')],
    ['payout', of('payoutId')],
    ['refund', of('shopRefundId')],
  ];
  return subjects.flatMap(([name, id]) => (id === undefined ? [] : [`${name}/${id}`]));
}
