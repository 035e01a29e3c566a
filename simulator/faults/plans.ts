import type { CallPlan, DeliveryPlan, FaultCall } from '../core/fault-points.ts';
import type { Effect } from './fault.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Bitten = { id: string; effect: Effect };

const CREATES_INVOICE = new Set<FaultCall['operation']>(['invoice/create', 'invoice/hold']);
const HTML = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body><center><h1>${status}</h1></center></body>\r\n</html>\r\n`;

/** The id that an `answer` effect gives to the object that the call creates. */
function forcedId(call: FaultCall, set: Readonly<Record<string, unknown>> | undefined): number | undefined {
  if (!CREATES_INVOICE.has(call.operation) && call.operation !== 'withdraw/create') return undefined;
  const value = set?.['data.id'];
  const literal = typeof value === 'object' && value !== null && '$number' in value ? value.$number : value;
  const id = typeof literal === 'number' || typeof literal === 'string' ? Number(literal) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A status of 500 and above comes from in front of the gateway, as text; the others with the envelope. */
function httpStatusBody(status: number, body: string | undefined): CallPlan['body'] {
  if (body !== undefined) {
    const type = /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain';
    return { text: body, type };
  }
  return status >= 500 ? { text: `HTTP ${status}`, type: 'text/plain' } : undefined;
}

function applyToCall(plan: Mutable<CallPlan>, call: FaultCall, { id, effect }: Bitten): void {
  if ('committed' in effect && !effect.committed) plan.committed = false;
  switch (effect.kind) {
    case 'error': {
      const { code, message, data, httpStatus } = effect;
      if (effect.committed !== true) plan.committed = false;
      plan.error = {
        code,
        ...(message === undefined ? {} : { message }),
        ...(data === undefined ? {} : { data }),
        ...(httpStatus === undefined ? {} : { httpStatus }),
      };
      break;
    }
    case 'read-timeout':
      plan.outcome = 'hold';
      break;
    case 'reset':
    case 'close':
      plan.outcome = effect.kind;
      break;
    case 'truncate':
      plan.truncate = true;
      break;
    case 'malformed':
      plan.malformed = true;
      break;
    case 'html':
      plan.httpStatus = effect.status;
      plan.body = { text: HTML(effect.status), type: 'text/html' };
      break;
    case 'http-status': {
      plan.httpStatus = effect.status;
      const body = httpStatusBody(effect.status, effect.body);
      if (body !== undefined) plan.body = body;
      break;
    }
    case 'delay':
      plan.delayMs += effect.delayMs;
      break;
    case 'answer': {
      const { kind: _kind, breaksSpec: _declared, ...edit } = effect;
      plan.edits = [...plan.edits, edit as CallPlan['edits'][number]];
      const forced = forcedId(call, effect.set);
      if (forced !== undefined) plan.forcedId = forced;
      break;
    }
    case 'statuses':
      plan.statuses = { fault: id, sequence: effect.sequence };
      break;
    case 'notify-first':
      plan.notifyFirst = effect.status;
      break;
    case 'wait':
      plan.waitFor = id;
      break;
    case 'kill-merchant':
      plan.kill = { fault: id, when: effect.when, restart: effect.restart };
      break;
  }
}

/** What the faults that bite a call make of it, in the order in which they were armed. */
export function planCall(call: FaultCall, bitten: readonly Bitten[]): CallPlan {
  const plan: Mutable<CallPlan> = {
    faults: bitten.map(({ id, effect }) => ({ id, effect: effect.kind })),
    committed: true,
    outcome: 'answer',
    delayMs: 0,
    edits: [],
  };
  for (const each of bitten) applyToCall(plan, call, each);
  return plan;
}

/** What the faults that bite a delivery make of it. */
export function planDelivery(bitten: readonly Bitten[]): DeliveryPlan {
  const plan: Mutable<DeliveryPlan> = {
    faults: bitten.map(({ id, effect }) => ({ id, effect: effect.kind })),
  };
  for (const { id, effect } of bitten) {
    if (effect.kind === 'drop') plan.drop = true;
    else if (effect.kind === 'reorder') plan.reorder = true;
    else if (effect.kind === 'delay-delivery') plan.delayMs = (plan.delayMs ?? 0) + effect.delayMs;
    else if (effect.kind === 'duplicate') plan.duplicate = { times: effect.times, parallel: effect.parallel };
    else if (effect.kind === 'kill-merchant') {
      plan.kill = { fault: id, when: effect.when, restart: effect.restart };
    }
  }
  return plan;
}
