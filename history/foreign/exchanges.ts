import type { AnswerEvent, RequestEvent } from '../../simulator/protocol/events.ts';
import { judgeFields } from '../../simulator/protocol/misfits.ts';
import type { Operation } from '../../simulator/protocol/operations.ts';
import { requestFields } from '../../simulator/protocol/request-fields.ts';
import { explainSign } from '../../simulator/protocol/signing.ts';
import {
  isLosslessNumber,
  isWireObject,
  parseWire,
  textOf,
  type WireObject,
  type WireValue,
} from '../../simulator/protocol/wire.ts';
import { isSignedBody, readableBody } from '../signed-body.ts';
import type { RecordedBody, RecordedCall } from './call.ts';
import type { Making } from './making.ts';
import { maskAddress, maskForeign, maskForeignFields, maskForeignHeaders } from './mask.ts';
import type { Whose } from './whose.ts';
import type { KeptCall } from './worlds.ts';

/** What a body holds: an object, nothing that can be read, or nothing that was recorded whole. */
type Content = { readonly object: WireObject } | 'unreadable' | 'unseen';

/** A call to the gateway as events; undefined for one that is no operation and that the gateway answered all the same. */
export function exchangeOf(
  call: RecordedCall,
  whose: Extract<Whose, { to: 'gateway' }>,
  exchange: string,
  making: Making,
): KeptCall | undefined {
  const { note, operations, secrets } = making;
  const operation = operations.get(whose.name);
  const back = backOf(call, operation, exchange, making);
  if (operation === undefined && (back === 'unseen' || (back.status ?? 500) < 400) && !isRefusal(back)) {
    note('other-operations');
    return undefined;
  }
  const isTaken = back !== 'unseen' && back.result === true;
  const read = contentOf(call.body, call.headers);
  // What the gateway took was no garbage: the recorder has not kept what was sent.
  const content = read === 'unreadable' && isTaken ? 'unseen' : read;
  if (content !== 'unseen' && !isOfMerchant(call, content, making)) return undefined;
  if (content === 'unseen') note('request-bodies');
  if (call.headers === undefined) note('headers');
  if (back === 'unseen') note(call.answer === 'unseen' ? 'endings' : 'answers');
  const fields = typeof content === 'string' ? undefined : content.object;
  if (fields !== undefined && hasMasked(fields)) note('masked-values');
  const sent: RequestEvent = {
    kind: 'request',
    exchange,
    base: making.baseOf(whose.base),
    method: call.method,
    path: maskAddress(whose.path, secrets),
    headers: maskForeignHeaders(call.headers ?? {}, secrets),
    body: shownBody(call.body, secrets),
    bytes: call.body.bytes?.length ?? 0,
    ...(content === 'unseen' ? { unseen: true } : {}),
    operation: operation?.id ?? null,
    shopId: textOf(fields?.shop_id) ?? null,
    fields: fields === undefined ? null : plain(maskForeignFields(fields, secrets)),
    sign: signOf(call, operation, fields, isTaken, making),
    problems: problemsOf(call, operation, content).map((problem) => maskForeign(problem, secrets)),
    ...misfitsOf(operation, fields, making),
  };
  return { ...timesOf(call), sent, back };
}

/** Whether the merchant sent it, as far as can be seen; what anybody or another shop may have sent is only counted. */
function isOfMerchant(
  { body, headers }: RecordedCall,
  content: Exclude<Content, 'unseen'>,
  { keys, note, noteKey }: Making,
): boolean {
  const fields = typeof content === 'string' ? readableBody(body.bytes) : content.object;
  if (fields === undefined || !isSignedBody(fields, headers)) {
    note('strangers');
    return false;
  }
  const shopId = textOf(fields.shop_id) ?? '';
  const isOther = keys.size > 0 && !keys.has(shopId) && !isMaskedText(fields.shop_id);
  if (isOther) noteKey(shopId, 'other-shops');
  return !isOther;
}

export const timesOf = ({ startedMs, endedMs, exactToMs }: RecordedCall) => ({
  startedMs,
  endedMs,
  exactToMs,
});

const isRefusal = (back: AnswerEvent | 'unseen'): boolean => back !== 'unseen' && back.result === false;

/** A body that cannot be read was cut off where its recorder says so, or begins as JSON and nobody says how long it was. */
export function contentOf({ bytes, isShortened }: RecordedBody, headers: RecordedCall['headers']): Content {
  if (bytes === undefined) return 'unseen';
  const read = parseWire(bytes);
  if (read.ok) return isWireObject(read.value) ? { object: read.value } : 'unreadable';
  if (isShortened !== undefined) return isShortened ? 'unseen' : 'unreadable';
  if (headers?.['content-length'] !== undefined) return 'unreadable';
  return /^\s*[{[]/.test(Buffer.from(bytes).toString()) ? 'unseen' : 'unreadable';
}

export const shownBody = ({ bytes }: RecordedBody, secrets: readonly string[]): string =>
  bytes === undefined ? '' : maskForeign(Buffer.from(bytes).toString(), secrets);

/** What recorders put in the place of what they hide. */
const MASK =
  /\*{3,}|[x•]{4,}|redacted|\[(?:filtered|masked|hidden|removed)\]|<(?:masked|hidden|removed|secret)>|\btok~[0-9a-f]{8}\b/i;

/** Whether a text holds what a recorder puts in the place of what it hides. */
export const holdsMask = (text: string): boolean => MASK.test(text);

const isMaskedText = (value: WireValue | undefined): boolean => MASK.test(textOf(value) ?? '');

/** Whether the recorder had masked something in a message. */
export const hasMasked = (fields: WireObject): boolean =>
  Object.values(fields).some(
    (value) => isMaskedText(value) || (isWireObject(value) && Object.values(value).some(isMaskedText)),
  );

function problemsOf(
  { method, headers }: RecordedCall,
  operation: Operation | undefined,
  content: Content,
): string[] {
  const problems: string[] = [];
  if (method !== 'POST') problems.push(`The method is ${method}, POST is expected`);
  if (operation === undefined) problems.push('This is not an operation of the gateway');
  const type = headers?.['content-type'];
  if (headers !== undefined && !/^\s*application\/json\s*(?:;|$)/i.test(type ?? '')) {
    problems.push(`The header Content-Type is ${type ?? 'missing'}, "application/json" is expected`);
  }
  if (content === 'unreadable') problems.push('Bad JSON: a JSON object is expected');
  return problems;
}

function misfitsOf(
  operation: Operation | undefined,
  fields: WireObject | undefined,
  { readings, secrets }: Making,
): Pick<RequestEvent, 'misfits'> {
  if (operation === undefined || fields === undefined) return {};
  const { misfits } = judgeFields(requestFields(operation.id, readings), fields, readings);
  return {
    misfits: misfits
      .filter(({ field }) => !isMaskedField(fields, field))
      .map((misfit) => ({ ...misfit, says: maskForeign(misfit.says, secrets) })),
  };
}

function isMaskedField(fields: WireObject, field: string): boolean {
  const [name = '', member] = field.split('.', 2);
  const value = fields[name];
  if (member !== undefined && isWireObject(value)) return isMaskedText(value[member]);
  return isMaskedText(value) || (isWireObject(value) && Object.values(value).some(isMaskedText));
}

/** The verdict on a signature; null where the key, a masked value or the headers would be needed, and are not there. */
function signOf(
  { headers }: RecordedCall,
  operation: Operation | undefined,
  fields: WireObject | undefined,
  isTaken: boolean,
  { readings, keys, noteKey }: Making,
): RequestEvent['sign'] {
  if (operation === undefined || fields === undefined) return null;
  const place = readings['request.sign-place'];
  const inBody = textOf(fields.sign);
  const header = headers?.sign;
  const sent = place === 'body' ? inBody : place === 'header' ? header : (inBody ?? header);
  if (sent === undefined && headers === undefined && place !== 'body') return null;
  const shopId = textOf(fields.shop_id) ?? '';
  const secret = keys.get(shopId);
  // That there is no signature at all can be seen without the key.
  if (secret === undefined && (sent !== undefined || fields.sign !== undefined)) {
    noteKey(shopId, 'keys');
    return null;
  }
  const { expectedDigest, ...verdict } = explainSign(
    {
      kind: 'request',
      operation: operation.id,
      signedFields: operation.signedFields,
      body: fields,
      secret: secret ?? '',
      rule: readings['request.null-in-signature'],
      header,
    },
    sent,
  );
  if (verdict.ok) return verdict;
  if (operation.signedFields.some((name) => isMaskedText(fields[name]))) return null;
  if (isTaken && sent !== undefined) {
    noteKey(shopId, 'doubtful-keys');
    return null;
  }
  const shown = { ...verdict, expectedText: maskForeign(verdict.expectedText, []) };
  return secret === undefined || expectedDigest === undefined ? shown : { ...shown, expectedDigest };
}

/** What came back: the answer, a connection without one, or `unseen`. */
function backOf(
  { answer, endedMs, startedMs }: RecordedCall,
  operation: Operation | undefined,
  exchange: string,
  { secrets }: Making,
): AnswerEvent | 'unseen' {
  const latencyMs = endedMs === undefined ? 0 : endedMs - startedMs;
  const common = {
    kind: 'answer',
    exchange,
    operation: operation?.id ?? null,
    latencyMs,
    fault: null,
  } as const;
  if (answer === 'unseen') return 'unseen';
  if (answer === 'gave-up' || answer === 'broken') {
    return {
      ...common,
      outcome: answer === 'gave-up' ? 'held' : 'reset',
      status: null,
      headers: {},
      body: null,
      result: null,
      errorCode: null,
      committed: null,
    };
  }
  const content = contentOf(answer.body, answer.headers);
  // Whatever else a proxy or a broken gateway answers says nothing, and can be seen to.
  if (content === 'unseen') return 'unseen';
  const { result, code } = envelopeOf(content);
  return {
    ...common,
    outcome: 'answered',
    status: answer.status,
    headers: maskForeignHeaders(answer.headers ?? {}, secrets),
    body: shownBody(answer.body, secrets),
    result,
    errorCode: code,
    committed: result,
  };
}

function envelopeOf(content: Content): { result: boolean | null; code: number | null } {
  if (typeof content === 'string') return { result: null, code: null };
  const { result, error_code } = content.object;
  return {
    result: typeof result === 'boolean' ? result : null,
    code: isLosslessNumber(error_code) ? Number(error_code.value) : null,
  };
}

/** As the journal has fields: plain JSON, with numbers as their literal text. */
function plain(fields: WireObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: WireValue): unknown {
  if (isLosslessNumber(value)) return value.value;
  if (Array.isArray(value)) return value.map(plainValue);
  return isWireObject(value) ? plain(value) : value;
}
