import type { ReadingValues } from './readings.ts';

/** The invoice notification's fields under the reading `record`: those of the record that have a plain text. */
const RECORD_FIELDS = [
  'shop_order_id',
  'shop_id',
  'status',
  'payment_id',
  'ps_data',
  'ps_currency',
  'payway',
  'description',
  'created',
  'updated',
  'processed',
  'shop_currency',
  'shop_amount',
  'client_price',
  'error_code',
  'shop_refund',
  'settlement_currency',
  'settlement_rate',
  'expires_at',
] as const;

/** The fields of the one public signed notification. */
const OBSERVED_FIELDS = [
  'status',
  'payment_id',
  'shop_order_id',
  'shop_id',
  'ps_data',
  'ps_currency',
  'payway',
  'description',
  'created',
  'updated',
  'processed',
  'shop_currency',
  'shop_amount',
  'shop_refund',
  'client_price',
  'error_code',
  'addons',
] as const;

const REFUND_FIELDS = [
  'shop_refund_id',
  'shop_id',
  'status',
  'invoice_id',
  'amount',
  'currency',
  'error_code',
  'created_at',
  'processed_at',
  'settlement_amount',
  'settlement_currency',
  'settlement_rate',
] as const;

const INVOICE_OF_REFUND = ['payment_id', 'shop_order_id', 'payway', 'shop_amount', 'shop_currency'] as const;

/** The fields of an invoice notification, in order, without `sign` (reading `notification.fields`). */
export function invoiceNotificationFields(readings: ReadingValues): readonly string[] {
  return readings['notification.fields'] === 'observed' ? OBSERVED_FIELDS : RECORD_FIELDS;
}

/** The fields of a refund notification, in order, without `sign` (reading `notification.refund-body`). */
export function refundNotificationFields(readings: ReadingValues): readonly string[] {
  return readings['notification.refund-body'] === 'refund-and-invoice'
    ? [...REFUND_FIELDS, ...INVOICE_OF_REFUND]
    : REFUND_FIELDS;
}

/** What `addons` of a notification echoes of the invoice request. */
export const ADDONS_ECHO = ['callback_url', 'client_ip', 'description', 'failed_url', 'success_url'] as const;

/** The words for statuses under the reading `notification.status` = `text`. */
export const STATUS_WORDS: Readonly<Record<number, string>> = {
  1: 'created',
  2: 'waiting',
  3: 'create_error',
  4: 'success',
  5: 'notice_error',
  6: 'rejected',
  7: 'refunded',
};

/**
 * How a notification spells an invoice status: the integer, or a word (readings `notification.status` and
 * `notification.hold-status`).
 */
export function notifiedStatus(status: number, readings: Readonly<Record<string, string>>): number | string {
  const hold = readings['notification.hold-status'] ?? '8';
  if (status === 8) return hold === '8' ? 8 : hold;
  if (readings['notification.status'] !== 'text') return status;
  return STATUS_WORDS[status] ?? status;
}

/**
 * The address of a notification: `type` is added, and the address keeps its own query, but for a `type` of its
 * own: two of them would tell payments and refunds apart no more (Events 1).
 */
export function notificationUrl(address: string, type: string): string {
  const hash = address.indexOf('#');
  const [given, fragment] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)];
  const plain = given
    .replace(/([?&])type(?:=[^&]*)?(?=&|$)/g, '$1')
    .replace(/([?&])&+/g, '$1')
    .replace(/[?&]$/, (joint) => (given.endsWith(joint) ? joint : ''));
  const joint = !plain.includes('?') ? '?' : /[?&]$/.test(plain) ? '' : '&';
  return `${plain}${joint}type=${type}${fragment}`;
}

/** What an accepted reply must be. */
export interface ReplyFacts {
  status: number | null;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The body of a reply in words: what nobody sees in a terminal is named. */
export function bodyWords({ headers, body }: Pick<ReplyFacts, 'headers' | 'body'>): string {
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  return encoding === 'identity'
    ? JSON.stringify(body).replaceAll('\ufeff', '\\ufeff')
    : `with Content-Encoding ${encoding}, for which nobody asked`;
}

/** A body without the spaces and line ends around it. A byte order mark is neither. */
export const withoutSpace = (body: string): string =>
  body.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');

/**
 * Whether a reply ends a notification: HTTP 200 with body `OK` (Events 6). The readings
 * `notification.reply-body-strict` and `notification.media-type-strict` decide on white space around it and
 * on other media types than text/plain.
 */
export function acceptsReply(reply: ReplyFacts, readings: ReadingValues): boolean {
  if (reply.status !== 200) return false;
  const exact = readings['notification.reply-body-strict'] === 'exact';
  if ((exact ? reply.body : withoutSpace(reply.body)) !== 'OK') return false;
  if (readings['notification.media-type-strict'] === 'tolerant') return true;
  const media = (reply.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  return media === 'text/plain';
}
