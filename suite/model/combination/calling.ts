import type { Effect, OperationId, Where } from '../../../simulator/index.ts';
import type { Pending, Place } from './kind.ts';

/** Whose call to the gateway may be held back. */
export interface Caller {
  readonly place: Place;
  readonly pending: Pending;
  /** The fault that holds an answer back; undefined where none is. */
  held: string | undefined;
  /** The merchant has just shown it, in answer to a search: nobody needs to look at it again. */
  isSeen: boolean;
  /** Every fault that was meant for it. */
  readonly faults: string[];
}

/** What is pressed in the shop, and the call that comes of it. */
export interface Press<V> {
  readonly where: Omit<Where, 'operation'> & { readonly operation: readonly OperationId[] };
  readonly work: () => Promise<unknown>;
  /** What the gateway has made of the call that the fault was for; undefined as long as it has made nothing. */
  readonly made: (fault: string | undefined) => Promise<V | undefined>;
}

export const WITHIN_MS = 1_000;
const LOOK_MS = 5;

async function found<V>(look: () => Promise<V | undefined>, isOver: () => boolean): Promise<V | undefined> {
  const until = performance.now() + WITHIN_MS;
  for (;;) {
    const isLast = isOver() || performance.now() >= until;
    const value = await look();
    if (value !== undefined || isLast) return value;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/**
 * Something is pressed in the shop, and its call to the gateway ends like this. Where no answer comes it goes on as soon
 * as the gateway has carried the call out.
 *
 * @returns what the gateway has made of it
 */
export async function press<V>(caller: Caller, { where, work, made }: Press<V>, effect?: Effect) {
  const { t, holdsBack, letGo } = caller.place;
  const isHeld = effect?.kind === 'wait';
  if (isHeld && !holdsBack()) return undefined;
  const { operation, ...which } = where;
  const unless = 'the merchant makes no such call';
  const fault = effect && (await t.nextCall(operation, effect, { ...which, unless }));
  if (fault !== undefined) caller.faults.push(fault);
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const isSilent = isHeld || effect?.kind === 'read-timeout';
  await caller.pending.begin(working, isSilent ? 0 : WITHIN_MS);
  const value = await found(
    () => made(fault),
    () => isOver || !isSilent,
  );
  // Where nothing came of it an answer that is held back stands in its way.
  if (!isOver && value === undefined) await letGo();
  else if (isHeld && !isOver) caller.held = fault;
  else if (fault !== undefined && isOver) await t.gateway.disarm(fault).catch(() => undefined);
  return value;
}

/** The answer that was held back arrives; false where none is. */
export async function answer(caller: Caller): Promise<boolean> {
  const { held, pending, place } = caller;
  if (held === undefined) return false;
  caller.held = undefined;
  await place.t.gateway.release(held).catch(() => undefined);
  await pending.ended();
  return true;
}
