import { OPERATIONS } from '../../../simulator/protocol/operations.ts';
import { digest, notificationText, signedText } from '../../../simulator/protocol/signing.ts';
import { isWireObject, parseWire, type WireObject } from '../../../simulator/protocol/wire.ts';
import { GATEWAY, type WireCall } from '../support/wire-calls.ts';

export const KEY = 'MerchantKey-51c2b9';
export const CALLBACK = 'https://shop.example/pay/callback';
const BEGIN_MS = Date.parse('2026-03-02T10:00:00.000Z');

const wire = (object: object): WireObject => {
  const read = parseWire(Buffer.from(JSON.stringify(object)));
  if (!read.ok || !isWireObject(read.value)) throw new Error('This is not an object.');
  return read.value;
};

type More = Partial<Omit<WireCall, 'answer'>> & {
  readonly answer?: WireCall['answer'];
  readonly key?: string;
};

/** A call of the merchant to the gateway, rightly signed, a second after the one before. */
export function call(
  second: number,
  operation: string,
  fields: object,
  data: unknown,
  more: More = {},
): WireCall {
  const { key = KEY, ...rest } = more;
  const startedMs = BEGIN_MS + second * 1000;
  const all = { shop_id: 5, ...fields };
  const signed = OPERATIONS.find(({ id }) => id === operation)?.signedFields ?? [];
  const sign = digest(signedText(signed, wire(all), 'skip'), key);
  return {
    startedMs,
    endedMs: startedMs + 120,
    method: 'POST',
    url: `${GATEWAY}/gateway/v1/${operation}`,
    headers: { 'content-type': 'application/json', 'user-agent': 'shop/1.0' },
    body: JSON.stringify({ ...all, sign }),
    answer: reply(200, envelope(data), 'application/json'),
    ...rest,
  };
}

/** What the gateway answers: data, or with a number the code of a refusal. */
export const envelope = (data: unknown): string =>
  typeof data === 'number'
    ? JSON.stringify({ result: false, message: 'No.', error_code: data, data: null })
    : JSON.stringify({ result: true, message: 'Ok', error_code: 0, data });

export const reply = (status: number, body: string, type = 'text/plain') => ({
  status,
  headers: { 'content-type': type },
  body,
});

/** A notification of the gateway, rightly signed, and the merchant's OK. */
export function notification(second: number, fields: object, more: More = {}): WireCall {
  const { key = KEY, ...rest } = more;
  const startedMs = BEGIN_MS + second * 1000;
  const all = { shop_id: 5, ...fields };
  const sign = digest(notificationText(wire(all)), key);
  return {
    startedMs,
    endedMs: startedMs + 30,
    method: 'POST',
    url: `${CALLBACK}?type=invoice`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...all, sign }),
    answer: reply(200, 'OK'),
    ...rest,
  };
}

const WISH = { amount: '10.50', currency: 643, payway: 'card_rub' };

/** `now` as the merchant sends it, so many seconds after the beginning. */
export const nowAt = (second: number): string => new Date(BEGIN_MS + second * 1000).toISOString();

/** One order, created and asked about, and the notification that it is paid. */
export const paidOrder = (id = 'order-1'): WireCall[] => [
  call(
    0,
    'invoice/create',
    { shop_order_id: id, ...WISH },
    { id: 7001, method: 'GET', url: 'https://pay.example', data: {} },
  ),
  call(
    1,
    'invoice/check',
    { shop_order_id: id, now: nowAt(1) },
    { shop_order_id: id, status: 2, payment_id: 7001 },
  ),
  notification(2, { shop_order_id: id, payment_id: 7001, status: 4, shop_amount: 10.5, shop_currency: 643 }),
];

export const create = (second: number, fields: object, data: unknown, more: More = {}): WireCall =>
  call(second, 'invoice/create', { shop_order_id: 'order-1', ...WISH, ...fields }, data, more);

const PAYOUT = {
  shop_payment_id: 'payout-1',
  shop_currency: 643,
  payway: 'card_rub',
  amount: '5.00',
  amount_type: 'ps_amount',
  account: '79014685015',
};

export const payout = (
  second: number,
  data: unknown,
  more: More & { readonly fields?: object } = {},
): WireCall => {
  const { fields, ...rest } = more;
  return call(second, 'withdraw/create', { ...PAYOUT, ...fields }, data, rest);
};

/** Traffic of the same recorder that is nobody's business. */
export const elsewhere: WireCall = {
  startedMs: BEGIN_MS,
  endedMs: BEGIN_MS + 5,
  method: 'GET',
  url: 'https://cdn.example/app.js?session=elsewhere-secret',
  headers: { cookie: 'sid=elsewhere-cookie' },
  body: '',
  answer: reply(200, 'alert(1)', 'text/javascript'),
};
