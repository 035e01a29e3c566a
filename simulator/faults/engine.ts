import type { FaultCall, FaultDelivery, FaultPoints } from '../core/fault-points.ts';
import type { Random } from '../core/types.ts';
import type { EventBody } from '../protocol/events.ts';
import type { Fault } from './fault.ts';
import { bitesDelivery, matchesCall, matchesDelivery } from './matching.ts';
import { planCall, planDelivery } from './plans.ts';

/** A fault that is armed, and how often it matched and bit. `remaining` is null for ever. */
export interface ArmedFault {
  id: string;
  fault: Fault;
  matched: number;
  bit: number;
  remaining: number | null;
}

/** The faults in force. */
export interface FaultEngine extends FaultPoints {
  /** Arms a fault and gives its id. @throws {RangeError} when a fault with that id is armed. */
  arm(fault: Fault): string;
  /** Removes a fault; false for an unknown one. */
  disarm(id: string): boolean;
  /** Ends a `wait`: the fault is removed. False for an unknown fault or another effect. */
  release(id: string): boolean;
  list(): ArmedFault[];
  /** Grows with every change of what `list` gives. */
  changes(): number;
  /** Puts faults in force as they were in another engine, without telling anyone. */
  goOn(armed: readonly ArmedFault[]): void;
}

/** Counts the match, and says whether the fault bites this time. */
function bites(armed: ArmedFault, random: Random): boolean {
  if (armed.remaining === 0) return false;
  armed.matched += 1;
  if (armed.matched <= (armed.fault.skip ?? 0)) return false;
  const { probability } = armed.fault;
  if (probability !== undefined && random() >= probability) return false;
  armed.bit += 1;
  if (armed.remaining !== null) armed.remaining -= 1;
  return true;
}

type FaultEvent = Extract<EventBody, { kind: 'fault' }>;

/** That a fault was armed; what a tester declared of it goes into the history. */
function armedEvent(id: string, { effect }: Fault): FaultEvent {
  const declared = 'breaksSpec' in effect && effect.breaksSpec === true;
  return {
    kind: 'fault',
    fault: id,
    action: 'armed',
    effect: effect.kind,
    ...(declared && { breaksSpec: true }),
  };
}

/**
 * Holds the faults in force. Several may bite one call or delivery; a fault that has bitten as often as it
 * may stays in the list until it is removed.
 *
 * @param random draws for faults with a probability
 * @param emit told when a fault is armed or removed
 */
export function createFaultEngine(
  faults: readonly Fault[],
  random: Random,
  emit: (event: FaultEvent) => void = () => undefined,
): FaultEngine {
  const armed = new Map<string, ArmedFault>();
  /** Those that can still bite: the rest costs nothing per call. */
  const live = { calls: new Set<ArmedFault>(), deliveries: new Set<ArmedFault>() };
  let named = 0;
  let changes = 0;

  function arm(fault: Fault): string {
    let id = fault.id;
    if (id === undefined) {
      do id = `f${++named}`;
      while (armed.has(id));
    }
    if (armed.has(id)) {
      throw new RangeError(
        `A fault with id ${JSON.stringify(id)} is armed: remove it first, or leave id out.`,
      );
    }
    put({ id, fault, matched: 0, bit: 0, remaining: fault.times === undefined ? 1 : fault.times });
    emit(armedEvent(id, fault));
    return id;
  }

  function put(entry: ArmedFault): void {
    changes += 1;
    armed.set(entry.id, entry);
    if (entry.remaining === 0) return;
    (bitesDelivery(entry.fault.effect) ? live.deliveries : live.calls).add(entry);
  }

  function disarm(id: string): boolean {
    const entry = armed.get(id);
    if (entry === undefined) return false;
    changes += 1;
    armed.delete(id);
    live.calls.delete(entry);
    live.deliveries.delete(entry);
    emit({ kind: 'fault', fault: id, action: 'removed', effect: entry.fault.effect.kind });
    return true;
  }

  function bitten(entries: Set<ArmedFault>, matches: (entry: ArmedFault) => boolean) {
    const found = [];
    for (const entry of entries) {
      if (!matches(entry)) continue;
      changes += 1;
      if (!bites(entry, random)) continue;
      found.push({ id: entry.id, effect: entry.fault.effect });
      if (entry.remaining === 0) entries.delete(entry);
    }
    return found;
  }

  for (const fault of faults) arm(fault);

  return {
    call(call: FaultCall) {
      if (live.calls.size === 0) return undefined;
      const found = bitten(live.calls, ({ fault }) => matchesCall(fault.where, call));
      return found.length === 0 ? undefined : planCall(call, found);
    },
    delivery(delivery: FaultDelivery) {
      if (live.deliveries.size === 0) return undefined;
      const found = bitten(live.deliveries, ({ fault }) => matchesDelivery(fault.where, delivery));
      return found.length === 0 ? undefined : planDelivery(found);
    },
    arm,
    disarm,
    release: (id) => armed.get(id)?.fault.effect.kind === 'wait' && disarm(id),
    list: () => [...armed.values()].map((entry) => ({ ...entry })),
    changes: () => changes,
    goOn(entries) {
      for (const entry of entries) put({ ...entry });
    },
  };
}
