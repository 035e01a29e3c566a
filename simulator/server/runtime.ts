import type { GatewayAction, GatewayCore, Receipt } from '../core/types.ts';
import type { NotificationView } from '../core/views.ts';
import type { FaultEngine } from '../faults/engine.ts';
import type { GatewayClock } from './clock.ts';
import type { Courier } from './delivery.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Journal } from './journal.ts';
import type { Releases } from './releases.ts';
import type { Timeline } from './timeline.ts';
import type { IncomingCall, Reply } from './transport.ts';

/** The running parts of a simulator, as the control plane and the pages use them. */
export interface Runtime {
  readonly version: string;
  readonly seed: number;
  readonly senders: readonly string[];
  /** Of all shops, so that nothing shows them. */
  readonly secrets: readonly string[];
  /** Of one shop, the first where none is named. */
  readonly secretsOf: (shopId: string | number | undefined) => readonly string[];
  readonly origin: () => string;
  readonly core: GatewayCore;
  readonly clock: GatewayClock;
  readonly journal: Journal;
  readonly courier: Courier;
  readonly dispatcher: Dispatcher;
  readonly timeline: Timeline;
  readonly faults: FaultEngine;
  readonly releases: Releases;
  /** Has the gateway serve a request as if it had come over a connection. */
  readonly submit: (call: IncomingCall) => Promise<Reply>;
  /** Aborted when the simulator stops. */
  readonly stopping: AbortSignal;
}

/** Why an action was not carried out; `reason` decides about the HTTP status of the answer. */
export class ActionRefused extends Error {
  readonly reason: 'absent' | 'state' | 'value';

  constructor(reason: ActionRefused['reason'], message: string) {
    super(message);
    this.name = 'ActionRefused';
    this.reason = reason;
  }
}

/** Carries an action out and lets what it made due happen by itself. Answers the notifications it queued. */
export function act(runtime: Runtime, action: GatewayAction): { changed: number; notifications: string[] } {
  const result = runtime.core.act(action);
  if (!result.ok) throw new ActionRefused(result.reason, result.message);
  runtime.timeline.kick();
  return result;
}

/** Makes the attempt of a queued notification now and waits for its reply; null if none is due. */
export async function deliverNow(runtime: Runtime, notification: string): Promise<Receipt | null> {
  runtime.dispatcher.pump();
  return (await runtime.dispatcher.pending(notification)) ?? null;
}

type NotifyingAction = Extract<GatewayAction, { kind: 'invoice-status' | 'payer' | 'refund-status' }>;

/** An action with its notification: delivered now, left to the schedule, or not made at all. */
export async function actAndNotify(
  runtime: Runtime,
  action: NotifyingAction,
  notify: 'deliver' | 'queue' | 'none' = 'deliver',
): Promise<{ notification: NotificationView | null; reply: Receipt | null }> {
  const { notifications } = act(runtime, { ...action, notify: notify === 'none' ? 'none' : 'queue' });
  const id = notifications.at(-1);
  if (id === undefined) return { notification: null, reply: null };
  const reply = notify === 'deliver' ? await deliverNow(runtime, id) : null;
  return { notification: runtime.core.notifications({ notification: id })[0] ?? null, reply };
}
