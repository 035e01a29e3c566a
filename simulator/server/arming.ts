import type { Fault } from '../faults/fault.ts';
import { ActionRefused, type Runtime } from './runtime.ts';

/**
 * Arms faults in order and records that.
 *
 * @throws ActionRefused if an id is taken; the ones before it stay armed.
 */
export function armAll(runtime: Pick<Runtime, 'faults' | 'journal'>, faults: readonly Fault[]): string[] {
  return faults.map((fault) => {
    let id: string;
    try {
      id = runtime.faults.arm(fault);
    } catch (error) {
      throw new ActionRefused('state', error instanceof Error ? error.message : String(error));
    }
    runtime.journal.emit({ kind: 'fault', fault: id, action: 'armed', effect: fault.effect.kind });
    return id;
  });
}

/** Removes a fault and records that; false for an unknown one. */
export function disarm({ faults, journal, releases }: Runtime, id: string): boolean {
  const armed = faults.list().find((fault) => fault.id === id);
  if (armed === undefined || !faults.disarm(id)) return false;
  journal.emit({ kind: 'fault', fault: id, action: 'removed', effect: armed.fault.effect.kind });
  // Nobody could release an answer that waits for a fault which is gone.
  releases.release(id);
  return true;
}
