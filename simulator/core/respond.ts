import { codeText, TRANSPORT_STATUS } from '../protocol/codes.ts';
import {
  isWireObject,
  type KeyOrder,
  stringifyWire,
  textOf,
  type WireObject,
  type WireValue,
} from '../protocol/wire.ts';
import type { Outcome, Refusal } from './call.ts';
import { addUnknownFields, editEnvelope } from './edits.ts';
import type { CallPlan } from './fault-points.ts';
import { shuffled } from './random.ts';
import { fromJson, members, num } from './wire-values.ts';
import type { World } from './world.ts';

/** An answer's parts, before it is wrapped for the shell. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** What the body says in the end: null where it is no envelope. */
  result: boolean | null;
  errorCode: number | null;
}

const JSON_TYPE = 'application/json';

function errorData(world: World): WireValue {
  const reading = world.readings['error.data'];
  if (reading === 'null') return null;
  return reading === 'empty-array' ? [] : members({});
}

function okEnvelope(data: WireValue): WireObject {
  return members({ result: true, message: 'Ok', error_code: num(0), data });
}

function errorEnvelope(code: number, message: string, data: WireValue): WireObject {
  return members({ result: false, message, error_code: num(code), data });
}

function refusalStatus(world: World, refusal: Refusal): number {
  const transport = TRANSPORT_STATUS[refusal.step];
  if (transport !== undefined) return transport;
  return world.readings['error.http-status'] === '4xx' ? 400 : 200;
}

/** `settlement_rate` is a number or null (Invoice record): it may be there without a value. */
function withNull(envelope: WireValue): WireValue {
  if (!isWireObject(envelope) || !isWireObject(envelope.data)) return envelope;
  const { data } = envelope;
  return data.payment_id === undefined || data.settlement_rate !== undefined
    ? envelope
    : members({ ...envelope, data: members({ ...data, settlement_rate: null }) });
}

/** Legal variation (Versioning 3): another order, new fields, new headers. */
function vary(
  world: World,
  envelope: WireValue,
  headers: Record<string, string>,
): { envelope: WireValue; order: KeyOrder | undefined } {
  if (!world.options.variation) return { envelope, order: undefined };
  const { random } = world.ports;
  const filled = random() < 0.3 ? withNull(envelope) : envelope;
  const grown = random() < 0.3 ? addUnknownFields(filled) : filled;
  const isShuffled = random() < 0.5 && world.readings['answer.layout'] === 'as-listed';
  const order: KeyOrder | undefined = isShuffled ? (keys) => shuffled(keys, random) : undefined;
  if (random() < 0.3) {
    headers['x-new-header'] = 'a value';
    headers['cache-control'] = 'no-store';
  }
  return { envelope: grown, order };
}

const sorted: KeyOrder = (keys) => keys.toSorted();

function facts(envelope: WireValue): Pick<Rendered, 'result' | 'errorCode'> {
  if (!isWireObject(envelope)) return { result: null, errorCode: null };
  const code = Number(textOf(envelope.error_code) ?? Number.NaN);
  return {
    result: typeof envelope.result === 'boolean' ? envelope.result : null,
    errorCode: Number.isNaN(code) ? null : code,
  };
}

function finish(rendered: Rendered): Rendered {
  rendered.headers['content-length'] = String(Buffer.byteLength(rendered.body));
  return rendered;
}

function renderEnvelope(world: World, status: number, envelope: WireObject, plan?: CallPlan): Rendered {
  const edits = plan?.edits ?? [];
  const edited = edits.length === 0 ? envelope : editEnvelope(envelope, edits, world.ports.random);
  const headers: Record<string, string> = { 'content-type': JSON_TYPE };
  if (status === 405) headers.allow = 'POST';
  if (world.readings['versioning.deprecation'] === 'header') headers.deprecation = '@1956528000';
  const { envelope: varied, order } = vary(world, edited, headers);
  for (const edit of edits) Object.assign(headers, edit.headers);
  const { result, errorCode } = facts(varied);
  const isSorted = world.readings['answer.layout'] === 'sorted';
  const body = isSorted ? `${stringifyWire(varied, sorted)}\n` : stringifyWire(varied, order);
  return finish({ status, headers, body, result, errorCode });
}

function plain(status: number, text: string, type: string): Rendered {
  return finish({ status, headers: { 'content-type': type }, body: text, result: null, errorCode: null });
}

function planned(world: World, outcome: Outcome | undefined, plan: CallPlan): Rendered {
  const { error, body, httpStatus } = plan;
  // What cannot be carried out has no result that could follow.
  if (error !== undefined && outcome?.ok !== false) {
    const data = error.data === undefined ? errorData(world) : fromJson(error.data);
    const status = error.httpStatus ?? (world.readings['error.http-status'] === '4xx' ? 400 : 200);
    return renderEnvelope(
      world,
      status,
      errorEnvelope(error.code, error.message ?? codeText(error.code), data),
      plan,
    );
  }
  if (body !== undefined) return plain(httpStatus ?? 200, body.text, body.type);
  const rendered =
    outcome === undefined
      ? renderEnvelope(world, 200, errorEnvelope(2000, 'Other error', errorData(world)), plan)
      : renderOutcome(world, outcome, plan);
  return httpStatus === undefined ? rendered : { ...rendered, status: httpStatus };
}

function renderOutcome(world: World, outcome: Outcome, plan?: CallPlan): Rendered {
  if (outcome.ok) {
    return outcome.answeredAs === undefined
      ? renderEnvelope(world, 200, okEnvelope(outcome.data), plan)
      : renderOutcome(world, outcome.answeredAs, plan);
  }
  const { code, message } = outcome;
  const envelope = errorEnvelope(code, message, errorData(world));
  return renderEnvelope(world, refusalStatus(world, outcome), envelope, plan);
}

/** Renders what a request is answered: the envelope (Response envelope), or what a fault makes of it. */
export function render(world: World, outcome: Outcome | undefined, plan: CallPlan | undefined): Rendered {
  if (plan !== undefined) return planned(world, outcome, plan);
  return outcome === undefined
    ? renderEnvelope(world, 200, errorEnvelope(2000, 'Other error', errorData(world)))
    : renderOutcome(world, outcome);
}

/** The answer to a request that nothing else can be said about. */
export function renderRateLimit(world: World): Rendered {
  const message = 'Too many requests: at most 10 per second are allowed';
  const rendered = renderEnvelope(world, 429, errorEnvelope(2000, message, errorData(world)));
  rendered.headers['retry-after'] = '1';
  return rendered;
}
