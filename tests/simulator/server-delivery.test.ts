import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type Courier, createCourier } from '../../simulator/server/delivery.ts';

/** A receiver that answers raw bytes, or does whatever else a socket can do. */
interface Receiver {
  url: string;
  connections: () => number;
  close(): Promise<void>;
}

async function receiver(
  onRequest: (socket: Socket, seen: number) => void,
  host = '127.0.0.1',
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let seen = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => onRequest(socket, ++seen));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/notify`,
    connections: () => seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const addresses = {
  allowed: ['allowed.invalid'],
  shopHosts: () => ['shop.invalid'],
  own: () => ['loopback:8041'],
};
/** Waits as long as a busy machine needs. */
let courier: Courier;
/** For replies that never end. */
let impatient: Courier;
before(() => {
  courier = createCourier({ timeoutMs: 30_000, addresses });
  impatient = createCourier({ timeoutMs: 400, addresses });
});
after(() => Promise.all([courier.close(), impatient.close()]));

const message = (url: string, from = '127.0.0.1') => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"status":4}',
  from,
});

function endless(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
  const more = () => {
    if (socket.destroyed) return;
    socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`, () => setImmediate(more));
  };
  more();
}

const replies: {
  name: string;
  outcome: string;
  status: number | null;
  body?: RegExp;
  act: (socket: Socket) => void;
}[] = [
  {
    name: 'an ordinary OK',
    outcome: 'replied',
    status: 200,
    body: /^OK$/,
    act: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nOK'),
  },
  {
    name: 'HTTP/1.0 without a length',
    outcome: 'replied',
    status: 200,
    body: /^OK$/,
    act: (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nOK'),
  },
  {
    name: 'a debug header of 200,000 bytes',
    outcome: 'replied',
    status: 200,
    body: /^OK$/,
    act: (socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nX-Debug: ${'x'.repeat(200_000)}\r\nContent-Length: 2\r\n\r\nOK`),
  },
  {
    name: 'chunks after 103 Early Hints',
    outcome: 'replied',
    status: 200,
    body: /^OK$/,
    act: (socket) =>
      socket.end(
        'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n0\r\n\r\n',
      ),
  },
  {
    name: 'a redirect, which is not followed',
    outcome: 'replied',
    status: 302,
    act: (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
  },
  {
    name: 'HTTP 500',
    outcome: 'replied',
    status: 500,
    act: (socket) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'),
  },
  { name: 'silence', outcome: 'timeout', status: null, act: () => undefined },
  {
    name: 'a head and then silence',
    outcome: 'timeout',
    status: 200,
    act: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'),
  },
  { name: 'a reset', outcome: 'reset', status: null, act: (socket) => socket.resetAndDestroy() },
  { name: 'a close', outcome: 'reset', status: null, act: (socket) => socket.end() },
  {
    name: 'a body cut short',
    outcome: 'reset',
    status: 200,
    act: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nOK'),
  },
  { name: 'an endless body', outcome: 'too-large', status: 200, act: endless },
  {
    name: 'garbage',
    outcome: 'invalid',
    status: null,
    act: (socket) => socket.end('\u0000\u0001\u0002 garbage\r\n\r\n'),
  },
  {
    name: 'endless headers',
    outcome: 'invalid',
    status: null,
    body: /^headers of more than 262144 bytes$/,
    act: (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`),
  },
];

for (const { name, outcome, status, body, act } of replies) {
  test(`a receiver that answers ${name} is reported as ${outcome}`, async () => {
    const there = await receiver(act);
    const reply = await (outcome === 'timeout' ? impatient : courier).send(message(there.url));
    await there.close();
    assert.equal(reply.outcome, outcome);
    assert.equal(reply.status, status);
    if (body !== undefined) assert.match(reply.body, body);
    assert.equal(there.connections(), 1);
  });
}

const refused: { url: string; reason: RegExp }[] = [
  { url: 'http://127.0.0.1:9/', reason: /ECONNREFUSED/ },
  { url: 'http://example.invalid/', reason: /not in allowCallbacksTo/ },
  { url: 'http://10.1.2.3/', reason: /not in allowCallbacksTo/ },
  { url: 'ftp://127.0.0.1/', reason: /neither http nor https/ },
  { url: 'not a url', reason: /not a URL/ },
  { url: 'http://localhost:8041/faults', reason: /own control address/ },
  { url: 'http://allowed.invalid/', reason: /ENOTFOUND|EAI_AGAIN/ },
  { url: 'http://shop.invalid/', reason: /ENOTFOUND|EAI_AGAIN/ },
];

for (const { url, reason } of refused) {
  test(`nothing is delivered to ${url}`, async () => {
    const reply = await courier.send(message(url));
    assert.equal(reply.outcome, 'refused', JSON.stringify(reply));
    assert.match(reply.body, reason);
  });
}

for (const transport of ['plain', 'slow'] as const) {
  test(`a name below localhost is this machine, and a 100 nobody asked for is no reply (${transport})`, async () => {
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK';
    const local = await receiver((socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`), 'localhost');
    const url = local.url.replace('localhost', 'shop.localhost');
    const reply = await courier.send({ ...message(url), ...(transport === 'slow' ? { transport } : {}) });
    assert.deepEqual([reply.outcome, reply.status, reply.body], ['replied', 200, 'OK']);
    await local.close();
  });
}

test('a hanging receiver holds no other delivery up', async () => {
  const hanging = await receiver(() => undefined);
  const quick = await receiver((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'));
  let hung = true;
  const slow = courier.send(message(hanging.url)).then((reply) => {
    hung = false;
    return reply;
  });
  const reply = await courier.send(message(quick.url));
  assert.equal(reply.outcome, 'replied');
  assert.equal(hung, true);
  await Promise.all([hanging.close(), quick.close()]);
  assert.equal((await slow).outcome, 'reset');
});

test('messages come from the sender that they name', async () => {
  const senders: (string | undefined)[] = [];
  const there = await receiver((socket) => {
    senders.push(socket.remoteAddress);
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK');
  });
  await courier.send(message(there.url, '127.0.0.2'));
  await courier.send(message(there.url, '127.0.0.3'));
  await there.close();
  assert.deepEqual(senders, ['127.0.0.2', '127.0.0.3']);
});

test('messages that are released together are written only when all are connected', async () => {
  let requests = 0;
  const release: (() => void)[] = [];
  const there = await receiver((socket) => {
    requests += 1;
    release.push(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'));
    // Nobody is answered before the last one has arrived: they must be on their way at the same time.
    if (requests === 10) for (const go of release) go();
  });
  const sent = await courier.sendTogether(Array.from({ length: 10 }, () => message(there.url)));
  await there.close();
  assert.deepEqual(
    sent.map(({ outcome }) => outcome),
    Array.from({ length: 10 }, () => 'replied'),
  );
});

test('released together with some that cannot connect, the others still arrive', async () => {
  const there = await receiver((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'));
  const sent = await courier.sendTogether([
    message(there.url),
    message('http://127.0.0.1:9/'),
    message('http://example.invalid/'),
    message(there.url),
  ]);
  await there.close();
  assert.deepEqual(
    sent.map(({ outcome }) => outcome),
    ['replied', 'refused', 'refused', 'replied'],
  );
});

test('closing ends what is on its way', async () => {
  const own = createCourier({
    timeoutMs: 60_000,
    addresses: { allowed: [], shopHosts: () => [], own: () => [] },
  });
  let arrived: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const there = await receiver(() => arrived());
  const sent = own.send(message(there.url));
  await arrival;
  await own.close();
  assert.equal((await sent).outcome, 'aborted');
  await there.close();
});
