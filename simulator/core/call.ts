import { codeText, type Step } from '../protocol/codes.ts';
import type { Magic } from '../protocol/magic.ts';
import type { Base, Operation } from '../protocol/operations.ts';
import { textOf, type WireObject, type WireValue } from '../protocol/wire.ts';
import type { Account } from './entities.ts';
import type { CallPlan } from './fault-points.ts';

/** A request that is refused, at which step, and with which code. */
export interface Refusal {
  readonly ok: false;
  readonly step: Step;
  readonly code: number;
  readonly message: string;
}

/** The objects that an answer is about, as its event names them. */
export interface Named {
  paymentId?: number;
  shopOrderId?: string;
  payoutId?: number;
  shopPaymentId?: string;
  shopRefundId?: string;
}

/** What an operation that was carried out answers. */
export interface Success {
  readonly ok: true;
  readonly data: WireValue;
  readonly named: Named;
  /** The answer never comes (magic values). */
  readonly held?: boolean;
  /** False where nothing was carried out after all (magic values). */
  readonly committed?: boolean;
  /** What is answered although it was carried out: a code after which the result follows (Errors 2). */
  readonly answeredAs?: Refusal;
}

export type Outcome = Success | Refusal;

/** An authenticated request. */
export interface Call {
  readonly exchange: string;
  readonly base: Base;
  readonly operation: Operation;
  readonly account: Account;
  readonly fields: WireObject;
  /** The body as the journal shows it. */
  readonly shown: Record<string, unknown>;
  /** What the faults that bite make of it. */
  plan: CallPlan | undefined;
}

/** A refusal; its text is the code's where none is given. */
export function refuse(step: Step, code: number | string, message?: string): Refusal {
  const number = Number(code);
  return { ok: false, step, code: number, message: message ?? codeText(number) };
}

/** What a documented value with a code makes of an outcome: it is carried out, and answered with the code. */
export function withCode(outcome: Outcome, magic: Magic | undefined): Outcome {
  if (!outcome.ok || magic?.kind !== 'statuses' || magic.code === undefined) return outcome;
  return { ...outcome, answeredAs: refuse('state', magic.code) };
}

/** The text of a field; undefined where it is absent, null or empty. */
export function textField(fields: WireObject, name: string): string | undefined {
  const text = textOf(fields[name]);
  return text === '' ? undefined : text;
}

/** The text of a field that was found to be there. */
export function requiredText(fields: WireObject, name: string): string {
  return textField(fields, name) ?? '';
}

/** Whether a boolean field says true, as a boolean or as a word. */
export function flag(fields: WireObject, name: string): boolean {
  return textOf(fields[name]) === 'true';
}
