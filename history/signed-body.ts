import { notificationBody } from '../simulator/protocol/notification-sign.ts';
import { textOf, type WireObject } from '../simulator/protocol/wire.ts';
import type { RequestEvent } from './events.ts';
import { fieldText } from './fields.ts';

/** The names and values of a body that is a JSON object, or a form with a signature. */
export const readableBody = (bytes: Uint8Array = new Uint8Array()): WireObject | undefined =>
  notificationBody(bytes);

type Headers = Readonly<Record<string, string>>;

/**
 * Whether a body names a shop and is signed, rightly or not. Of all else nobody knows who sent it: a monitor, a
 * browser's preflight and a scanner reach a gateway that others share, too.
 *
 * @param headers undefined or empty where they were not recorded: the signature may have been among them
 */
export function isSignedBody(fields: WireObject | undefined, headers: Headers | undefined): boolean {
  if (fields === undefined || !textOf(fields.shop_id)) return false;
  return Boolean(textOf(fields.sign)) || maybeSignedInHeader(headers);
}

function maybeSignedInHeader(headers: Headers = {}): boolean {
  const names = Object.keys(headers);
  return names.length === 0 || names.some((name) => name.toLowerCase() === 'sign' && headers[name] !== '');
}

/**
 * Whether a recorded request shows that a shop sent it.
 *
 * @param shops ids of the shops that the gateway has; any shop where they are not known
 */
export function isFromShop(request: RequestEvent, shops: ReadonlySet<string> | undefined): boolean {
  // Whoever kept no body does not say what was in it.
  if (request.unseen === true) return true;
  const { fields, sign } = request;
  const isSigned =
    sign !== null && fields !== null
      ? sign.place !== 'none'
      : isSignedBody(readableBody(Buffer.from(request.body)), request.headers);
  const shopId = request.shopId ?? fieldText(fields, 'shop_id');
  return isSigned && (shops === undefined || shopId === undefined || shops.has(shopId));
}
