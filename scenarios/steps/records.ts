import { isRecord } from '../../history/fields.ts';
import type { OperationId } from '../../simulator/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';

/** Asks one of the lookups of the profile, and gives its answer; nothing can be judged without one. */
export async function lookup(t: Verbs, operation: OperationId): Promise<unknown> {
  const { lookups, payways } = t.slot.config.profile;
  if (!lookups.includes(operation)) t.notApplicable(`${operation} is not among the lookups of the profile.`);
  const answer = await t.driver.lookup(operation, { payway: payways.invoice });
  if (answer.kind === 'ok' && answer.value.error === null) return answer.value.result;
  return t.inconclusive(`${operation} had no usable answer: ${JSON.stringify(answer)}.`);
}

/** Every object inside a value. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}
