import type { DeliveryReply } from '../../simulator/index.ts';
import type { RawMessage } from '../arbitraries/index.ts';

/** True for the reply that ends the re-sending: HTTP 200 with body `OK` (Events 6), tolerating white space. */
export const isOk = ({ outcome, status, body }: DeliveryReply): boolean =>
  outcome === 'replied' && status === 200 && body.trim() === 'OK';

/** True for a reply that asks to come again later. */
export const isBusy = ({ outcome, status }: DeliveryReply): boolean =>
  outcome === 'replied' && (status === 429 || status === 503);

/** A reply in words. */
export const replyInWords = ({ outcome, status, body }: DeliveryReply): string =>
  outcome === 'replied'
    ? `HTTP ${status} ${JSON.stringify(body.slice(0, 200))}`
    : `no usable reply (${outcome}${body === '' ? '' : `: ${body.slice(0, 200)}`})`;

/** The address of a message: the callback address with the message's own query behind it. */
export function addressOf(callbackUrl: string, { query }: RawMessage): string {
  const [address = ''] = callbackUrl.split('#');
  if (query.length === 0) return address;
  const added = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return `${address}${address.includes('?') ? '&' : '?'}${added}`;
}

/** How a message is written, where it is not in one piece. */
export const transportOf = ({ transport }: RawMessage): { transport?: Exclude<typeof transport, 'plain'> } =>
  transport === 'plain' ? {} : { transport };
