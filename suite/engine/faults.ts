import type { Effect, OperationId, Where } from '../../simulator/index.ts';
import type { Stage } from './stage.ts';
import type { Unless } from './witness.ts';

type Operations = OperationId | readonly OperationId[];

/** Which calls of an operation are meant; any when left out. */
type Which = Omit<Where, 'operation' | 'notification'> & Unless;

async function arm(
  { slot }: Stage,
  operation: Operations,
  effect: Effect,
  { unless, ...which }: Which,
  often: { readonly times?: number | null },
): Promise<string> {
  const operations = typeof operation === 'string' ? operation : [...operation];
  const [fault = ''] = await slot.gateway.arm(
    { where: { operation: operations, ...which }, ...often, effect },
    unless === undefined ? {} : { unless },
  );
  return fault;
}

/** The next call of this operation, or the next so many (null: all), ends like this; gives the id of the fault. */
export function nextCall(
  stage: Stage,
  operation: Operations,
  effect: Effect,
  { times, ...which }: Which & { readonly times?: number | null } = {},
): Promise<string> {
  return arm(stage, operation, effect, which, times === undefined ? {} : { times });
}

/** Every call of this operation ends like this, until the faults are cleared; gives the id of the fault. */
export function everyCall(
  stage: Stage,
  operation: Operations,
  effect: Effect,
  which: Which = {},
): Promise<string> {
  return arm(stage, operation, effect, which, { times: null });
}

/** Notifications about this, any when left out, are lost on their way until the faults are cleared. */
export async function loseNotifications(
  { slot }: Stage,
  { type, ...which }: Omit<Where, 'operation' | 'notification'> & { readonly type?: string } = {},
): Promise<void> {
  const notification = type === undefined ? {} : { type };
  await slot.gateway.arm({ where: { ...which, notification }, times: null, effect: { kind: 'drop' } });
}
