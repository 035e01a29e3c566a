/** What `gatecheck simulate` says as it happens: a line for each exchange, change, notification attempt and reply. */

import { printableLine } from '../history/printable.ts';
import { currencyCode } from '../simulator/protocol/currencies.ts';
import type {
  About,
  AnswerEvent,
  AttemptEvent,
  ReplyEvent,
  RequestEvent,
  StateEvent,
} from '../simulator/protocol/events.ts';
import { bodyWords } from '../simulator/protocol/notifications.ts';
import type { JournalEvent } from '../simulator/server/journal-query.ts';
import { statusWords } from './status-words.ts';

/** `request`: from the merchant; `notification`: to it; `change`: in the gateway. */
export interface Line {
  readonly kind: 'request' | 'notification' | 'change';
  /** The gateway's time, ISO 8601 in UTC. */
  readonly at: string;
  readonly ok: boolean;
  /** One line of plain text, whatever the merchant sent. */
  readonly text: string;
}

const MOST_ATTEMPTS = 25;
const MOST_CHARACTERS = 160;
/** Longer ids are shown by their beginning and their end, which tell them apart. */
const MOST_OF_ID = 40;
/** Requests whose answer never came are forgotten when so many are open. */
const MOST_OPEN = 10_000;

const shorten = (text: string): string =>
  text.length <= MOST_OF_ID ? text : `${text.slice(0, MOST_OF_ID / 2)}…${text.slice(1 - MOST_OF_ID / 2)}`;
const clip = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The sum, the payway and the ids of a request, as it names them. */
function subjectOf({ fields }: RequestEvent): string {
  if (fields === null) return '';
  const { amount, currency, shop_currency: shopCurrency, payway } = fields;
  const ids = ['shop_order_id', 'shop_payment_id', 'shop_refund_id', 'invoice_id', 'withdraw_id'];
  const named = ids.map((id) => textOf(fields[id])).filter((id) => id !== undefined);
  const number = textOf(currency) ?? textOf(shopCurrency);
  const sum = textOf(amount);
  const code = number === undefined ? '' : ` ${currencyCode(Number(number))}`;
  return [
    ...named.map(shorten),
    ...(sum === undefined ? [] : [`${shorten(sum)}${code}`]),
    ...(textOf(payway) === undefined ? [] : [`by ${shorten(String(payway))}`]),
  ].join(' ');
}

/** The data of an answer that the journal has in full. */
function dataOf({ body }: AnswerEvent): Readonly<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(body ?? 'null')?.data;
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {};
  } catch {
    return {};
  }
}

function messageOf({ body }: AnswerEvent): string {
  try {
    return String(JSON.parse(body ?? 'null')?.message ?? '');
  } catch {
    return '';
  }
}

/** What became of a request, and why. */
function outcomeWords(request: RequestEvent, answer: AnswerEvent): string {
  const { outcome, errorCode, status, committed, operation } = answer;
  if (outcome !== 'answered') {
    const done = committed === null ? '' : committed ? ', but carried out' : ', not carried out';
    return `no whole answer (${outcome})${done}`;
  }
  if (request.method === 'PRI')
    return 'HTTP/2 is not spoken here; use HTTP/1.1, or simulate --transport mockttp';
  if (operation === null) return `no operation of the gateway (HTTP ${status})`;
  if (errorCode !== 0) {
    const likely = request.sign?.recipe?.says;
    return `refused with code ${errorCode}: ${messageOf(answer)}${likely === undefined ? '' : `. Likely mistake: ${likely}`}`;
  }
  const { status: shown } = dataOf(answer);
  const of = answer.payoutId === undefined ? 'invoice' : 'payout';
  if (typeof shown === 'number') return statusWords(shown, of);
  if (typeof shown === 'string') return shown;
  return answer.paymentId === undefined ? 'answered' : `accepted as invoice ${answer.paymentId}`;
}

function exchangeLine(request: RequestEvent, answer: AnswerEvent): Omit<Line, 'at'> {
  const name = request.operation ?? `${request.method} ${shorten(request.path)}`;
  const subject = subjectOf(request);
  const fault = answer.fault === null ? '' : ` [fault ${answer.fault}]`;
  const text = `${name}${subject === '' ? '' : ` ${subject}`}: ${outcomeWords(request, answer)}${fault}`;
  return { kind: 'request', ok: answer.outcome === 'answered' && answer.result === true, text };
}

const aboutWords = ({ shopOrderId, shopRefundId, paymentId }: About): string => {
  const id = shopRefundId ?? shopOrderId ?? (paymentId === undefined ? undefined : String(paymentId));
  return id === undefined ? '' : ` about ${shopRefundId === undefined ? '' : 'refund '}${shorten(id)}`;
};

/** The reply of the merchant, or why there is none. */
function replyWords({ outcome, status, headers, body, accepted, nextAt }: ReplyEvent): string {
  const said =
    outcome === 'replied'
      ? `HTTP ${status}${body === '' ? '' : ` ${bodyWords({ headers, body })}`}`
      : `${outcome}${status === null && body !== '' ? ` (${body})` : ''}`;
  const next = nextAt === null ? '' : `; next attempt at ${nextAt.slice(0, 19)}Z`;
  return accepted ? 'OK' : `${clip(said)}, which is not OK${next}`;
}

function notificationLine(attempt: AttemptEvent, reply: ReplyEvent): Omit<Line, 'at'> {
  const status = attempt.status === null ? '' : `, ${statusWords(attempt.status, 'invoice')}`;
  const kind = attempt.genuine
    ? `${attempt.type} notification`
    : `crafted notification (${attempt.label ?? attempt.type})`;
  const nth = attempt.genuine ? `, attempt ${attempt.attempt} of ${MOST_ATTEMPTS}` : '';
  const text = `${kind}${aboutWords(attempt.about)}${status}${nth}, to ${clip(attempt.url)}: ${replyWords(reply)}`;
  return { kind: 'notification', ok: reply.accepted, text };
}

/** A change that no request of the merchant's made, in a sentence; undefined for what the other lines say. */
function changeText(event: StateEvent): string | undefined {
  const { object, id, from, to, cause, entity } = event;
  if (object === 'shop') return `the settings of shop ${id} were changed`;
  if (from === null || cause === 'request' || object === 'balance' || object === 'token') return undefined;
  const name = textOf(entity.shopOrderId) ?? textOf(entity.shopPaymentId);
  return `${object} ${shorten(id)}${name === undefined ? '' : ` (${shorten(name)})`}: ${from} → ${statusWords(to, object)}`;
}

/** Makes lines of a gateway's events, in their order; an event that says nothing to a person makes none. */
export function createLines(): (event: JournalEvent) => Line | undefined {
  const requests = new Map<string, RequestEvent>();
  const attempts = new Map<string, AttemptEvent>();

  /** Takes out what an event was waited for with. */
  function taken<T>(of: Map<string, T>, key: string): T | undefined {
    const value = of.get(key);
    of.delete(key);
    return value;
  }
  function keep<T>(of: Map<string, T>, key: string, value: T): void {
    const [oldest] = of.keys();
    if (of.size >= MOST_OPEN && oldest !== undefined) of.delete(oldest);
    of.set(key, value);
  }
  const change = (text: string | undefined): Omit<Line, 'at'> | undefined =>
    text === undefined ? undefined : { kind: 'change', ok: true, text };

  function lineOf(event: JournalEvent): Omit<Line, 'at'> | undefined {
    switch (event.kind) {
      case 'request':
        keep(requests, event.exchange, event);
        return undefined;
      case 'cut-request': {
        const name = event.operation ?? `${event.method} ${shorten(event.path)}`;
        return { kind: 'request', ok: false, text: `${name}: did not arrive whole, not carried out` };
      }
      case 'answer': {
        const request = taken(requests, event.exchange);
        return request === undefined ? undefined : exchangeLine(request, event);
      }
      case 'attempt':
        keep(attempts, `${event.notification} ${event.attempt}`, event);
        return undefined;
      case 'reply': {
        const attempt = taken(attempts, `${event.notification} ${event.attempt}`);
        return attempt === undefined ? undefined : notificationLine(attempt, event);
      }
      case 'state':
        return change(changeText(event));
      case 'payer':
        return change(`the payer of invoice ${event.paymentId}: ${event.action}`);
      case 'clock':
        return change(`the clock went from ${event.from} to ${event.to}`);
      case 'fault':
        return event.action === 'bit'
          ? undefined
          : change(`fault ${event.fault} (${event.effect}) ${event.action}`);
      default:
        return undefined;
    }
  }

  return (event) => {
    const line = lineOf(event);
    return line === undefined ? undefined : { at: event.at, ...line, text: printableLine(line.text) };
  };
}
