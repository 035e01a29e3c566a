import type { FaultEngine } from '../faults/engine.ts';
import type { Fault } from '../faults/fault.ts';
import { messageOf } from './errors.ts';
import { ActionRefused, type Runtime } from './runtime.ts';

/**
 * Arms faults in order and answers their ids.
 *
 * @throws ActionRefused if an id is taken; the ones before it stay armed.
 */
export function armAll(faults: FaultEngine, wanted: readonly Fault[]): string[] {
  return wanted.map((fault) => {
    try {
      return faults.arm(fault);
    } catch (error) {
      throw new ActionRefused('state', messageOf(error));
    }
  });
}

/** Removes a fault; false for an unknown one. Nobody could release an answer that waits for it then. */
export function disarm({ faults, releases }: Runtime, id: string): boolean {
  if (!faults.disarm(id)) return false;
  releases.release(id);
  return true;
}
