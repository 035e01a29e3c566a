import { maskFields } from '../protocol/masking.ts';
import { authenticate, judgeSign } from './authenticate.ts';
import { type Call, type Named, type Outcome, textField } from './call.ts';
import { move } from './change.ts';
import type { Subject } from './entities.ts';
import type { CallPlan } from './fault-points.ts';
import { faultCall, namedByRequest } from './fault-target.ts';
import { operate } from './operate.ts';
import { parseRequest } from './parse.ts';
import { emitCutRequest, emitRequest } from './request-event.ts';
import { type Rendered, render, renderRateLimit } from './respond.ts';
import type { Answer, RawRequest } from './types.ts';
import type { World } from './world.ts';

/** An answer that was handed to the shell, until it says how it ended. */
export interface OpenExchange {
  answer: Answer;
  rendered: Rendered | undefined;
  operation: Call['operation']['id'] | null;
  shopId: string | null;
  named: Named;
  committed: boolean;
  fault: string | null;
}

function subjectOf(world: World, named: Named): Subject | undefined {
  return named.payoutId === undefined
    ? world.store.invoices.get(named.paymentId ?? -1)
    : world.store.payouts.get(named.payoutId);
}

/** Fault `notify-first`: the truth moves and is notified before the answer. */
function notifyFirst(world: World, status: number | string, named: Named): string | null {
  const subject = subjectOf(world, named);
  if (subject === undefined) return null;
  return move(world, subject, status, { cause: 'script' })?.notification ?? null;
}

interface Carried {
  outcome: Outcome | undefined;
  awaits: string | null;
}

function carryOut(world: World, call: Call, named: Named): Carried {
  const { plan } = call;
  if (plan !== undefined && !plan.committed) return { outcome: undefined, awaits: null };
  const status = plan?.notifyFirst;
  if (status === undefined) return { outcome: operate(world, call), awaits: null };
  if (call.operation.kind === 'reads') {
    const awaits = notifyFirst(world, status, named);
    return { outcome: operate(world, call), awaits };
  }
  const outcome = operate(world, call);
  return { outcome, awaits: outcome.ok ? notifyFirst(world, status, outcome.named) : null };
}

/** Legal variation answers late now and then, in real milliseconds. */
function laziness(world: World): number {
  const { random } = world.ports;
  return world.options.variation && random() < 0.1 ? Math.floor(random() * 20) : 0;
}

function wrap(
  world: World,
  exchange: string,
  rendered: Rendered,
  plan: CallPlan | undefined,
  awaits: string | null,
): Answer {
  const delayMs = (plan?.delayMs ?? 0) + laziness(world);
  if (plan === undefined && awaits === null) {
    const { status, headers, body } = rendered;
    return { kind: 'respond', exchange, status, headers, body, delayMs };
  }
  const kill = plan?.kill === undefined ? {} : { kill: plan.kill };
  const { status, headers, body } = rendered;
  const cut = plan?.truncate === true ? { cutAfterBytes: Buffer.byteLength(body) >> 1 } : {};
  const wait =
    plan?.waitFor !== undefined
      ? { wait: { kind: 'release', fault: plan.waitFor } as const }
      : awaits !== null
        ? { wait: { kind: 'delivery', notification: awaits } as const }
        : {};
  return { kind: 'respond', exchange, status, headers, body, delayMs, ...cut, ...wait, ...kill };
}

function endWithoutAnswer(
  exchange: string,
  kind: 'hold' | 'reset' | 'close',
  plan: CallPlan | undefined,
): Answer {
  const kill = plan?.kill === undefined ? {} : { kill: plan.kill };
  if (kind === 'hold') return { kind, exchange, ...kill };
  return { kind, exchange, delayMs: plan?.delayMs ?? 0, ...kill };
}

/** An answer that breaks a JSON parser half way. */
function malformed(rendered: Rendered): Rendered {
  const body = `${rendered.body.slice(0, rendered.body.length >> 1)}}<`;
  const headers = { ...rendered.headers, 'content-length': String(Buffer.byteLength(body)) };
  return { ...rendered, headers, body, result: null, errorCode: null };
}

/** What a request named, and what its operation named, which counts. */
function bothNamed(asked: Named, done: Named): Named {
  for (const name in asked) if (!(name in done)) return { ...asked, ...done };
  return done;
}

/** A request that is authentic: the faults that bite, the operation, the answer. */
function serve(world: World, call: Call): OpenExchange {
  const target = faultCall(world, call);
  const plan = world.ports.faults.call(target);
  call.plan = plan;
  for (const { id, effect } of plan?.faults ?? []) {
    world.ports.emit({ kind: 'fault', fault: id, action: 'bit', effect, exchange: call.exchange });
  }
  const asked = namedByRequest(target);
  const { outcome, awaits } = carryOut(world, call, asked);
  const named = outcome?.ok === true ? bothNamed(asked, outcome.named) : asked;
  const operation = call.operation.id;
  const shopId = call.account.idText;
  const committed = outcome?.ok === true && outcome.committed !== false;
  const fault = plan?.faults[0]?.id ?? null;
  const held = outcome?.ok === true && outcome.held === true;
  const ending = held ? 'hold' : (plan?.outcome ?? 'answer');
  if (ending !== 'answer') {
    const answer = endWithoutAnswer(call.exchange, ending, plan);
    return { operation, shopId, named, committed, fault, answer, rendered: undefined };
  }
  const whole = render(world, outcome, plan);
  const rendered = plan?.malformed === true ? malformed(whole) : whole;
  const answer = wrap(world, call.exchange, rendered, plan, awaits);
  return { operation, shopId, named, committed, fault, answer, rendered };
}

/** Counts requests in one second of real time (reading `request.rate-limit`). */
export interface RateMeter {
  second: number;
  count: number;
}

function isTooFast(world: World, meter: RateMeter, receivedAt: number): boolean {
  if (world.readings['request.rate-limit'] === 'none') return false;
  const second = Math.floor(receivedAt / 1000);
  meter.count = second === meter.second ? meter.count + 1 : 1;
  meter.second = second;
  return meter.count > 10;
}

/** Notes a request that did not arrive whole. Nobody waits for an answer to it, and none is recorded. */
export function receiveCut(world: World, request: RawRequest): Answer {
  const exchange = world.ids.exchange();
  emitCutRequest(world, exchange, request);
  return { kind: 'close', exchange, delayMs: 0 };
}

/** Judges a request, carries it out and answers it. Every whole request leaves one `request` event. */
export function receiveRequest(world: World, request: RawRequest, meter: RateMeter): OpenExchange {
  const exchange = world.ids.exchange();
  const parsed = parseRequest(world, request);
  const verdict = judgeSign(world, parsed, request.headers.sign);
  const { fields, compiled, account } = parsed;
  const shown = fields === undefined ? null : maskFields(fields, world.store.secrets);
  emitRequest(world, exchange, request, parsed, verdict, shown);
  const shopId = fields === undefined ? null : (textField(fields, 'shop_id') ?? null);
  const operation = compiled?.operation.id ?? null;
  const open = { operation, shopId, named: {}, committed: false, fault: null };
  const refusal = authenticate(world, parsed, verdict);
  if (refusal !== undefined || compiled === undefined || fields === undefined || account === undefined) {
    const rendered = render(world, refusal, undefined);
    return { ...open, answer: wrap(world, exchange, rendered, undefined, null), rendered };
  }
  if (isTooFast(world, meter, request.receivedAt)) {
    const rendered = renderRateLimit(world);
    return { ...open, answer: wrap(world, exchange, rendered, undefined, null), rendered };
  }
  const { base } = parsed;
  return serve(world, {
    exchange,
    base,
    operation: compiled.operation,
    account,
    fields,
    shown: shown ?? {},
    plan: undefined,
  });
}
