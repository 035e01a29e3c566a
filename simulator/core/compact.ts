/** What is kept of each invoice, made small: there may be a million of them. */
import { remembered } from '../protocol/remembered.ts';
import { setMember } from '../protocol/set-member.ts';
import type { Invoice, KeptRequest, RequestShape } from './entities.ts';

const SHARED_MOST = 500;

/** One copy for all equal texts, as long as there are not too many different ones. */
function sharing(): <T extends string | null>(text: T) => T | string {
  const shared = remembered(SHARED_MOST, (own) => own);
  return (text) => (text === null ? text : shared(text));
}

/** A shop's addresses and payways are those of thousands of invoices. */
export const sharedText = sharing();
/** Amounts are many where prices are free and few where they are a list's; they drive no addresses out. */
export const sharedAmount = sharing();
const sharedRest = sharing();

/** What an invoice says itself of the request that created it. */
export type Created = Pick<
  Invoice,
  | 'account'
  | 'shopOrderId'
  | 'amount'
  | 'currency'
  | 'payway'
  | 'description'
  | 'callbackUrl'
  | 'callbackRejectedUrl'
  | 'successUrl'
  | 'failedUrl'
>;

const SAID: ReadonlyMap<string, (invoice: Created) => string | number | null> = new Map([
  ['shop_id', ({ account }) => account.idText],
  ['shop_order_id', ({ shopOrderId }) => shopOrderId],
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => String(currency)],
  ['payway', ({ payway }) => payway],
  ['description', ({ description }) => description],
  ['callback_url', ({ callbackUrl }) => callbackUrl],
  ['callback_rejected_url', ({ callbackRejectedUrl }) => callbackRejectedUrl],
  ['success_url', ({ successUrl }) => successUrl],
  ['failed_url', ({ failedUrl }) => failedUrl],
] satisfies [string, (invoice: Created) => string | number | null][]);

const shapes = new Map<string, RequestShape>();
let lastShape: RequestShape = { names: [], said: [] };

function areSame<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** The same shape for requests that name the same fields and leave the same ones out. */
function shapeOf(names: readonly string[], said: readonly boolean[]): RequestShape {
  // A shop sends the same fields again and again.
  if (areSame(names, lastShape.names) && areSame(said, lastShape.said)) return lastShape;
  const key = JSON.stringify([names, said]);
  lastShape = shapes.get(key) ?? { names, said };
  // Whoever sends other fields every time has a shape for each.
  if (shapes.size < SHARED_MOST) shapes.set(key, lastShape);
  return lastShape;
}

const nothingElse = '[]';

/** Keeps what a create request said. Its signature, which is like no other, is in the journal. */
export function keepRequest(invoice: Created, request: Readonly<Record<string, unknown>>): KeptRequest {
  const names: string[] = [];
  const said: boolean[] = [];
  const rest: unknown[] = [];
  for (const name of Object.keys(request)) {
    if (name === 'sign') continue;
    const isSaid = SAID.get(name)?.(invoice) === request[name];
    names.push(name);
    said.push(isSaid);
    if (!isSaid) rest.push(request[name]);
  }
  const requestRest = rest.length === 0 ? nothingElse : sharedRest(JSON.stringify(rest));
  return { requestShape: shapeOf(names, said), requestRest };
}

/** What the create request of an invoice said, masked, without its signature. */
export function requestOf(invoice: Created & KeptRequest): Record<string, unknown> {
  const { names, said } = invoice.requestShape;
  const rest: unknown[] = invoice.requestRest === nothingElse ? [] : JSON.parse(invoice.requestRest);
  let next = 0;
  const request: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const value = said[index] === true ? SAID.get(name)?.(invoice) : rest[next++];
    setMember(request, name, value);
  }
  return request;
}
