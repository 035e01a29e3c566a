/** The string to sign as a plan that mistakes change one part of: which keys, which order, which spelling. */
import { signedValue } from './sign-digest.ts';
import { isLosslessNumber, type WireObject, type WireValue } from './wire.ts';

/** A message as the recipes see it. */
export interface SignedMessage {
  kind: 'request' | 'notification';
  body: WireObject;
  /** The keys that take part by the specification, in code unit order: present, not null, not empty. */
  keys: readonly string[];
  /** The keys that take part if they have a value. */
  listed: readonly string[];
  secret: string;
}

/** How a merchant builds the string; every part left out is as the specification says. */
export interface SignPlan {
  keys?: readonly string[];
  /** Puts the keys that have a value in order. */
  order?: (keys: string[], body: WireObject) => string[];
  /** Puts the finished values in order. */
  arrange?: (values: string[]) => string[];
  separator?: string;
  /** Re-spells a value; undefined drops it. */
  spell?: (text: string, key: string, value: WireValue) => string | undefined;
  /** The text for null, empty or absent; undefined leaves them out. */
  empty?: (value: WireValue | undefined, key: string) => string | undefined;
  /** The text of an object or array; undefined leaves it out. */
  nested?: (value: WireValue) => string | undefined;
  /** What a key and its value become between the separators. */
  slot?: (key: string, text: string) => string;
}

/** Reads a message for the recipes. */
export function signedMessage(
  kind: SignedMessage['kind'],
  body: WireObject,
  fields: readonly string[],
  secret: string,
): SignedMessage {
  const listed = (kind === 'request' ? [...fields] : Object.keys(body))
    .filter((key) => key !== 'sign')
    .sort();
  return { kind, body, listed, keys: listed.filter((key) => signedValue(body[key]) !== undefined), secret };
}

/** The string that a plan builds, without the secret. */
export function plannedText(message: SignedMessage, plan: SignPlan): string {
  const { body } = message;
  const keys = [...(plan.keys ?? message.listed)].sort();
  const values: string[] = [];
  for (const key of plan.order?.(keys, body) ?? keys) {
    const text = plannedValue(key, body[key], plan);
    if (text !== undefined) values.push(plan.slot?.(key, text) ?? text);
  }
  return (plan.arrange?.(values) ?? values).join(plan.separator ?? ':');
}

/** The text that a plan gives a value; undefined where it has no place. */
export function plannedValue(key: string, value: WireValue | undefined, plan: SignPlan): string | undefined {
  const isNested = value !== undefined && plan.nested !== undefined && isNestedValue(value);
  const text = isNested ? plan.nested?.(value) : signedValue(value);
  if (text === undefined || value === undefined) return isNested ? undefined : plan.empty?.(value, key);
  return plan.spell === undefined ? text : plan.spell(text, key, value);
}

/** Whether a value is an array or an object. */
export function isNestedValue(value: WireValue | undefined): boolean {
  return typeof value === 'object' && value !== null && !isLosslessNumber(value);
}
