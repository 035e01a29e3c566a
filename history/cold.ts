import { type Alike, alike } from './alike.ts';
import type { AnswerEvent, AttemptEvent, HistoryEvent, RequestEvent } from './events.ts';
import { fieldText, isRecord, jsonOf } from './fields.ts';
import { skim } from './skim.ts';

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

/** Keeps what many events of one file have in common once. */
export interface Same {
  readonly asked: Alike<Asked>;
  readonly said: Alike<Said>;
  /** Lists of one problem. */
  readonly problem: Alike<string[]>;
  readonly data: Alike<Data>;
}

/** Keepers for one file. */
export const sameOfFile = (): Same => ({
  asked: alike(({ path }) => path, ['base', 'operation', 'shopId', 'sign', 'problems']),
  said: alike(
    ({ operation, data }) => `${operation} ${data?.status}`,
    ['outcome', 'status', 'result', 'errorCode', 'committed', 'ended', 'fault', 'data', 'operation'],
  ),
  problem: alike(([problem = '']) => problem, [0]),
  data: alike(({ status = '' }) => status, ['status', 'id', 'payment_id']),
});

/** What many requests have in common. */
type Asked = Pick<RequestEvent, 'base' | 'path' | 'operation' | 'shopId' | 'sign' | 'problems'>;

const NO_PROBLEMS: string[] = [];

/** A request of which only what the laws read is in memory. */
export class ColdRequest extends Rest implements RequestEvent {
  [name: string]: unknown;
  readonly seq: number;
  readonly at: string;
  readonly realAt: string;
  readonly exchange: string;
  readonly fields: RequestEvent['fields'];
  /** Few requests have any; those of one merchant are all alike. */
  readonly misfits: RequestEvent['misfits'];
  readonly #asked: Asked;

  constructor(event: RequestEvent, same: Same, lines: Lines, at: number, bytes: number) {
    super(lines, at, bytes);
    this.seq = event.seq;
    this.at = event.at;
    this.realAt = event.realAt;
    this.exchange = event.exchange;
    this.fields = event.fields;
    this.misfits = event.misfits;
    const { base, path, operation, shopId, sign, problems } = event;
    const list = problems.length === 1 ? same.problem(problems) : problems;
    this.#asked = same.asked({
      base,
      path,
      operation,
      shopId,
      sign,
      problems: list.length === 0 ? NO_PROBLEMS : list,
    });
  }

  get kind(): 'request' {
    return 'request';
  }

  get base(): RequestEvent['base'] {
    return this.#asked.base;
  }

  get path(): string {
    return this.#asked.path;
  }

  get operation(): RequestEvent['operation'] {
    return this.#asked.operation;
  }

  get shopId(): string | null {
    return this.#asked.shopId;
  }

  get sign(): RequestEvent['sign'] {
    return this.#asked.sign;
  }

  get problems(): string[] {
    return this.#asked.problems;
  }

  /** All fields, also those that few laws read. */
  get allFields(): RequestEvent['fields'] {
    return this.all<RequestEvent>().fields;
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

/** All fields of a request, read again where only the usual ones are in memory: for requests that somebody must see whole. */
export const allFieldsOf = (request: RequestEvent): RequestEvent['fields'] =>
  request instanceof ColdRequest ? request.allFields : request.fields;

/** What the laws read of the object that an answer holds. */
const DATA = ['id', 'payment_id', 'status'] as const;

/** What many answers have in common. */
interface Said
  extends Pick<
    AnswerEvent,
    'operation' | 'outcome' | 'status' | 'result' | 'errorCode' | 'committed' | 'fault'
  > {
  readonly ended: AnswerEvent['ended'];
  /** A shared object, or one with ids of its own: then nothing is like it. */
  readonly data: Data | undefined;
}

/** Of the object that an answer holds, what the laws read, as texts. */
type Data = Readonly<Partial<Record<(typeof DATA)[number], string>>>;

/** An answer about one object of which only what the laws read is in memory. */
export class ColdAnswer extends Rest implements AnswerEvent {
  [name: string]: unknown;
  readonly seq: number;
  readonly at: string;
  readonly realAt: string;
  readonly exchange: string;
  readonly paymentId: number | undefined;
  readonly shopOrderId: string | undefined;
  readonly payoutId: number | undefined;
  readonly shopPaymentId: string | undefined;
  readonly latencyMs: number;
  readonly #said: Said;

  constructor(event: AnswerEvent, same: Same, lines: Lines, at: number, bytes: number) {
    super(lines, at, bytes);
    this.seq = event.seq;
    this.at = event.at;
    this.realAt = event.realAt;
    this.exchange = event.exchange;
    this.paymentId = event.paymentId;
    this.shopOrderId = event.shopOrderId;
    this.payoutId = event.payoutId;
    this.shopPaymentId = event.shopPaymentId;
    this.latencyMs = event.latencyMs;
    const { operation, outcome, status, result, errorCode, committed, ended, fault } = event;
    const data = scalarsOf(event, same);
    this.#said = same.said({ operation, outcome, status, result, errorCode, committed, ended, fault, data });
  }

  get kind(): 'answer' {
    return 'answer';
  }

  get operation(): AnswerEvent['operation'] {
    return this.#said.operation;
  }

  get outcome(): AnswerEvent['outcome'] {
    return this.#said.outcome;
  }

  get status(): number | null {
    return this.#said.status;
  }

  get result(): boolean | null {
    return this.#said.result;
  }

  get errorCode(): number | null {
    return this.#said.errorCode;
  }

  get committed(): boolean {
    return this.#said.committed;
  }

  get ended(): AnswerEvent['ended'] {
    return this.#said.ended;
  }

  get fault(): string | null {
    return this.#said.fault;
  }

  /** Of the answer's `data`, what {@link dataOf} gives. */
  get data(): unknown {
    return this.#said.data;
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

const NO_DATA: Data = Object.freeze({});

function scalarsOf(event: AnswerEvent, same: Same): Data | undefined {
  const { body } = event;
  // Where the answer itself names its object, nobody asks its data for the id.
  const named =
    (event.operation?.startsWith('withdraw/') === true ? event.payoutId : event.paymentId) !== undefined;
  if (body === null || (named && !mentions(body, 'status'))) return NO_DATA;
  const found = skim(body, 'data', DATA);
  if (found === null) return undefined;
  const data = found === undefined ? parsedData(event) : undefined;
  const texts: { -readonly [name in keyof Data]: Data[name] } = {};
  for (const name of DATA) {
    if (named && name !== 'status') continue;
    const text = found === undefined ? fieldText(data, name) : literalText(found[name]);
    if (text !== undefined) texts[name] = text;
  }
  return named ? same.data(texts) : texts;
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
