import pLimit from 'p-limit';
import type { DeliveryReply, Receipt } from '../core/types.ts';
import { maskHeaders, maskText } from '../protocol/masking.ts';
import { notificationBody, type Signed, signedHow } from '../protocol/notification-sign.ts';
import type { CraftedDelivery, DeliveriesRequest } from './control/schemas.ts';
import type { Message } from './message.ts';
import { ActionRefused, type Runtime } from './runtime.ts';

/** How many crafted messages are on their way at the same time when they need not start together. */
const parallelLimit = 50;
/** How many connections are opened before the first byte is written. */
const togetherLimit = 500;

/**
 * Sends messages that a tester made, one attempt each, and records them as attempts, genuine only
 * where the tester says that they tell what the gateway holds to be true.
 * They never touch the gateway's own state.
 */
export async function sendCrafted(runtime: Runtime, request: DeliveriesRequest): Promise<Receipt[]> {
  const crafted = request.deliveries.map((delivery) => ({
    delivery,
    message: messageOf(runtime, delivery),
  }));
  if (request.releaseTogether === true) {
    if (crafted.length > togetherLimit) {
      throw new ActionRefused(
        'value',
        `releaseTogether with ${crafted.length} deliveries: expected at most ${togetherLimit}`,
      );
    }
    const names = crafted.map(({ delivery, message }) => recordAttempt(runtime, delivery, message));
    const replies = await runtime.courier.sendTogether(crafted.map(({ message }) => message));
    return replies.map((reply, index) => recordReply(runtime, names[index] ?? '', reply));
  }
  return pLimit(request.parallel === true ? parallelLimit : 1).map(crafted, async ({ delivery, message }) => {
    const name = recordAttempt(runtime, delivery, message);
    return recordReply(runtime, name, await runtime.courier.send(message));
  });
}

function messageOf(runtime: Runtime, delivery: CraftedDelivery): Message {
  return {
    url: withQuery(delivery.url ?? callbackAddress(runtime, delivery.shopId), delivery.query ?? {}),
    method: delivery.method ?? 'POST',
    headers: delivery.headers ?? { 'content-type': 'application/json' },
    body:
      delivery.bodyBase64 === undefined ? (delivery.body ?? '') : Buffer.from(delivery.bodyBase64, 'base64'),
    from: delivery.from ?? runtime.senders[0] ?? '127.0.0.1',
    ...(delivery.transport === undefined ? {} : { transport: delivery.transport }),
  };
}

function callbackAddress(runtime: Runtime, shopId: string | number | undefined): string {
  const shops = runtime.core.shops();
  const shop = shopId === undefined ? shops[0] : shops.find(({ id }) => id === String(shopId));
  if (shop === undefined) throw new ActionRefused('absent', `no shop has the id "${shopId}"`);
  if (shop.callbackUrl === undefined) {
    throw new ActionRefused('value', `shop ${shop.id} has no callback address: give "url" in the delivery`);
  }
  return shop.callbackUrl;
}

/** Adds parameters to an address and keeps the ones that it has. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const added = new URLSearchParams(query).toString();
  if (added === '') return address;
  const hash = address.indexOf('#');
  const bare = hash === -1 ? address : address.slice(0, hash);
  return `${bare}${bare.includes('?') ? '&' : '?'}${added}`;
}

function recordAttempt(runtime: Runtime, delivery: CraftedDelivery, message: Message): string {
  const notification = `crafted-${runtime.journal.last() + 1}`;
  runtime.journal.emit({
    kind: 'attempt',
    notification,
    attempt: 1,
    type: delivery.query?.type ?? new URLSearchParams(message.url.split('?')[1] ?? '').get('type') ?? '',
    about: delivery.about ?? {},
    status: delivery.status ?? null,
    genuine: delivery.genuine ?? false,
    ...(delivery.verdict === undefined ? {} : { verdict: delivery.verdict }),
    ...signatureOf(runtime, delivery, message),
    label: delivery.label,
    url: message.url,
    method: message.method,
    headers: maskHeaders({ ...message.headers }, runtime.secrets),
    body: maskText(shownBody(message.body), runtime.secrets),
    from: message.from,
  });
  return notification;
}

function signatureOf(
  runtime: Runtime,
  { shopId, genuine }: CraftedDelivery,
  { body, headers }: Message,
): { readonly signed?: Signed } {
  const fields = notificationBody(typeof body === 'string' ? Buffer.from(body) : body);
  if (genuine === true || fields === undefined) return {};
  return { signed: signedHow(fields, headers, runtime.secretsOf(shopId)) };
}

/** A made-up body may be megabytes long: the journal keeps as much as shows what it was. */
const shownLimit = 64 * 1024;

function shownBody(body: Message['body']): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  return text.length <= shownLimit ? text : `${text.slice(0, 2048)}… (${text.length} characters)`;
}

function recordReply(runtime: Runtime, notification: string, reply: DeliveryReply): Receipt {
  const receipt = { ...reply, notification, attempt: 1 };
  runtime.journal.emit({
    kind: 'reply',
    ...receipt,
    headers: maskHeaders(reply.headers, runtime.secrets),
    body: maskText(reply.body.slice(0, 4096), runtime.secrets),
    accepted: runtime.core.accepts(reply),
    nextAt: null,
  });
  return receipt;
}
