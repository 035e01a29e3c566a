import { maskHeaders, maskText } from '../protocol/masking.ts';
import type { SignVerdict } from '../protocol/signing.ts';
import { shownVerdict } from './authenticate.ts';
import { textField } from './call.ts';
import { type ParsedRequest, resolvePath } from './parse.ts';
import type { RawRequest } from './types.ts';
import type { World } from './world.ts';

/** How much of a body the journal keeps. */
const SHOWN_BODY_BYTES = 64 * 1024;

function shownBody(world: World, body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, SHOWN_BODY_BYTES)).toString();
  return maskText(body.length > SHOWN_BODY_BYTES ? `${text}…` : text, world.store.secrets);
}

/** Records a request that did not arrive whole, masked, and nothing of its body. */
export function emitCutRequest(world: World, exchange: string, request: RawRequest): void {
  const { base, compiled } = resolvePath(world, request.path);
  const { secrets } = world.store;
  world.ports.emit({
    kind: 'cut-request',
    exchange,
    base,
    method: request.method,
    path: maskText(request.path, secrets),
    remoteAddress: request.remoteAddress,
    headers: maskHeaders(request.headers, secrets),
    operation: compiled?.operation.id ?? null,
  });
}

/** Tells the journal about a request, masked. */
export function emitRequest(
  world: World,
  exchange: string,
  request: RawRequest,
  parsed: ParsedRequest,
  verdict: SignVerdict | undefined,
  shown: Record<string, unknown> | null,
): void {
  const { fields, compiled, refusal } = parsed;
  const problems = [...parsed.problems];
  if (refusal !== undefined && refusal.step !== 'fields') problems.push(refusal.message);
  const { secrets } = world.store;
  world.ports.emit({
    kind: 'request',
    exchange,
    base: parsed.base,
    method: request.method,
    path: maskText(request.path, secrets),
    query: maskText(request.query, secrets),
    remoteAddress: request.remoteAddress,
    headers: maskHeaders(request.headers, secrets),
    body: shownBody(world, request.body),
    bytes: request.body.length,
    operation: compiled?.operation.id ?? null,
    shopId: fields === undefined ? null : (textField(fields, 'shop_id') ?? null),
    fields: shown,
    sign: verdict === undefined ? null : shownVerdict(world, verdict),
    problems: problems.map((problem) => maskText(problem, secrets)),
    ...(parsed.misfits === undefined
      ? {}
      : { misfits: parsed.misfits.map((misfit) => ({ ...misfit, says: maskText(misfit.says, secrets) })) }),
  });
}
