import type { FaultPoints } from '../core/fault-points.ts';
import type { Fault } from './fault.ts';

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
}
