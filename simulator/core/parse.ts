import { judgeFields, type Misfit } from '../protocol/misfits.ts';
import type { Base } from '../protocol/operations.ts';
import { parseDateTime } from '../protocol/time.ts';
import { isWireObject, parseWire, type WireObject } from '../protocol/wire.ts';
import { judgeFraction } from './amount-fraction.ts';
import { type Refusal, refuse, textField } from './call.ts';
import type { Account } from './entities.ts';
import { accountKey } from './store.ts';
import type { RawRequest } from './types.ts';
import type { CompiledOperation, World } from './world.ts';

/** What a request turned out to be, as far as it could be read. */
export interface ParsedRequest {
  readonly base: Base;
  readonly compiled: CompiledOperation | undefined;
  readonly fields: WireObject | undefined;
  readonly account: Account | undefined;
  readonly problems: readonly string[];
  /** What of its fields is not as listed; left out where the request was not read so far. */
  readonly misfits?: readonly Misfit[];
  readonly refusal: Refusal | undefined;
}

const PREFIXES = { production: '/gateway/v1/', test: '/test/gateway/v1/' } as const;

export function resolvePath(
  world: World,
  path: string,
): { base: Base; compiled: CompiledOperation | undefined } {
  const base: Base = path.startsWith(PREFIXES.test) ? 'test' : 'production';
  const prefix = PREFIXES[base];
  if (path.startsWith(prefix)) return { base, compiled: world.rules.byPath.get(path.slice(prefix.length)) };
  return {
    base,
    compiled: world.options.bareBase === true ? world.rules.byPath.get(path.slice(1)) : undefined,
  };
}

const cut = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Whether a content type is JSON in UTF-8, with no other parameter than that. */
function isJson(type: string): boolean {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim());
  if (parameters.at(-1) === '') parameters.pop();
  const [charset = 'charset=utf-8', more] = parameters;
  return (
    media.toLowerCase() === 'application/json' &&
    more === undefined &&
    /^charset\s*=\s*"?utf-?8"?$/i.test(charset)
  );
}

/** Judges method, path, content type and size (transport rules 1 and 2). */
function judgeTransport(
  world: World,
  request: RawRequest,
  compiled: CompiledOperation | undefined,
): Refusal | undefined {
  const code = world.readings['error.bad-parameter'];
  // How a connection in HTTP/2 begins (RFC 9113, 3.4), seen by a server that does not speak it.
  if (request.method === 'PRI') {
    return refuse('method', code, 'The connection begins in HTTP/2, HTTP/1.1 is expected');
  }
  if (request.method !== 'POST') {
    return refuse('method', code, `The method is ${cut(request.method)}, POST is expected`);
  }
  if (compiled === undefined) {
    return refuse('path', code, `The path ${cut(request.path)} is not an operation of this gateway`);
  }
  const type = request.headers['content-type'];
  if (!isJson(type ?? '')) {
    const found = type === undefined ? 'missing' : cut(type);
    return refuse(
      'content-type',
      code,
      `The header Content-Type is ${found}, "application/json" is expected`,
    );
  }
  if (request.bodyProblem === 'too-large' || request.body.length > world.rules.maxBytes) {
    return refuse('size', code, `The body has more than ${world.rules.maxBytes} bytes`);
  }
  return undefined;
}

/** Why a body cannot be read that its sender has compressed. */
function encodingProblem({ headers }: RawRequest): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return undefined;
  return `The header Content-Encoding is ${cut(encoding)}, a body that is not encoded is expected`;
}

function judgeNow(world: World, fields: WireObject): string[] {
  const window = world.rules.nowWindowMs;
  const now = textField(fields, 'now');
  const instant = window === undefined || now === undefined ? undefined : parseDateTime(now)?.instant;
  if (instant === undefined || window === undefined) return [];
  return Math.abs(instant - world.ports.clock.wall()) > window
    ? [`now="${JSON.stringify(now)} is more than ${window / 60_000} minutes from the gateway's clock"`]
    : [];
}

function judgeUnknown(
  world: World,
  compiled: CompiledOperation,
  fields: WireObject,
  account: Account | undefined,
): string[] {
  if (world.readings['request.unknown-fields'] === 'ignore') return [];
  const addOns = new Set(
    [...(account?.inputs.values() ?? [])].flatMap((payway) => Object.keys(payway.addOns)),
  );
  return Object.keys(fields)
    .filter((name) => !compiled.known.has(name) && !addOns.has(name))
    .map((name) => `${name.slice(0, 60)}="It is not a field of this operation"`);
}

/** Reads and judges a request up to its fields, in the order of precedence. */
export function parseRequest(world: World, request: RawRequest): ParsedRequest {
  const { base, compiled } = resolvePath(world, request.path);
  const problems: string[] = [];
  const parsed = { base, compiled, fields: undefined, account: undefined, problems };
  const refusal = judgeTransport(world, request, compiled);
  if (compiled === undefined || (refusal !== undefined && refusal.step !== 'content-type')) {
    return { ...parsed, refusal };
  }
  const code = world.readings['error.bad-parameter'];
  const body = parseWire(request.body);
  if (!body.ok) {
    const says = encodingProblem(request) ?? `Bad JSON: ${body.reason}`;
    return { ...parsed, refusal: refusal ?? refuse('json', code, says) };
  }
  if (!isWireObject(body.value)) {
    return { ...parsed, refusal: refusal ?? refuse('json', code, 'Bad JSON: a JSON object is expected') };
  }
  const fields = body.value;
  const shopId = textField(fields, 'shop_id');
  const account = shopId === undefined ? undefined : world.store.accounts.get(accountKey(base, shopId));
  const read = { base, compiled, fields, account, problems };
  if (refusal !== undefined) return { ...read, refusal };
  const { refused, misfits } = judgeFields(compiled.fields, fields, world.readings);
  // Whatever no shop has is a wrongly specified shop_id, which has a code of its own (Errors 4).
  const wrong = refused.filter((each) => account !== undefined || !each.startsWith('shop_id='));
  if (wrong.length === 0) {
    wrong.push(
      ...judgeFraction(world, compiled, fields, account),
      ...judgeNow(world, fields),
      ...judgeUnknown(world, compiled, fields, account),
    );
  }
  if (wrong.length === 0) return { base, compiled, fields, account, problems, misfits, refusal: undefined };
  problems.push(...wrong);
  return {
    ...read,
    misfits,
    refusal: refuse('fields', code, `Incorrect values for parameters: ${wrong.join(', ')}`),
  };
}
