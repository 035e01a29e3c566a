// A shop's notification endpoint: verifies the signature and the order, answers OK. With `/fast` it only answers.
// With RECORD set it keeps what it gets, and `/recorded` gives that as NDJSON.
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { product } from '../lib/place.mjs';
import { shop } from '../lib/requests.mjs';

const { parse, isLosslessNumber, stringify } = product('lossless-json');
const orders = new Map(JSON.parse(process.env.ORDERS ?? '[]').map((order) => [order.shop_order_id, order]));
const strict = {
  onDuplicateKey: ({ key }) => {
    throw new Error(`${key} is twice`);
  },
};

const textOf = (value) => {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : stringify(value);
};

function isSigned(body) {
  const names = Object.keys(body)
    .filter((name) => name !== 'sign' && body[name] !== null && body[name] !== '')
    .sort();
  const text = names.map((name) => textOf(body[name])).join(':');
  return typeof body.sign === 'string' && body.sign === hash('sha256', text + shop.secret, 'hex');
}

const same = (value, wanted) =>
  (typeof value === 'string' || isLosslessNumber(value)) && Number(textOf(value)) === Number(wanted);

function judge(url, raw) {
  const types = new URL(url, 'http://receiver').searchParams.getAll('type');
  if (types.length !== 1 || types[0] !== 'invoice') return 400;
  const body = parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw), null, strict);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isLosslessNumber(body)) return 400;
  if (hasTwice(raw.toString(), Object.keys(body).length)) return 400;
  if (!isSigned(body)) return 403;
  const order = orders.get(body.shop_order_id);
  if (order === undefined || !same(body.shop_id, shop.id)) return 404;
  if (!same(body.shop_amount, order.amount) || !same(body.shop_currency, order.currency)) return 409;
  return 200;
}

/** The parser lets a repeated key with an equal value pass; the number of keys gives it away. */
function hasTwice(text, keys) {
  let depth = 0;
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      for (at += 1; text[at] !== '"' && at < text.length; at += 1) if (text[at] === '\\') at += 1;
    } else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (letter === ':' && depth === 1) found += 1;
  }
  return found !== keys;
}

function answer(response, status) {
  const text = status === 200 ? 'OK' : 'no';
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': 2 });
  response.end(text);
}

const recorded = process.env.RECORD === undefined ? undefined : [];
/** What a client adds by itself. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);

function record({ method, url, headers }, body) {
  const own = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  recorded.push(
    JSON.stringify({ method, path: url, headers: Object.fromEntries(own), body: body.toString('base64') }),
  );
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('error', () => undefined);
  request.on('end', () => {
    if (request.url.startsWith('/fast')) return answer(response, 200);
    if (request.url === '/recorded') return response.end(recorded?.join('\n'));
    if (recorded !== undefined) record(request, Buffer.concat(chunks));
    if (request.method !== 'POST') return answer(response, 405);
    try {
      return answer(response, judge(request.url, Buffer.concat(chunks)));
    } catch {
      return answer(response, 400);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
