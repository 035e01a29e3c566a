// Sends a body twice to one address with a library of Node: client.mjs LIBRARY URL < body
// Prints each answer as a line of JSON.
import { Agent, request } from 'node:http';
import { buffer, text } from 'node:stream/consumers';

const [library, url] = process.argv.slice(2);
const body = await buffer(process.stdin);
const headers = { 'Content-Type': 'application/json' };
const message = { method: 'POST', headers, body };
const agent = new Agent({ keepAlive: true });
let dispatcher;

const clients = {
  async fetch() {
    const answer = await fetch(url, message);
    return [answer.status, await answer.text()];
  },
  async http() {
    const answer = await new Promise((resolve, reject) => {
      request(url, { method: 'POST', headers, agent }, resolve).on('error', reject).end(body);
    });
    return [answer.statusCode, await text(answer)];
  },
  async undici() {
    const { Agent: Connections, request: send } = await import('undici');
    dispatcher ??= new Connections({ connections: 1 });
    const answer = await send(url, { ...message, dispatcher });
    return [answer.statusCode, await answer.body.text()];
  },
  // The others are no dependencies of ours: they are tried where a dependency has brought them.
  async axios() {
    const { default: axios } = await import(library);
    const answer = await axios.post(url, body, { headers, responseType: 'arraybuffer' });
    return [answer.status, answer.data.toString()];
  },
  async got() {
    const { got } = await import(library);
    const answer = await got.post(url, { headers, body, agent: { http: agent } });
    return [answer.statusCode, answer.body];
  },
};

for (let sent = 0; sent < 2; sent += 1) {
  const [status, answer] = await clients[library]();
  console.log(`{"status":${status},"body":${answer.trim()}}`);
}
agent.destroy();
await dispatcher?.close();
