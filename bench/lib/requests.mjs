// The requests that everyone is measured with, signed here as a shop would sign them.
import { hash } from 'node:crypto';

export const shop = { id: 5, secret: 'SecretKey01' };

const signedFields = {
  'invoice/create': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/check': ['now', 'shop_id', 'shop_order_id'],
  'withdraw/create': [
    'account',
    'amount',
    'amount_type',
    'payway',
    'shop_currency',
    'shop_id',
    'shop_payment_id',
  ],
};

export const operations = Object.keys(signedFields);

/** The string to sign of a body, with the secret behind it. */
export function signedText(operation, body) {
  return signedFields[operation].map((key) => String(body[key])).join(':') + shop.secret;
}

export const sign = (operation, body) => hash('sha256', signedText(operation, body), 'hex');

const bodies = {
  'invoice/create': (id) => ({
    shop_id: shop.id,
    shop_order_id: id,
    amount: '150.25',
    currency: 643,
    payway: 'card_rub',
    description: `Order ${id}`,
    success_url: 'http://127.0.0.1:9/paid',
    failed_url: 'http://127.0.0.1:9/failed',
  }),
  'invoice/check': (id, atMs) => ({ shop_id: shop.id, shop_order_id: id, now: gatewayTime(atMs) }),
  'withdraw/create': (id) => ({
    shop_id: shop.id,
    shop_payment_id: id,
    shop_currency: 643,
    payway: 'card_rub',
    amount: '0.01',
    amount_type: 'shop_amount',
    account: '4111111111111111',
    description: `Payout ${id}`,
  }),
};

const gatewayTime = (atMs) => new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** A signed request body as JSON text, of a merchant whose clock shows `atMs` (epoch milliseconds). */
export function signedBody(operation, id, atMs = Date.UTC(2026, 10, 21, 9)) {
  const body = bodies[operation](id, atMs);
  return JSON.stringify({ ...body, sign: sign(operation, body) });
}

/** The whole request as it goes over the wire. */
export function requestBytes(operation, id, port, prefix = '/gateway/v1/') {
  const body = signedBody(operation, id);
  return Buffer.from(
    `POST ${prefix}${operation} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** What a stub answers: the answer of the real operation, without any work behind it. */
export const cannedAnswers = {
  'invoice/create': JSON.stringify({
    result: true,
    message: 'Ok',
    error_code: 0,
    data: {
      data: { session_id: '0123456789abcdef0123456789abcdef' },
      id: 1234567890,
      method: 'GET',
      url: 'http://127.0.0.1:8040/pay/1234567890',
    },
  }),
  'invoice/check': JSON.stringify({
    result: true,
    message: 'Ok',
    error_code: 0,
    data: {
      shop_order_id: 'bench-00000001',
      shop_id: 5,
      status: 1,
      payment_id: 1234567890,
      ps_data: '{"bill_id":"1234567890","amount":"150.25"}',
      ps_currency: 643,
      payway: 'card_rub',
      description: 'Order bench-00000001',
      created: '2026-11-21 12:00:00',
      updated: '2026-11-21 12:00:00',
      processed: null,
      shop_currency: 643,
      shop_amount: 150.25,
      client_price: 150.25,
      error_code: 0,
      shop_refund: 0,
      settlement_currency: null,
      settlement_rate: null,
      expires_at: null,
      is_unique: true,
      payment_token: null,
    },
  }),
  'withdraw/create': JSON.stringify({
    result: true,
    message: 'Ok',
    error_code: 0,
    data: {
      id: 1234567890,
      status: 2,
      ps_currency: 643,
      shop_currency: 643,
      payee_receive: 0.01,
      shop_write_off: 0.01,
      shop_payment_id: 'bench-00000001',
      error_code: 0,
    },
  }),
};
