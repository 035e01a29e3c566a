// The bare loop: one body sent again and again with undici's pool, so many at a time, each reply read whole.
import { product } from '../lib/place.mjs';

const { Pool } = product('undici');

const { origin, path, body, connections, count } = JSON.parse(process.argv[2]);
const pool = new Pool(origin, { connections, pipelining: 1 });
const headers = { 'content-type': 'application/json', accept: '*/*', 'user-agent': 'payment-gateway/1.0' };
let left = count;
let accepted = 0;

async function lane() {
  while (left > 0) {
    left -= 1;
    const reply = await pool.request({ path, method: 'POST', headers, body });
    const text = await reply.body.text();
    if (reply.statusCode === 200 && text === 'OK') accepted += 1;
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, lane));
const elapsedMs = performance.now() - startedAt;
await pool.close();
process.stdout.write(`${JSON.stringify({ accepted, perSecond: (count * 1000) / elapsedMs })}\n`);
