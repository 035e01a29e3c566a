import { holdsMask, maskForeignFields } from '../../history/foreign/index.ts';
import {
  isLosslessNumber,
  isWireObject,
  LosslessNumber,
  operationUnder,
  parseWire,
  type ReadingValues,
  signRequest,
  stringifyWire,
  textOf,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import { type By, rulesOf } from './compared-by.ts';
import type { Recorded, RecordedExchange } from './recorded.ts';
import { type FieldTallies, fieldsOf } from './score.ts';
import { type Difference, type DifferenceKind, differencesBetween, type Values } from './shape.ts';

/** Where requests are sent again. */
export interface Stand {
  readonly baseUrl: string;
  readonly readings: ReadingValues;
  /** The secret of a shop; undefined for one that the stand does not know. */
  readonly secretOf: (shopId: string) => string | undefined;
  /** Added to the ids that must be unique; empty where nothing was ever created. */
  readonly suffix: string;
  /** Brings an object to where its answer was recorded, before it is asked about again; a real stand is not told. */
  readonly moveTo?: (exchange: RecordedExchange, request: WireObject) => Promise<void>;
  /** Whether it was set up from the recording: its payways, and by `moveTo` its statuses. */
  readonly isSetUp: boolean;
  /** Kinds of differences that do not count. */
  readonly ignored: readonly DifferenceKind[];
}

/** A request that was sent again, and how its answer differs from the recorded one. */
export interface Compared<D extends Difference = Difference> {
  readonly place: number;
  readonly operation: string;
  readonly differences: readonly D[];
  readonly fields: FieldTallies;
}

export interface Comparison<D extends Difference = Difference> {
  readonly compared: readonly Compared<D>[];
  readonly skipped: Recorded['skipped'];
}

/** The stand could not be reached, or gave no answer of HTTP. */
export class StandError extends Error {
  override readonly name = 'StandError';
}

const ANSWER_MS = 30_000;

/** Ids of the stand's own, by the ids that were recorded. */
class Ids {
  readonly #ids = new Map<string, string>();

  learn(recorded: WireObject, found: WireObject): void {
    const [then, now] = [recorded.data, found.data];
    if (!isWireObject(then) || !isWireObject(now)) return;
    for (const name of ['id', 'payment_id']) {
      const [before, after] = [textOf(then[name]), textOf(now[name])];
      if (before !== undefined && after !== undefined) this.#ids.set(before, after);
    }
  }

  /** The id of the stand's own; undefined for one that no recorded answer gave, or whose like was refused here. */
  get(recorded: string): string | undefined {
    return this.#ids.get(recorded);
  }
}

/** Fields that the gateway has given. */
const GIVEN = ['invoice_id', 'withdraw_id'] as const;
/** Fields that the shop has chosen, and that must be unique. */
const UNIQUE = ['shop_order_id', 'shop_payment_id', 'shop_refund_id'] as const;

/** The request as this stand understands it; or why it cannot be sent. */
function translated(request: WireObject, ids: Ids, { suffix }: Stand): WireObject | string {
  const changed: WireObject = { ...request };
  for (const name of GIVEN) {
    const value = request[name];
    const before = textOf(value);
    if (before === undefined) continue;
    const after = ids.get(before);
    if (after === undefined) return `nothing here corresponds to ${name} ${before}`;
    changed[name] = isLosslessNumber(value) ? new LosslessNumber(after) : after;
  }
  for (const name of UNIQUE) {
    const value = request[name];
    if (typeof value === 'string' && suffix !== '') changed[name] = `${value}${suffix}`;
  }
  return changed;
}

/** A request that was refused for its sign is signed wrongly again. */
const wasWronglySigned = ({ answer }: RecordedExchange): boolean =>
  answer.result === false && /invalid sign/i.test(textOf(answer.message) ?? '');

/** Signs a request as the recorded one was signed: in its body or in a header, rightly or wrongly, or not at all. */
function signed(exchange: RecordedExchange, request: WireObject, stand: Stand) {
  const { operation, signsInHeader } = exchange;
  const secret = stand.secretOf(textOf(request.shop_id) ?? '') ?? 'unknown';
  const { path, signedFields } = operationUnder(stand.readings, operation);
  const right = signRequest(signedFields, request, secret);
  const sign = wasWronglySigned(exchange) ? right.split('').reverse().join('') : right;
  const body = request.sign === undefined ? request : { ...request, sign };
  return { path, body: stringifyWire(body), headers: signsInHeader ? { sign } : {} };
}

async function send(
  stand: Stand,
  exchange: RecordedExchange,
  request: WireObject,
): Promise<{ status: number; body: string }> {
  const { path, body, headers } = signed(exchange, request, stand);
  try {
    const response = await fetch(`${stand.baseUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    const why =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : '';
    throw new StandError(`${stand.baseUrl}/${path} gave no answer (${why}).`, { cause: error });
  }
}

/** What the envelope says, by which an answer is a refusal or not. */
const verdictIn = (answer: WireObject): string =>
  `result ${textOf(answer.result) ?? 'absent'}, error_code ${textOf(answer.error_code) ?? 'absent'}`;

const LONGEST_SHOWN = 200;

/** A value as it may be shown: without secrets and card numbers, and of a long one the beginning. */
function shown(path: string, value: WireValue, secret: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '');
  const text = stringifyWire(maskForeignFields({ [name]: value }, [secret])[name] ?? null);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

const WORD = /\w+(?:[.-]\w+)*/g;

/** A recorded text with the ids that this stand has instead, as it stands or within a message. */
function expectedHere(recorded: WireObject, sent: WireObject): (text: string) => string {
  const changed = new Map(
    Object.keys(recorded).map((name) => [textOf(recorded[name]), textOf(sent[name])] as const),
  );
  return (text) => changed.get(text) ?? text.replace(WORD, (word) => changed.get(word) ?? word);
}

/** An answer of the stand. */
interface Found {
  readonly status: number;
  /** Undefined for what is no JSON object. */
  readonly answer: WireObject | undefined;
}

function differences(exchange: RecordedExchange, { status, answer }: Found, values: Values): Difference[] {
  const { httpStatus } = exchange;
  const statuses: Difference[] =
    status === httpStatus
      ? []
      : [{ kind: 'http-status', path: '', recorded: String(httpStatus), found: String(status) }];
  if (answer === undefined)
    return [...statuses, { kind: 'shape', path: '', recorded: 'object', found: 'no JSON object' }];
  const [then, now] = [verdictIn(exchange.answer), verdictIn(answer)];
  // A refusal and a success have nothing else in common.
  if (then !== now) return [...statuses, { kind: 'code', path: '', recorded: then, found: now }];
  return [...statuses, ...differencesBetween(exchange.answer, answer, values)];
}

/** Compares one answer with the recorded one. */
function comparedOf(exchange: RecordedExchange, sent: WireObject, found: Found, stand: Stand): Compared {
  const { place, operation, request, answer } = exchange;
  const ruleOf = rulesOf(exchange);
  const by = (path: string): By => {
    const rule = ruleOf(path)?.by ?? 'value';
    return rule === 'recording' && !stand.isSetUp ? 'value' : rule;
  };
  const secret = stand.secretOf(textOf(request.shop_id) ?? '') ?? '';
  const all = differences(exchange, found, {
    isCompared: (path, value) => by(path) !== 'form' && !holdsMask(textOf(value) ?? ''),
    expected: expectedHere(request, sent),
    shown: (path, value) => shown(path, value, secret),
  });
  const counted = all.filter(({ kind }) => !stand.ignored.includes(kind));
  return { place, operation, differences: counted, fields: fieldsOf(answer, counted, by) };
}

/**
 * Sends recorded requests again, one after the other, signed anew and with the stand's own ids, and compares the answers:
 * HTTP status, `result` and `error_code`, members, their types, values and order.
 *
 * @throws {StandError} when the stand cannot be reached
 */
export async function compareWith(stand: Stand, recorded: Recorded): Promise<Comparison> {
  const ids = new Ids();
  const compared: Compared[] = [];
  const skipped = [...recorded.skipped];
  for (const exchange of recorded.exchanges) {
    const { place, operation } = exchange;
    const request = translated(exchange.request, ids, stand);
    if (typeof request === 'string') {
      skipped.push({ place, what: operation, why: request });
      continue;
    }
    await stand.moveTo?.(exchange, request);
    const found = await send(stand, exchange, request);
    const read = parseWire(Buffer.from(found.body));
    const answer = read.ok && isWireObject(read.value) ? read.value : undefined;
    if (answer !== undefined) ids.learn(exchange.answer, answer);
    compared.push(comparedOf(exchange, request, { status: found.status, answer }, stand));
  }
  return { compared, skipped: skipped.sort((a, b) => a.place - b.place) };
}
