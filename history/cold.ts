import type { AnswerEvent, AttemptEvent, HistoryEvent, RequestEvent } from './events.ts';
import { skim } from './skim.ts';
import { fieldText, isRecord, jsonOf } from './view/statuses.ts';

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

/** Where the rest of an event is. */
class Rest {
  readonly #lines: Lines;
  readonly #at: number;
  readonly #bytes: number;

  constructor(lines: Lines, at: number, bytes: number) {
    this.#lines = lines;
    this.#at = at;
    this.#bytes = bytes;
  }

  protected all<E extends HistoryEvent>(): E {
    return JSON.parse(this.#lines.lineAt(this.#at, this.#bytes)) as E;
  }
}

/** Whether an event was compacted: then none of its texts holds a token or the mark of a masked secret. */
export const isCold = (event: HistoryEvent): boolean => event instanceof Rest;

const NO_PROBLEMS: string[] = [];

/** A request of which only what the laws read is in memory. */
export class ColdRequest extends Rest implements RequestEvent {
  [name: string]: unknown;
  readonly seq: number;
  readonly at: string;
  readonly realAt: string;
  readonly exchange: string;
  readonly base: RequestEvent['base'];
  readonly path: string;
  readonly operation: RequestEvent['operation'];
  readonly shopId: string | null;
  readonly fields: RequestEvent['fields'];
  readonly sign: RequestEvent['sign'];
  readonly problems: string[];

  constructor(event: RequestEvent, lines: Lines, at: number, bytes: number) {
    super(lines, at, bytes);
    this.seq = event.seq;
    this.at = event.at;
    this.realAt = event.realAt;
    this.exchange = event.exchange;
    this.base = event.base;
    this.path = event.path;
    this.operation = event.operation;
    this.shopId = event.shopId;
    this.fields = event.fields;
    this.sign = event.sign;
    this.problems = event.problems.length === 0 ? NO_PROBLEMS : event.problems;
  }

  get kind(): 'request' {
    return 'request';
  }

  get method(): string {
    return this.all<RequestEvent>().method;
  }

  get query(): string {
    return this.all<RequestEvent>().query ?? '';
  }

  get headers(): Record<string, string> {
    return this.all<RequestEvent>().headers;
  }

  get body(): string {
    return this.all<RequestEvent>().body;
  }

  get bytes(): number {
    return this.all<RequestEvent>().bytes;
  }
}

/** What the laws read of the object that an answer holds. */
const DATA = ['id', 'payment_id', 'status'] as const;

/** An answer about one object of which only what the laws read is in memory. */
export class ColdAnswer extends Rest implements AnswerEvent {
  [name: string]: unknown;
  readonly seq: number;
  readonly at: string;
  readonly realAt: string;
  readonly exchange: string;
  readonly operation: AnswerEvent['operation'];
  readonly outcome: AnswerEvent['outcome'];
  readonly status: number | null;
  readonly result: boolean | null;
  readonly errorCode: number | null;
  readonly committed: boolean;
  readonly paymentId: number | undefined;
  readonly shopOrderId: string | undefined;
  readonly payoutId: number | undefined;
  readonly shopPaymentId: string | undefined;
  readonly ended: AnswerEvent['ended'];
  readonly latencyMs: number;
  readonly fault: string | null;
  /** Of the answer's `data`, what {@link dataOf} gives. */
  readonly data: unknown;

  constructor(event: AnswerEvent, lines: Lines, at: number, bytes: number) {
    super(lines, at, bytes);
    this.seq = event.seq;
    this.at = event.at;
    this.realAt = event.realAt;
    this.exchange = event.exchange;
    this.operation = event.operation;
    this.outcome = event.outcome;
    this.status = event.status;
    this.result = event.result;
    this.errorCode = event.errorCode;
    this.committed = event.committed;
    this.paymentId = event.paymentId;
    this.shopOrderId = event.shopOrderId;
    this.payoutId = event.payoutId;
    this.shopPaymentId = event.shopPaymentId;
    this.ended = event.ended;
    this.latencyMs = event.latencyMs;
    this.fault = event.fault;
    this.data = scalarsOf(event);
  }

  get kind(): 'answer' {
    return 'answer';
  }

  get shopId(): string | null | undefined {
    return this.all<AnswerEvent>().shopId;
  }

  get shopRefundId(): string | undefined {
    return this.all<AnswerEvent>().shopRefundId;
  }

  get headers(): Record<string, string> {
    return this.all<AnswerEvent>().headers;
  }

  get body(): string | null {
    return this.all<AnswerEvent>().body;
  }
}

const NO_DATA: Readonly<Record<string, string>> = Object.freeze({});
const MOST_STATUSES = 100;
/** Answers that say nothing but a status share it. */
const statuses = new Map<string, Readonly<Record<string, string>>>();

function statusAlone(status: string): Readonly<Record<string, string>> {
  const known = statuses.get(status);
  if (known !== undefined) return known;
  const made = Object.freeze({ status });
  if (statuses.size < MOST_STATUSES) statuses.set(status, made);
  return made;
}

function scalarsOf(event: AnswerEvent): Readonly<Record<string, string>> | undefined {
  const { body } = event;
  // Where the answer itself names its object, nobody asks its data for the id.
  const named =
    (event.operation?.startsWith('withdraw/') === true ? event.payoutId : event.paymentId) !== undefined;
  if (body === null || (named && !mentions(body, 'status'))) return NO_DATA;
  const found = skim(body, 'data', DATA);
  if (found === null) return undefined;
  const data = found === undefined ? parsedData(event) : undefined;
  const texts: Record<string, string> = {};
  for (const name of DATA) {
    if (named && name !== 'status') continue;
    const text = found === undefined ? fieldText(data, name) : literalText(found[name]);
    if (text !== undefined) texts[name] = text;
  }
  const { status } = texts;
  return named && status !== undefined ? statusAlone(status) : texts;
}

/** Whether a JSON text may hold a member of this name, be it written with escapes. */
const mentions = (text: string, name: string): boolean =>
  text.includes(`"${name}"`) || text.includes(UNICODE_ESCAPE);

const UNICODE_ESCAPE = '\\u';
const PLAIN_STRING = /^"[^"\\]*"$/;
const PLAIN_INTEGER = /^[1-9]\d{0,14}$/;

/** The text of a scalar, as {@link fieldText} gives it, by the JSON literal that stands for it. */
function literalText(literal: string | undefined): string | undefined {
  if (literal === undefined) return undefined;
  if (PLAIN_STRING.test(literal)) return literal.slice(1, -1);
  if (PLAIN_INTEGER.test(literal)) return literal;
  return fieldText({ value: JSON.parse(literal) }, 'value');
}

function parsedData(answer: AnswerEvent): unknown {
  const body = jsonOf(answer.body);
  return isRecord(body) ? body.data : undefined;
}

/**
 * The member `data` of an answer's body: all of it, or of a cold one `status`, and `id` and `payment_id` where
 * the answer does not name its object otherwise, as texts.
 */
export const dataOf = (answer: AnswerEvent): unknown =>
  answer instanceof ColdAnswer ? answer.data : parsedData(answer);

/** One attempt of the gateway's own notification about an invoice. */
export class ColdAttempt extends Rest implements AttemptEvent {
  [name: string]: unknown;
  readonly seq: number;
  readonly at: string;
  readonly realAt: string;
  readonly notification: string;
  readonly attempt: number;
  readonly type: string;
  readonly about: AttemptEvent['about'];
  readonly status: AttemptEvent['status'];
  readonly url: string;

  constructor(event: AttemptEvent, lines: Lines, at: number, bytes: number) {
    super(lines, at, bytes);
    this.seq = event.seq;
    this.at = event.at;
    this.realAt = event.realAt;
    this.notification = event.notification;
    this.attempt = event.attempt;
    this.type = event.type;
    this.about = event.about;
    this.status = event.status;
    this.url = event.url;
  }

  get kind(): 'attempt' {
    return 'attempt';
  }

  get genuine(): true {
    return true;
  }

  get label(): null {
    return null;
  }

  get method(): string {
    return this.all<AttemptEvent>().method;
  }

  get from(): string {
    return this.all<AttemptEvent>().from;
  }

  get headers(): Record<string, string> {
    return this.all<AttemptEvent>().headers;
  }

  get body(): string {
    return this.all<AttemptEvent>().body;
  }
}
