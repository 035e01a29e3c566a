import { LosslessNumber, type WireValue } from '../simulator/protocol/wire.ts';

/** A member of a body. Bodies are lists of them, because a hostile one may name a key twice. */
export type Member = readonly [key: string, value: WireValue];

/** A number as it stands on the wire. */
export const literal = (text: string | number): LosslessNumber => new LosslessNumber(String(text));

/** The shortest literal of a decimal text: `10.50` is `10.5`, `10.00` is `10`. */
export const shortestLiteral = (amount: string): string =>
  amount.includes('.') ? amount.replace(/0+$/, '').replace(/\.$/, '') : amount;

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

/** The words for statuses under the reading `notification.status` = `text`. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  1: 'created',
  2: 'waiting',
  3: 'create_error',
  4: 'success',
  5: 'notice_error',
  6: 'rejected',
};

/** How a status is spelled under these readings. */
export function spelledStatus(status: number, readings: Readonly<Record<string, string>>): WireValue {
  const hold = readings['notification.hold-status'] ?? '8';
  if (status === 8 && hold !== '8') return hold;
  const word = STATUS_WORDS[status];
  return readings['notification.status'] === 'text' && word !== undefined ? word : literal(status);
}

/** The members of a notification of a pending payment, which is like this one else. */
export function asPending(members: readonly Member[], readings: Readonly<Record<string, string>>): Member[] {
  const unprocessed = fieldOf(members, 'processed') === undefined ? {} : { processed: null };
  return withFields(members, { status: spelledStatus(2, readings), ...unprocessed });
}
