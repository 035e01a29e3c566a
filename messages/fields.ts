import { notifiedStatus } from '../simulator/protocol/notifications.ts';
import { LosslessNumber, type WireValue } from '../simulator/protocol/wire.ts';

/** A member of a body. Bodies are lists of them, because a hostile one may name a key twice. */
export type Member = readonly [key: string, value: WireValue];

/** A number as it stands on the wire. */
export const literal = (text: string | number): LosslessNumber => new LosslessNumber(String(text));

/** The shortest literal of a decimal text: `10.50` is `10.5`, `10.00` is `10`. */
export const shortestLiteral = (amount: string): string =>
  amount.includes('.') ? amount.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : amount;

/** The members with a field set, a new one last; undefined leaves it out. */
export function withField(members: readonly Member[], key: string, value: WireValue | undefined): Member[] {
  if (value === undefined) return members.filter(([name]) => name !== key);
  return members.some(([name]) => name === key)
    ? members.map((member): Member => (member[0] === key ? [key, value] : member))
    : [...members, [key, value]];
}

/** Fields to set; undefined leaves one out. */
export type Fields = Readonly<Record<string, WireValue | undefined>>;

/** The members with all of these set. */
export const withFields = (members: readonly Member[], fields: Fields): Member[] =>
  Object.entries(fields).reduce<Member[]>((all, [key, value]) => withField(all, key, value), [...members]);

/** The value of a field, undefined when it is absent. */
export const fieldOf = (members: readonly Member[], key: string): WireValue | undefined =>
  members.find(([name]) => name === key)?.[1];

/** How a status is spelled under these readings. */
export function spelledStatus(status: number, readings: Readonly<Record<string, string>>): WireValue {
  const spelled = notifiedStatus(status, readings);
  return typeof spelled === 'string' ? spelled : literal(spelled);
}

/** The members of a notification of a pending payment, which is like this one else. */
export function asPending(members: readonly Member[], readings: Readonly<Record<string, string>>): Member[] {
  const unprocessed = fieldOf(members, 'processed') === undefined ? {} : { processed: null };
  return withFields(members, { status: spelledStatus(2, readings), ...unprocessed });
}
