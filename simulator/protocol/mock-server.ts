import type { Magic } from './magic.ts';

/** What a word in the suffix of a payway's alias makes happen, in payments and in payouts. */
export interface MockWord {
  readonly word: string;
  readonly says: string;
  readonly invoice: Magic;
  readonly payout: Magic;
}

const statuses = (sequence: readonly number[], silent = false): Magic => ({
  kind: 'statuses',
  sequence,
  ...(silent ? { silent: true } : {}),
});
const error = (code: number): Magic => ({ kind: 'error', code });

/**
 * The words that recorded traffic of the test stand shows after `[mock_server,`. What `success` and `rejected` do
 * without a callback, and what the others do, is our choice: the recordings show the names only.
 */
export const MOCK_WORDS: readonly MockWord[] = [
  {
    word: 'success',
    says: 'paid by itself, without a notification; a payout is completed',
    invoice: statuses([2, 4], true),
    payout: statuses([3, 5]),
  },
  {
    word: 'success_with_callback',
    says: 'paid by itself; a payout is completed',
    invoice: statuses([2, 4]),
    payout: statuses([3, 5]),
  },
  {
    word: 'rejected',
    says: 'rejected by itself, without a notification; a payout is rejected',
    invoice: statuses([2, 6], true),
    payout: statuses([3, 6]),
  },
  {
    word: 'rejected_with_callback',
    says: 'rejected by itself; a payout is rejected',
    invoice: statuses([2, 6]),
    payout: statuses([3, 6]),
  },
  {
    word: 'create_declined_with_callback',
    says: 'the payment system does not create the payment, and it is rejected',
    invoice: statuses([3, 6]),
    payout: statuses([4, 6]),
  },
  {
    word: 'internal_server_error',
    says: 'refused with code 2000',
    invoice: error(2000),
    payout: error(2000),
  },
  {
    word: 'timeout_error',
    says: 'never answered, and carried out',
    invoice: { kind: 'read-timeout', committed: true },
    payout: { kind: 'read-timeout', committed: true },
  },
  { word: 'fail', says: 'refused with code 2000', invoice: error(2000), payout: error(2000) },
  {
    word: 'wallet_does_not_exist',
    says: 'refused: account not found',
    invoice: error(13),
    payout: error(13),
  },
  {
    word: 'payment_forbidden',
    says: 'refused: incorrect account status',
    invoice: error(14),
    payout: error(14),
  },
];

const byWord = new Map(MOCK_WORDS.map((each) => [each.word, each]));

/** An alias with a suffix, such as `card_rub[mock_server,success]`: the payway's own, and what the word does. */
export function mockServerOf(alias: string): { alias: string; does: MockWord } | undefined {
  const match = /^([^[\]]+)\[mock_server,([a-z_]+)\]$/.exec(alias);
  const does = byWord.get(match?.[2] ?? '');
  return match === null || does === undefined ? undefined : { alias: match[1] ?? '', does };
}
