import type { Base, OperationId } from '../protocol/operations.ts';

/** When the merchant is to be killed, and whether it is started again afterwards. */
export interface Kill {
  fault: string;
  when: 'before-answer' | 'after-answer' | 'before-delivery' | 'in-delivery' | 'after-reply';
  restart: boolean;
}

/** A fault that bit. */
export interface Bite {
  id: string;
  effect: string;
}

/** An authenticated call, as faults see it. */
export interface FaultCall {
  exchange: string;
  operation: OperationId;
  base: Base;
  shopId: string;
  shopOrderId?: string;
  shopPaymentId?: string;
  paymentId?: number;
  payoutId?: number;
}

/** An attempt that is about to be made, as faults see it. */
export interface FaultDelivery {
  notification: string;
  attempt: number;
  type: string;
  status: number | string;
  base: Base;
  shopId: string;
  shopOrderId?: string;
  paymentId?: number;
  payoutId?: number;
}

/** A change of an answer's body or headers. Values are plain JSON; `{ "$number": "1.50" }` is a literal. */
export interface AnswerEdit {
  set?: Readonly<Record<string, unknown>>;
  remove?: readonly string[];
  envelope?: unknown;
  headers?: Readonly<Record<string, string>>;
  shuffle?: boolean;
  unknownFields?: boolean;
}

/** What all the faults that bite a call make of it. */
export interface CallPlan {
  /** In the order in which they were armed. */
  faults: readonly Bite[];
  /** False: the operation is not carried out. */
  committed: boolean;
  outcome: 'answer' | 'hold' | 'reset' | 'close';
  delayMs: number;
  error?: { code: number; message?: string; data?: unknown; httpStatus?: number };
  httpStatus?: number;
  /** The whole body instead of the envelope, with its media type. */
  body?: { text: string; type: string };
  truncate?: boolean;
  /** The body is cut and ends in what is no JSON. */
  malformed?: boolean;
  edits: readonly AnswerEdit[];
  /** The id that the created object gets. */
  forcedId?: number;
  statuses?: { fault: string; sequence: readonly (number | string)[] };
  notifyFirst?: number | string;
  waitFor?: string;
  kill?: Kill;
}

/** What all the faults that bite a delivery make of it. */
export interface DeliveryPlan {
  faults: readonly Bite[];
  drop?: boolean;
  /** Gateway time. */
  delayMs?: number;
  reorder?: boolean;
  duplicate?: { times: number; parallel: boolean };
  kill?: Kill;
}

/** The fixed points at which faults bite. */
export interface FaultPoints {
  /** Asked once per authenticated call, before the operation. */
  call(call: FaultCall): CallPlan | undefined;
  /** Asked once per attempt, when it is due. */
  delivery(delivery: FaultDelivery): DeliveryPlan | undefined;
}
