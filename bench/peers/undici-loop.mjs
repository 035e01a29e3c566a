// The bare loop: one body, or the messages of a file in turn, sent with undici's pool, so many at a time, each
// reply read whole.
import { readFileSync } from 'node:fs';
import { product } from '../lib/place.mjs';

const { Pool } = product('undici');

const { origin, path, body, file, connections, count } = JSON.parse(process.argv[2]);
const pool = new Pool(origin, { connections, pipelining: 1 });
const headers = { 'content-type': 'application/json', accept: '*/*', 'user-agent': 'payment-gateway/1.0' };
/** Read and laid out before the clock starts. */
const messages =
  file === undefined
    ? [{ path, method: 'POST', headers, body }]
    : readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => {
          const message = JSON.parse(line);
          const bytes = Buffer.from(message.body, 'base64');
          return { ...message, body: bytes.length === 0 ? null : bytes };
        });
let left = count;
let accepted = 0;

async function lane() {
  while (left > 0) {
    left -= 1;
    const reply = await pool.request(messages[left % messages.length]);
    const text = await reply.body.text();
    if (reply.statusCode === 200 && text === 'OK') accepted += 1;
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, lane));
const elapsedMs = performance.now() - startedAt;
await pool.close();
process.stdout.write(`${JSON.stringify({ accepted, perSecond: (count * 1000) / elapsedMs })}\n`);
