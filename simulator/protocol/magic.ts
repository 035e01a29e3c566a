/** What a documented value makes happen. */
export type Magic =
  /** The request is refused with this code. */
  | { readonly kind: 'error'; readonly code: number }
  /**
   * The object takes these statuses, one after the other. With a `code` the request is answered with it although it is
   * carried out; with `redirects` the answer names an address for the recipient.
   */
  | {
      readonly kind: 'statuses';
      readonly sequence: readonly (number | string)[];
      readonly code?: number;
      readonly redirects?: true;
      /** Nobody is notified of them. */
      readonly silent?: true;
    }
  /** The request is never answered; the payout is stored, or not. */
  | { readonly kind: 'read-timeout'; readonly committed: boolean }
  /** check_account answers these keys, which withdraw/create takes in `account_details`. */
  | { readonly kind: 'account-info'; readonly info: Readonly<Record<string, string>> }
  /** The payment system asks for a 3-D Secure page first; it succeeds or fails there. */
  | { readonly kind: 'challenge'; readonly succeeds: boolean };

/** A documented value: where it is used, what it is, what it does, in words and as data. */
export interface MagicValue {
  readonly field: 'payway' | 'amount' | 'card' | 'account' | 'refund-amount';
  readonly value: string;
  readonly says: string;
  readonly does: Magic;
}

const row = (field: MagicValue['field'], value: string, does: Magic, says: string): MagicValue => ({
  field,
  value,
  says,
  does,
});
const error = (code: number): Magic => ({ kind: 'error', code });
const statuses = (...sequence: (number | string)[]): Magic => ({ kind: 'statuses', sequence });
const PROCESSING = 8;
/** Answered "operation is processing", and carried out. */
const processing = (...sequence: (number | string)[]): Magic => ({
  kind: 'statuses',
  sequence,
  code: PROCESSING,
});

/**
 * Values that make behaviour reachable from a shop's own pages, where the gateway plays with magic values.
 * Payways work for every shop, in rubles; the rest works with any payway.
 */
export const MAGIC_VALUES: readonly MagicValue[] = [
  row('payway', 'test_not_found', error(1), 'refused: payway not found'),
  row('payway', 'test_not_active', error(2), 'refused: payway not active'),
  row('payway', 'test_not_available', error(3), 'refused: payway not available'),
  row('payway', 'test_unknown_error', error(57), 'refused with a code that no list names'),
  row('payway', 'test_pays', statuses(2, 4), 'the invoice is paid by itself'),
  row('payway', 'test_declines', statuses(2, 6), 'the invoice is rejected by itself'),
  row('payway', 'test_fails_then_pays', statuses(3, 5, 4), 'the payment system fails twice, then it is paid'),
  row('payway', 'test_processing', processing(2, 4), 'answered with code 8, and paid by itself'),
  row('payway', 'test_holds', statuses(2, 8), 'the funds of a hold are blocked by themselves'),
  row('amount', '40404.04', error(4), 'refused: amount too small'),
  row('amount', '50505.05', error(5), 'refused: amount too big'),
  row('amount', '57575.57', error(57), 'refused with a code that no list names'),
  row('card', '4111111111111111', statuses(4), 'pays'),
  row('card', '4000000000000002', statuses(6), 'is declined'),
  row('card', '4000000000009995', statuses(6), 'is declined: insufficient funds'),
  row('card', '4000000000003220', { kind: 'challenge', succeeds: true }, 'pays after a 3-D Secure page'),
  row('card', '4000000000003238', { kind: 'challenge', succeeds: false }, 'fails on the 3-D Secure page'),
  row('account', '79000000005', statuses(3, 5), 'the payout is completed'),
  row('account', '79000000006', statuses(3, 6), 'the payout is rejected'),
  row('account', '79000000495', statuses(4, 9, 5), 'two payment-system errors, then completed'),
  row('account', '79000000496', statuses(4, 9, 6), 'two payment-system errors, then rejected'),
  row('account', '79000000055', statuses(5), 'completed in the answer itself'),
  row('account', '79000000066', statuses(6), 'rejected in the answer itself'),
  row('account', '79000000003', statuses(3), 'stays with the payment system'),
  row('account', '79000000408', { kind: 'read-timeout', committed: true }, 'read timeout; the payout exists'),
  row('account', '79000000404', { kind: 'read-timeout', committed: false }, 'read timeout; no such payout'),
  row(
    'account',
    '79000000008',
    processing(3, 5),
    'answered with code 8; the payout exists, and is completed',
  ),
  row(
    'account',
    '79000000302',
    { kind: 'statuses', sequence: [3, 5], redirects: true },
    '`redirect_info` has an address for the recipient; the payout is completed by itself',
  ),
  row('account', '79000000009', error(9), 'refused: insufficient balance'),
  row(
    'account',
    '79000000013',
    error(13),
    'refused: account not found; `check_account` says that it cannot be credited',
  ),
  row(
    'account',
    '79000000021',
    { kind: 'account-info', info: { first_name: 'Anna', last_name: 'Ivanova' } },
    '`check_account` answers extra keys in `account_info`, for `account_details` of the payout',
  ),
  row('refund-amount', '6.66', statuses('FAILED'), 'the refund fails in the answer itself'),
  row('refund-amount', '5.55', statuses('SUCCESS'), 'the refund succeeds in the answer itself'),
  row('refund-amount', '7.77', statuses('WAITING', 'FAILED'), 'the refund waits, then fails'),
  row(
    'refund-amount',
    '8.88',
    processing('WAITING', 'SUCCESS'),
    'answered with code 8; the refund exists, and succeeds',
  ),
];

const table = new Map(MAGIC_VALUES.map((each) => [`${each.field} ${each.value}`, each.does]));

/** What a value does in a field, or undefined for an ordinary value. */
export function magicOf(field: MagicValue['field'], value: string | undefined): Magic | undefined {
  return value === undefined ? undefined : table.get(`${field} ${value}`);
}
