import { createHash } from 'node:crypto';
import type { AttemptEvent, ReplyEvent } from '../../simulator/protocol/events.ts';
import { notificationBody, signedHow } from '../../simulator/protocol/notification-sign.ts';
import { acceptsReply, withoutSpace } from '../../simulator/protocol/notifications.ts';
import { textOf, type WireObject } from '../../simulator/protocol/wire.ts';
import type { RecordedCall } from './call.ts';
import { hasMasked, shownBody, timesOf } from './exchanges.ts';
import type { Making } from './making.ts';
import { maskAddress, maskForeign, maskForeignHeaders } from './mask.ts';
import type { KeptCall } from './worlds.ts';

/** A notification and the merchant's reply as events. */
export function deliveryOf(call: RecordedCall, type: 'invoice' | 'refund', making: Making): KeptCall {
  const { secrets, attemptOf, note } = making;
  const bytes = call.body.bytes;
  const fields = bytes === undefined ? undefined : notificationBody(bytes);
  const message = createHash('sha256')
    .update(type)
    .update(bytes ?? '')
    .digest('base64url');
  const { notification, attempt } = attemptOf(message);
  const trust = trustOf(call, fields, making);
  if (fields !== undefined && !trust.genuine && hasMasked(fields)) note('masked-values');
  const sent: AttemptEvent = {
    kind: 'attempt',
    notification,
    attempt,
    type,
    about: fields === undefined ? {} : aboutOf(fields, type),
    status: fields === undefined ? null : statusOf(fields),
    ...trust,
    label: null,
    url: maskAddress(call.url, secrets),
    method: call.method,
    headers: maskForeignHeaders(call.headers ?? {}, secrets),
    body: shownBody(call.body, secrets),
    from: '',
  };
  return { ...timesOf(call), sent, back: replyOf(call, notification, attempt, making) };
}

function aboutOf(fields: WireObject, type: 'invoice' | 'refund'): AttemptEvent['about'] {
  const id = Number(textOf(type === 'refund' ? (fields.invoice_id ?? fields.payment_id) : fields.payment_id));
  const [order, refund] = [textOf(fields.shop_order_id), textOf(fields.shop_refund_id)];
  return {
    ...(Number.isSafeInteger(id) && id > 0 ? { paymentId: id } : {}),
    ...(order === undefined ? {} : { shopOrderId: order }),
    ...(refund === undefined ? {} : { shopRefundId: refund }),
  };
}

function statusOf({ status }: WireObject): number | string | null {
  const text = textOf(status);
  if (text === undefined) return null;
  return /^\d{1,3}$/.test(text) ? Number(text) : text;
}

/**
 * A rightly signed notification is the gateway's: nobody else has the key. Without the key nobody can tell, and neither a
 * merchant that believes it nor one that does not is wrong.
 */
function trustOf(
  { headers = {} }: RecordedCall,
  fields: WireObject | undefined,
  { keys, noteKey }: Making,
): Pick<AttemptEvent, 'genuine' | 'verdict' | 'signed'> {
  if (fields === undefined) return { genuine: false, verdict: 'either', signed: 'unclear' };
  const shopId = textOf(fields.shop_id);
  // Notifications about refunds need not name their shop.
  const known =
    shopId === undefined ? [...keys.values()] : [keys.get(shopId)].filter((key) => key !== undefined);
  const signed = signedHow(fields, headers, known);
  // The gateway itself writes 411111******1111 for an account, and signs that: it is no mask of the recorder's.
  if (signed === 'right') return { genuine: true };
  const isUnclear = signed !== 'wrong' || hasMasked(fields);
  if (!isUnclear) return { genuine: false, signed };
  if (known.length === 0) noteKey(shopId ?? '', 'keys');
  return { genuine: false, verdict: 'either', signed: 'unclear' };
}

/** What a proxy in front of the merchant answers where the merchant does not. */
const BY_PROXY: ReadonlySet<number> = new Set([502, 504]);

function replyOf(
  { answer, startedMs, endedMs }: RecordedCall,
  notification: string,
  attempt: number,
  { readings, secrets, note }: Making,
): ReplyEvent | undefined {
  const latencyMs = endedMs === undefined ? 0 : endedMs - startedMs;
  const common = { kind: 'reply', notification, attempt, latencyMs, nextAt: null } as const;
  if (answer === 'unseen') return undefined;
  if (typeof answer === 'string' || BY_PROXY.has(answer.status)) {
    const outcome = answer === 'gave-up' ? 'timeout' : 'reset';
    return { ...common, outcome, status: null, headers: {}, body: '', bytes: 0, accepted: false };
  }
  const { status, headers, body } = answer;
  if (body.bytes === undefined) {
    note('reply-bodies');
    if (status === 200) return undefined;
  }
  const text = Buffer.from(body.bytes ?? []).toString();
  const accepted =
    headers === undefined
      ? status === 200 && withoutSpace(text) === 'OK'
      : acceptsReply({ status, headers, body: text }, readings);
  return {
    ...common,
    outcome: 'replied',
    status,
    headers: maskForeignHeaders(headers ?? {}, secrets),
    body: maskForeign(text, secrets),
    bytes: body.bytes?.length ?? 0,
    accepted,
  };
}
