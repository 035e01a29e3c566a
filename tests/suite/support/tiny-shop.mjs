// A merchant in miniature for the tests of the preflight: invoices only, in memory, right unless MODE says how it is wrong.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

const { PORT, PAY_URL, SHOP_ID, SHOP_KEY, SELF, MODE = '', TLS_PORT, TLS_FILE, TLS_MIN } = process.env;
const NOTIFY = TLS_PORT ? `https://localhost:${TLS_PORT}/notify` : `${SELF}/notify`;
const orders = new Map();
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

const read = async (request) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

async function createInvoice(order) {
  const shop_order_id = `s-${order.order_id}`;
  const fields = {
    amount: order.amount,
    currency: order.currency,
    payway: order.payway,
    shop_id: Number(SHOP_ID),
    shop_order_id,
  };
  const joined = Object.keys(fields)
    .sort()
    .map((key) => fields[key])
    .join(':');
  const sign = sha256(MODE === 'wrong-sign' ? `${joined}:${SHOP_KEY}` : joined + SHOP_KEY);
  const address =
    MODE === 'wrong-path'
      ? `${PAY_URL}/invoice/make`
      : MODE === 'wrong-gateway'
        ? PAY_URL.replace('/gateway/v1', '/api')
        : PAY_URL;
  const path = MODE === 'wrong-path' ? address : `${address}/invoice/create`;
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, callback_url: NOTIFY, sign }),
  });
  const body = await answer.json().catch(() => ({ result: false, error_code: null, message: 'no JSON' }));
  order.shop_order_id = shop_order_id;
  order.state = body.result ? 'pending' : 'failed';
  order.error = body.result ? null : { code: body.error_code, message: body.message };
}

/** The literal text of each plain value of a JSON object: numbers must not be re-spelled. */
function literals(text) {
  const found = {};
  const pattern = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null)/g;
  for (const [, key, value] of text.matchAll(pattern)) {
    found[key] = value === 'null' ? null : value.startsWith('"') ? JSON.parse(value) : value;
  }
  return found;
}

/** Asks the gateway about an order, and takes what it says. */
async function ask(order) {
  const now = new Date().toISOString();
  const { shop_order_id } = order;
  const sign = sha256(`${[now, SHOP_ID, shop_order_id].join(':')}${SHOP_KEY}`);
  const answer = await fetch(`${PAY_URL}/invoice/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now, shop_id: Number(SHOP_ID), shop_order_id, sign }),
  });
  const { data } = await answer.json();
  if (data?.status === 4 && order.state !== 'paid')
    Object.assign(order, { state: 'paid', credits: 1, credited: order.amount });
}

/** As one whose own job asks about what is open, soon after it was notified of something. */
async function poll() {
  for (const order of orders.values()) if (order.state === 'pending') await ask(order);
}

const told = new Set();

function notified(text, type) {
  const form = /x-www-form-urlencoded/.test(type);
  if (MODE.includes('form') !== form) return [400, 'another format'];
  const body = form ? Object.fromEntries(new URLSearchParams(text)) : literals(text);
  const signed = Object.keys(body)
    .filter((key) => key !== 'sign' && body[key] !== null && body[key] !== '')
    .filter((key) => MODE !== 'drops-zero' || Number(body[key]) !== 0)
    .sort()
    .map((key) => body[key]);
  if (sha256(signed.join(':') + SHOP_KEY) !== body.sign) return [403, 'bad sign'];
  // As who was written for what was observed: whole amounts have a fraction, and addons are there.
  if (MODE.includes('observed') && !(body.shop_amount.includes('.') && 'addons' in body))
    return [422, 'not as observed'];
  const paid = MODE.includes('text') ? body.status === 'success' : body.status === '4';
  const order = [...orders.values()].find((one) => one.shop_order_id === body.shop_order_id);
  if (!order) return [404, 'no such order'];
  if (MODE === 'busy-at-first' && !told.has(order)) {
    told.add(order);
    return [503, 'busy'];
  }
  const book = () => {
    if (paid) Object.assign(order, { state: 'paid', credits: 1, credited: order.amount });
  };
  // As one whose queue is worked off by and by.
  if (MODE === 'late') setTimeout(book, 250);
  else if (MODE === 'late-once' && orders.size === 1) setTimeout(book, 1_000);
  else if (MODE === 'asks-afterwards') setTimeout(ask, 20, order);
  else book();
  return [200, 'OK'];
}

const nulls = {
  ok: (_, response) => response.end('OK'),
  echo: (request, response) => request.pipe(response),
  refuse: (_, response) =>
    response
      .writeHead(409, { 'content-type': 'application/json' })
      .end('{"error":{"code":null,"message":"no"}}'),
  hang: () => {},
  reset: (request) => request.socket.resetAndDestroy(),
  broken: (_, response) => response.writeHead(500).end('it broke'),
};

const answer = async (request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.url === '/health') return response.end('up');
  if (nulls[MODE]) return nulls[MODE](request, response);
  const text = await read(request);
  if (request.url.startsWith('/notify?') && MODE !== 'no-notify') {
    const [status, reply] = notified(text, request.headers['content-type'] ?? '');
    if (MODE.includes('polls')) setTimeout(poll, 45);
    return response.writeHead(status, { 'content-type': 'text/plain' }).end(reply);
  }
  if (request.method === 'POST' && request.url === '/test/orders') {
    const wish = JSON.parse(text);
    const order = {
      ...wish,
      order_id: `o-${orders.size + 1}-${process.pid}`,
      state: 'new',
      shop_order_id: null,
      credited: '0',
      credits: 0,
      refunded: '0',
      redirect: null,
      error: null,
    };
    orders.set(order.order_id, order);
    // As one whose own read timeout ended the call before the gateway had taken it.
    if (MODE === 'first-call-lost' && orders.size === 1) order.state = 'pending';
    else if (MODE !== 'no-gateway') await createInvoice(order);
    return send(200, MODE === 'other-reference' ? { ...order, reference: 'x' } : order);
  }
  if (request.method === 'POST' && request.url === '/test/jobs/run') return send(200, {});
  const order =
    request.url.split('/').length === 4 && orders.get(decodeURIComponent(request.url.split('/')[3] ?? ''));
  return order ? send(200, order) : send(404, { error: { code: null, message: 'not found' } });
};
createServer(answer).listen(Number(PORT), '127.0.0.1');
if (TLS_PORT) {
  const pem = readFileSync(TLS_FILE);
  const old = TLS_MIN ? { minVersion: TLS_MIN, ciphers: 'DEFAULT@SECLEVEL=0' } : {};
  createTlsServer({ key: pem, cert: pem, ...old }, answer).listen(Number(TLS_PORT), '127.0.0.1');
}
