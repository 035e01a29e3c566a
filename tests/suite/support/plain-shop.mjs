// A shop as it is: a form with a token against forgery, a login for its staff, an API with amounts as JSON numbers.
// It books in the table that its command prints.
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, PAY_URL, SHOP_ID, SHOP_KEY, SELF, LEDGER, FAULT = '' } = process.env;
const { OWN_PAYWAY: payway = 'card_rub', OWN_DESCRIPTION: description } = process.env;
const orders = new Map();
const baskets = new Map();
const staff = new Set();
const echoed = [];
let logins = 0;

const digest = (fields) =>
  createHash('sha256')
    .update(
      Object.keys(fields)
        .filter((name) => fields[name] !== null && fields[name] !== '')
        .sort()
        .map((name) => fields[name])
        .join(':') + SHOP_KEY,
    )
    .digest('hex');

/** The literal text of each plain value of a JSON object. */
function literals(text) {
  const found = {};
  const pattern = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null)/g;
  for (const [, key, value] of text.matchAll(pattern)) {
    found[key] = value === 'null' ? null : value.startsWith('"') ? JSON.parse(value) : value;
  }
  return found;
}

function book(order) {
  order.bookings.push(Number(order.amount.replace('.', '')));
  order.state = 'completed';
  save();
}

const save = () =>
  writeFileSync(LEDGER, JSON.stringify([...orders.values()].map(({ id, bookings }) => ({ id, bookings }))));

async function place(amount) {
  const id = orders.size + 1;
  const order = { id, number: `S-${id}`, amount, state: 'processing', bookings: [] };
  orders.set(String(id), order);
  const fields = {
    amount,
    currency: 643,
    payway,
    shop_id: Number(SHOP_ID),
    shop_order_id: order.number,
  };
  const answer = await fetch(`${PAY_URL}/invoice/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, description, callback_url: `${SELF}/notify`, sign: digest(fields) }),
  });
  const { result, data } = await answer.json();
  order.state = result ? 'processing' : 'wc-failed';
  order.redirect = result ? data.url : null;
  save();
  return order;
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const cookies = new URLSearchParams((request.headers.cookie ?? '').replaceAll('; ', '&'));
  const form = new URLSearchParams(text);
  const { pathname } = new URL(request.url, SELF);
  const send = (status, body, headers = {}) => response.writeHead(status, headers).end(body);
  const json = (body) => send(200, body, { 'content-type': 'application/json' });

  if (pathname === '/health') return send(200, 'ok');
  if (pathname === '/shop') {
    const basket = randomUUID();
    baskets.set(basket, randomUUID());
    const input = `<input type="hidden" name="csrf" value="&#x${baskets.get(basket).charCodeAt(0).toString(16)};${baskets.get(basket).slice(1)}">`;
    return send(200, `<form id="buy">${input}</form>`, {
      'set-cookie': `basket=${basket}; Path=/; HttpOnly`,
    });
  }
  if (pathname === '/checkout') {
    if (form.get('csrf') !== baskets.get(cookies.get('basket'))) return send(403, 'forged');
    if (form.get('amount') === '0.00') return json('{"errors":["an empty basket"]}');
    const order = await place(form.get('amount'));
    return send(303, '', { location: `/thanks/${order.id}` });
  }
  if (pathname.startsWith('/thanks/')) {
    const { id, state } = orders.get(pathname.slice(8));
    return send(200, `<h1>Order <b id="number">${id}</b></h1><p id="state"> ${state}\n</p>`);
  }
  if (pathname === '/login') {
    if (request.method === 'GET') return send(200, 'Who are you?');
    if (form.get('password') !== 'open sesame') return send(401, 'no');
    const key = `${++logins}`;
    staff.add(key);
    return send(302, '', { location: '/admin', 'set-cookie': `staff=${key}; Path=/` });
  }
  if (pathname === '/forget') return send(200, String(staff.clear()));
  if (pathname.startsWith('/admin/')) {
    if (!staff.has(cookies.get('staff'))) return send(302, '', { location: '/login' });
    const order = orders.get(pathname.slice(7));
    if (order === undefined) return send(404, 'no such order');
    if (request.method === 'POST') order.state = 'cancelled';
    // A literal that binary arithmetic has no value for.
    return json(
      `{"data":{"order":{"id":${order.id},"number":"${order.number}","total":${order.amount},"status":"${order.state}","logins":${logins}}}}`,
    );
  }
  if (pathname === '/echo') return send(200, '', { 'x-count': echoed.push(text) });
  if (pathname === '/echoed') return json(JSON.stringify(echoed));
  if (pathname === '/notify') {
    const { sign, ...note } = literals(text);
    if (digest(note) !== sign) return send(403, 'forged');
    const order = [...orders.values()].find(({ number }) => number === note.shop_order_id);
    if (order === undefined) return send(404, 'unknown');
    const isPaid = note.status === '4' || note.status === 'success';
    if (isPaid && (order.bookings.length === 0 || FAULT === 'twice')) book(order);
    return send(200, 'OK');
  }
  return send(404, 'nothing here');
});
server.listen(Number(PORT), '127.0.0.1');
save();
