import type { FaultCall, FaultDelivery } from '../core/fault-points.ts';
import type { EffectKind, Where } from './fault.ts';

/** Effects that bite a delivery; all others bite a call. `kill-merchant` depends on its moment. */
const DELIVERY_EFFECTS = new Set<EffectKind>(['drop', 'duplicate', 'delay-delivery', 'reorder']);
const DELIVERY_KILLS = new Set(['before-delivery', 'in-delivery', 'after-reply']);

/** Whether an effect bites deliveries rather than calls. */
export function bitesDelivery(effect: { kind: EffectKind; when?: string }): boolean {
  if (effect.kind === 'kill-merchant') return DELIVERY_KILLS.has(effect.when ?? '');
  return DELIVERY_EFFECTS.has(effect.kind);
}

type Subject = Pick<FaultCall & FaultDelivery, 'base' | 'shopId' | 'shopOrderId' | 'paymentId' | 'payoutId'>;

const same = (wanted: number | string | undefined, found: number | string | undefined): boolean =>
  wanted === undefined || (found !== undefined && String(wanted) === String(found));

function matchesSubject(where: Where, found: Subject): boolean {
  return (
    same(where.base, found.base) &&
    same(where.shopId, found.shopId) &&
    same(where.shopOrderId, found.shopOrderId) &&
    same(where.paymentId, found.paymentId) &&
    same(where.payoutId, found.payoutId)
  );
}

/** Whether a call is one that the conditions name. Conditions on notifications exclude every call. */
export function matchesCall(where: Where, call: FaultCall): boolean {
  const { operation } = where;
  if (where.notification !== undefined) return false;
  const named = Array.isArray(operation)
    ? operation.includes(call.operation)
    : same(operation, call.operation);
  return named && same(where.shopPaymentId, call.shopPaymentId) && matchesSubject(where, call);
}

/** Whether a delivery is one that the conditions name. Conditions on operations exclude every delivery. */
export function matchesDelivery(where: Where, delivery: FaultDelivery): boolean {
  if (where.operation !== undefined || where.shopPaymentId !== undefined) return false;
  const { type, status, attempt } = where.notification ?? {};
  return (
    same(type, delivery.type) &&
    same(status, delivery.status) &&
    same(attempt, delivery.attempt) &&
    matchesSubject(where, delivery)
  );
}
