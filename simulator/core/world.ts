import type { Operation } from '../protocol/operations.ts';
import type { ReadingValues } from '../protocol/readings.ts';
import type { RequestField } from '../protocol/request-fields.ts';
import type { Agenda } from './agenda.ts';
import type { Notification, Subject } from './entities.ts';
import type { Ids } from './ids.ts';
import type { Memory } from './memory-port.ts';
import type { Store } from './store.ts';
import type { GatewayOptions, GatewayPorts } from './types.ts';

/** Why something changed. */
export type Cause = 'request' | 'payer' | 'payment-system' | 'script' | 'magic' | 'clock';

/** What happens at an instant. */
export type Due =
  | { kind: 'attempt'; notification: Notification; at: number }
  | {
      kind: 'step';
      id: number;
      subject: Subject;
      status: number | string;
      cause: Cause;
      errorCode?: number;
      silent?: boolean;
    };

/** An operation with everything that judging a request needs, worked out once. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly fields: readonly RequestField[];
  readonly known: ReadonlySet<string>;
}

/** What follows from the readings, worked out once whenever they change. */
export interface Rules {
  readonly byPath: ReadonlyMap<string, CompiledOperation>;
  readonly maxBytes: number;
  readonly nowWindowMs: number | undefined;
  readonly numberStyle: 'shortest' | 'decimal';
}

/** Everything that the parts of the core share. */
export interface World {
  readonly options: GatewayOptions;
  readonly ports: GatewayPorts;
  readonly store: Store;
  readonly ids: Ids;
  readonly agenda: Agenda<Due>;
  readonly memory: Memory;
  readings: ReadingValues;
  rules: Rules;
}
