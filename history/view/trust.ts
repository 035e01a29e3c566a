import { notificationBody, type Signed, signedHow } from '../../simulator/protocol/notification-sign.ts';
import { textOf, type WireObject } from '../../simulator/protocol/wire.ts';
import type { AttemptEvent } from '../events.ts';
import { fieldText, statusText } from '../fields.ts';
import { amountOf, type Big } from '../money.ts';
import type { Settings, Trust } from './types.ts';

/** What the merchant has stored about the invoice that a notification names. */
export interface Stored {
  readonly shopId: string;
  readonly shopOrderId: string;
  readonly paymentId: string | undefined;
  readonly amount: Big | undefined;
  readonly currency: string | undefined;
}

/** What the merchant has stored about the refund that a notification names. */
export interface StoredRefund {
  readonly shopId: string;
  readonly paymentId: string | undefined;
  readonly amount: Big | undefined;
  readonly currency: string | undefined;
}

const encoder = new TextEncoder();
const BY_SIGN: Readonly<Record<Signed, Trust>> = { right: 'sound', wrong: 'false', unclear: 'unknown' };
const MASKED = /\*\*\*|tok~|<SECRET>/;

/** Whether something in a text was masked, so that it cannot be compared. */
export const isMasked = (text: string): boolean => MASKED.test(text);

/** The body of a notification, JSON or form; undefined when it is neither, or strictly read not one object. */
export const bodyOf = ({ body }: AttemptEvent): WireObject | undefined =>
  notificationBody(encoder.encode(body));

/**
 * Whether a right merchant may act on this notification (Events 5). The gateway's own may always be; of a
 * crafted one its verdict decides, or else the signature is verified where the secret is known, and the values are compared.
 */
export function trustOf(attempt: AttemptEvent, stored: Stored | undefined, settings: Settings): Trust {
  return trustWhere(attempt, settings, (body) => stored !== undefined && contradicts(body, stored, settings));
}

/** The same of a notification about a refund. */
export function refundTrustOf(
  attempt: AttemptEvent,
  stored: StoredRefund | undefined,
  settings: Settings,
): Trust {
  return trustWhere(attempt, settings, (body) => stored !== undefined && contradictsRefund(body, stored));
}

function trustWhere(
  attempt: AttemptEvent,
  settings: Settings,
  isContradiction: (body: WireObject) => boolean,
): Trust {
  if (attempt.genuine) return 'sound';
  if (attempt.verdict === 'either') return 'unknown';
  if (attempt.verdict === 'reject') return 'false';
  if (attempt.method !== 'POST') return 'false';
  const body = bodyOf(attempt);
  if (body !== undefined && isContradiction(body)) return 'false';
  if (attempt.verdict === 'accept') return 'sound';
  if (body === undefined) return 'unknown';
  return signTrust(attempt, body, settings);
}

/** The history says how it is signed; an older one, or one of another recorder, is verified where the secret is known. */
function signTrust(
  { signed, body: text, headers }: AttemptEvent,
  body: WireObject,
  { secrets }: Settings,
): Trust {
  return BY_SIGN[signed ?? signedHow(body, headers, isMasked(text) ? [] : secrets)];
}

/** Whether a value that the notification names differs from the stored invoice. What is absent contradicts nothing. */
export function contradicts(body: WireObject, stored: Stored, settings: Settings): boolean {
  const differs = differing(body);
  if (differs('shop_order_id', stored.shopOrderId) || differs('shop_id', stored.shopId)) return true;
  if (differs('payment_id', stored.paymentId) || differs('shop_currency', stored.currency)) return true;
  if (settings.readings['invoice.shop-amount'] === 'after-fee' || stored.amount === undefined) return false;
  const notified = amountOf(textOf(body.shop_amount));
  return notified !== undefined && !notified.eq(stored.amount);
}

/** Whether a value that a notification names differs from the stored refund. */
export function contradictsRefund(body: WireObject, stored: StoredRefund): boolean {
  const differs = differing(body);
  if (differs('shop_id', stored.shopId) || differs('invoice_id', stored.paymentId)) return true;
  if (differs('currency', stored.currency)) return true;
  const notified = amountOf(textOf(body.amount));
  return notified !== undefined && stored.amount !== undefined && !notified.eq(stored.amount);
}

const differing =
  (body: WireObject) =>
  (name: string, expected: string | undefined): boolean => {
    const text = textOf(body[name]);
    return text !== undefined && text !== '' && expected !== undefined && text !== expected;
  };

/**
 * Whether a merchant may act on an answer of invoice/check. Events 5 asks for a comparison of notifications only: an answer
 * that contradicts the invoice may be believed, because the gateway gave it to a signed question about this invoice.
 */
export function trustOfAnswer(record: unknown, stored: Stored, settings: Settings): Trust {
  const currency = fieldText(record, 'shop_currency');
  if (currency !== undefined && stored.currency !== undefined && currency !== stored.currency)
    return 'unknown';
  const shopId = fieldText(record, 'shop_id');
  if (shopId !== undefined && shopId !== stored.shopId) return 'unknown';
  const amount = amountOf(fieldText(record, 'shop_amount'));
  if (amount === undefined || stored.amount === undefined) return 'sound';
  if (settings.readings['invoice.shop-amount'] === 'after-fee') return 'sound';
  return amount.eq(stored.amount) ? 'sound' : 'unknown';
}

/**
 * The status that a notification reports: what its event says, or its body.
 *
 * @param spelled how a status is written, whichever way it was
 */
export function notifiedStatus(attempt: AttemptEvent, spelled = statusText): string | undefined {
  const own = attempt.genuine ? spelled(attempt.status) : undefined;
  if (own !== undefined) return own;
  const text = spelled(textOf(bodyOf(attempt)?.status)) ?? spelled(attempt.status);
  // Where believing is legal, so is reading "04" as 4.
  return attempt.verdict === 'either' ? text?.replace(/^0+(?=\d)/, '') : text;
}
