import assert from 'node:assert/strict';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Answer, GatewayCore, RawRequest } from '../../simulator/core/types.ts';
import { createAnswerGate } from '../../simulator/server/answer-gate.ts';
import { PortInUseError } from '../../simulator/server/errors.ts';
import { createExchangeListener } from '../../simulator/server/exchange.ts';
import { createTls } from '../../simulator/server/tls.ts';
import type { Transport, TransportOptions } from '../../simulator/server/transport.ts';
import { startMockttpTransport } from '../../simulator/server/transport-mockttp.ts';
import { startNodeTransport } from '../../simulator/server/transport-node.ts';

const transports: Record<string, (options: TransportOptions) => Promise<Transport>> = {
  mockttp: startMockttpTransport,
  node: startNodeTransport,
};

/** What the stub answers by path. */
const answers: Record<string, (exchange: string) => Answer> = {
  '/plain': (exchange) => respond(exchange, {}),
  '/late': (exchange) => respond(exchange, { delayMs: 60 }),
  '/cut': (exchange) => respond(exchange, { cutAfterBytes: 5 }),
  '/cut-all': (exchange) => respond(exchange, { cutAfterBytes: 0 }),
  '/hold': (exchange) => ({ kind: 'hold', exchange }),
  '/reset': (exchange) => ({ kind: 'reset', exchange, delayMs: 0 }),
  '/close': (exchange) => ({ kind: 'close', exchange, delayMs: 0 }),
  '/broken': () => {
    throw new Error('the core is broken');
  },
  '/forbidden-header': (exchange) => respond(exchange, { headers: { 'x-bad': 'a\nb' } }),
};

const body = '{"result":true,"message":"Ok — да"}\n';

function respond(exchange: string, changes: Partial<Extract<Answer, { kind: 'respond' }>>): Answer {
  return {
    kind: 'respond',
    exchange,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
    delayMs: 0,
    ...changes,
  };
}

const limitBytes = 100_000;
const holdCapMs = 150;

for (const [name, start] of Object.entries(transports)) {
  describe(`transport ${name}`, () => {
    const received: RawRequest[] = [];
    const completed: { path: string; how: string }[] = [];
    let waiters: (() => void)[] = [];
    let transport: Transport;
    let origin: string;

    const core = {
      receive(request: RawRequest) {
        received.push(request);
        for (const wake of waiters.splice(0)) wake();
        const answer = answers[request.path] ?? ((exchange: string) => respond(exchange, { status: 404 }));
        return answer(request.path);
      },
      completed(path: string, how: string) {
        completed.push({ path, how });
        for (const wake of waiters.splice(0)) wake();
      },
    } as unknown as GatewayCore;

    /** What comes back of one request over a connection of its own. */
    const postOnce = (path: string, headers = '') =>
      exchangeRaw(
        transport.port,
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n${headers}Connection: close\r\n\r\n{}`,
      );

    /** How the exchange of a path ended. */
    async function ending(path: string): Promise<string> {
      for (;;) {
        const found = completed.find((each) => each.path === path);
        if (found !== undefined) {
          completed.splice(completed.indexOf(found), 1);
          return found.how;
        }
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      }
    }

    /** Resolves when a request for a path has reached the core. */
    async function arrival(path: string): Promise<void> {
      while (!received.some((request) => request.path === path)) {
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      }
    }

    before(async () => {
      waiters = [];
      transport = await start({ host: '127.0.0.1', port: 0, ...serving(core) });
      origin = `http://127.0.0.1:${transport.port}`;
    });
    after(() => transport.close());

    test('answers with the exact length, and keeps the connection', async () => {
      const raw = await exchangeRaw(
        transport.port,
        'POST /plain HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}POST /plain HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
      );
      assert.equal(raw.match(/HTTP\/1\.1 200 OK/g)?.length, 2);
      assert.equal(raw.match(new RegExp(`content-length: ${Buffer.byteLength(body)}\r\n`, 'gi'))?.length, 2);
      assert.equal(await ending('/plain'), 'sent');
      assert.equal(await ending('/plain'), 'sent');
    });

    test('answers a client that waits for 100 Continue, and one that expects anything else', async () => {
      const ask = (expectation: string) => postOnce('/plain', `Expect: ${expectation}\r\n`);
      assert.match(await ask('100-continue'), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
      assert.equal(await ending('/plain'), 'sent');
      // mockttp leaves an expectation that it does not know to Node, which refuses it.
      const refused = name === 'mockttp';
      assert.match(await ask('tea'), refused ? /^HTTP\/1\.1 417 / : /^HTTP\/1\.1 200 OK/);
      if (!refused) assert.equal(await ending('/plain'), 'sent');
    });

    for (const [protocol, more] of [
      // As Java's HttpClient sends it by default.
      ['h2c', 'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n'],
      ['websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'],
      ['TLS/1.0', ''],
    ] as const) {
      test(`ignores an Upgrade to ${protocol}, which the history shows, and keeps the connection`, async () => {
        const socket = await open(transport.port);
        const ask = async (headers: string): Promise<string> => {
          const answered = new Promise((resolve) => {
            socket.once('data', resolve);
            socket.once('close', () => resolve('closed'));
          });
          socket.write(`POST /plain HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n${headers}\r\n{}`);
          return String(await answered);
        };
        const upgrade = `Upgrade: ${protocol}\r\nConnection: Upgrade, HTTP2-Settings\r\n${more}`;
        assert.match(await ask(upgrade), /^HTTP\/1\.1 200 OK/);
        assert.match(await ask(''), /^HTTP\/1\.1 200 OK/);
        socket.destroy();
        assert.equal(await ending('/plain'), 'sent');
        assert.equal(await ending('/plain'), 'sent');
        assert.equal(received.at(-2)?.headers.upgrade, protocol);
        assert.equal(new TextDecoder().decode(received.at(-2)?.body), '{}');
      });
    }

    test('an exchange that goes wrong ends alone', async () => {
      const [broken, forbidden, plain] = await Promise.all([
        postOnce('/broken'),
        postOnce('/forbidden-header'),
        postOnce('/plain'),
      ]);
      assert.deepEqual([broken, forbidden], ['', '']);
      assert.match(plain, /^HTTP\/1\.1 200 OK/);
      assert.equal(await ending('/forbidden-header'), 'failed');
      assert.equal(await ending('/plain'), 'sent');
    });

    test('hands over the raw bytes, the path and the query', async () => {
      const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]);
      received.length = 0;
      await fetch(`${origin}/plain?a=1&b=%20`, { method: 'POST', body: bytes, headers: { 'X-Two': 'b' } });
      const [request] = received;
      assert.ok(request);
      assert.deepEqual(Buffer.from(request.body), bytes);
      assert.equal(request.method, 'POST');
      assert.equal(request.path, '/plain');
      assert.equal(request.query, 'a=1&b=%20');
      assert.equal(request.headers['x-two'], 'b');
      assert.equal(request.remoteAddress, '127.0.0.1');
      assert.equal(await ending('/plain'), 'sent');
    });

    test('takes a body in many chunks, and joins header lines', async () => {
      received.length = 0;
      await exchangeRaw(
        transport.port,
        'POST /plain HTTP/1.1\r\nHost: a\r\nX-Many: 1\r\nX-Many: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{"\r\n3\r\na":\r\n2\r\n1}\r\n0\r\n\r\n',
      );
      assert.equal(Buffer.from(received[0]?.body ?? []).toString(), '{"a":1}');
      assert.equal(received[0]?.headers['x-many'], '1, 2');
      await ending('/plain');
    });

    test('reports a body above the limit and still answers', async () => {
      received.length = 0;
      const response = await fetch(`${origin}/plain`, { method: 'POST', body: Buffer.alloc(10_000_000, 97) });
      assert.equal(response.status, 200);
      assert.equal(received[0]?.bodyProblem, 'too-large');
      assert.equal(received[0]?.body.length, 0);
      await ending('/plain');
    });

    test('reports a request whose sender goes away in the middle', async () => {
      received.length = 0;
      const socket = await open(transport.port);
      socket.write('POST /plain HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"half":', () =>
        socket.end(),
      );
      assert.equal(await ending('/plain'), 'client-closed');
      assert.equal(received[0]?.bodyProblem, 'aborted');
    });

    test('waits for a delay', async () => {
      const startedAt = performance.now();
      assert.equal((await fetch(`${origin}/late`, { method: 'POST' })).status, 200);
      assert.ok(performance.now() - startedAt >= 55);
      assert.equal(await ending('/late'), 'sent');
    });

    test('notes a client that goes before a delayed answer', async () => {
      received.length = 0;
      const socket = await open(transport.port);
      socket.write('POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
      await arrival('/late');
      socket.destroy();
      assert.equal(await ending('/late'), 'client-closed');
    });

    for (const [path, sent] of [
      ['/cut', '{"res'],
      ['/cut-all', ''],
    ] as const) {
      test(`${path} promises the whole and sends "${sent}"`, async () => {
        const raw = await exchangeRaw(
          transport.port,
          `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`,
        );
        assert.match(raw, new RegExp(`content-length: ${Buffer.byteLength(body)}`, 'i'));
        assert.equal(raw.slice(raw.indexOf('\r\n\r\n') + 4), sent);
        assert.equal(await ending(path), 'sent');
      });
    }

    test('holds an answer until the client closes', async () => {
      received.length = 0;
      const socket = await open(transport.port);
      socket.write('POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
      await arrival('/hold');
      assert.equal(completed.length, 0);
      socket.destroy();
      assert.equal(await ending('/hold'), 'client-closed');
    });

    test('holds an answer no longer than the cap', async () => {
      const startedAt = performance.now();
      const raw = await exchangeRaw(
        transport.port,
        'POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
      );
      assert.equal(raw, '');
      assert.ok(performance.now() - startedAt >= holdCapMs - 5);
      await ending('/hold');
    });

    test('resets and closes connections', async () => {
      const request = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`;
      await assert.rejects(exchangeRaw(transport.port, request('/reset')), { code: 'ECONNRESET' });
      assert.equal(await ending('/reset'), 'sent');
      assert.equal(await exchangeRaw(transport.port, request('/close')), '');
      assert.equal(await ending('/close'), 'sent');
    });

    const garbage: [string, Buffer | string][] = [
      ['random bytes', Buffer.from([0, 1, 2, 3, 255, 254, 13, 10, 13, 10])],
      ['a TLS hello', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])],
      ['another protocol', 'EHLO gateway\r\n\r\n'],
      ['a huge header', `POST /plain HTTP/1.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
      ['two lengths', 'POST /plain HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      ['a bad chunk', 'POST /plain HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ];
    for (const [what, bytes] of garbage) {
      test(`survives ${what}`, async () => {
        const raw = await exchangeRaw(transport.port, bytes).catch(
          (error: { code?: string }) => error.code ?? '',
        );
        assert.doesNotMatch(raw, /<html|HTTP\/1\.1 (2|5)/i);
        // What no request is, mockttp refuses by itself, without a body.
        if (raw.startsWith('HTTP/1.1 400') && name === 'node') assert.match(raw, /"result":false/);
        assert.equal((await fetch(`${origin}/plain`, { method: 'POST' })).status, 200);
        await ending('/plain');
      });
    }

    test(name === 'mockttp' ? 'a tunnel ends in the gateway itself' : 'opens no tunnel', async () => {
      const socket = await open(transport.port);
      const said = new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(String(bytes)));
        socket.once('close', () => resolve(''));
      });
      socket.write('CONNECT elsewhere.invalid:443 HTTP/1.1\r\nHost: elsewhere.invalid:443\r\n\r\n');
      assert.equal(await said, name === 'mockttp' ? 'HTTP/1.1 200 OK\r\n\r\n' : '');
      if (name === 'node') return;
      const answered = new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
      socket.write('POST /plain HTTP/1.1\r\nHost: elsewhere.invalid\r\nContent-Length: 0\r\n\r\n');
      assert.match(String(await answered), /^HTTP\/1\.1 200 OK/);
      assert.equal(await ending('/plain'), 'sent');
      socket.destroy();
    });

    if (name === 'mockttp') {
      test('speaks HTTP/2 as well, and ends streams as it ends connections', async () => {
        const session = connectHttp2(origin);
        const ask = (path: string) =>
          new Promise<string>((resolve) => {
            const stream = session.request({ ':method': 'POST', ':path': path });
            let text = '';
            stream.on('data', (chunk) => {
              text += String(chunk);
            });
            stream.on('error', () => undefined);
            stream.on('close', () => resolve(text));
            stream.end('{}');
          });
        assert.equal(await ask('/plain?a=1'), body);
        assert.equal(await ending('/plain'), 'sent');
        for (const path of ['/reset', '/close', '/hold']) {
          assert.equal(await ask(path), '', path);
          await ending(path);
        }
        assert.equal(await ask('/plain'), body);
        await ending('/plain');
        await new Promise<void>((resolve) => session.close(resolve));
      });
    }

    test('says which fixed port is taken', async () => {
      const again = start({ host: '127.0.0.1', port: transport.port, ...serving(core) });
      await assert.rejects(again, (error: unknown) => {
        assert.ok(error instanceof PortInUseError);
        assert.equal(error.port, transport.port);
        assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${transport.port} is in use`));
        return true;
      });
    });

    test('listens on its own host only', async () => {
      await assert.rejects(open(transport.port, '127.0.0.2'), { code: 'ECONNREFUSED' });
    });

    test('closes with answers held and connections idle', async () => {
      const own = await start({ host: '127.0.0.1', port: 0, ...serving(core) });
      const idle = await open(own.port);
      const held = await open(own.port);
      const gone = [idle, held].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      received.length = 0;
      held.write('POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
      await arrival('/hold');
      await own.close();
      await Promise.all(gone);
      assert.equal(await ending('/hold'), 'client-closed');
    });

    test('speaks TLS with a certificate that its authority signed', async () => {
      const { Agent, request } = await import('undici');
      const tls = await createTls({});
      const own = await start({ host: '127.0.0.1', port: 0, tls, ...serving(core) });
      const dispatcher = new Agent({ connect: { ca: tls.caCert } });
      const response = await request(`https://localhost:${own.port}/plain`, { method: 'POST', dispatcher });
      assert.equal(response.statusCode, 200);
      assert.equal(await response.body.text(), body);
      await assert.rejects(request(`https://localhost:${own.port}/plain`, { method: 'POST' }));
      await dispatcher.destroy();
      await own.close();
      await ending('/plain');
    });
  });
}

function serving(core: GatewayCore): Omit<TransportOptions, 'host' | 'port'> {
  const listener = createExchangeListener({
    core,
    gate: createAnswerGate(),
    now: () => 0,
    holdCapMs,
    persist: () => undefined,
    kick: () => undefined,
    delivered: () => undefined,
    released: async () => undefined,
    onKill: async () => undefined,
    readFirst: false,
    page: () => undefined,
  });
  return { listener, maxRequestBytes: () => limitBytes, mostRequestBytes: limitBytes };
}

function open(port: number, host = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.on('error', reject);
  });
}

/** Sends bytes and reads until the connection ends, or until nothing more comes. */
async function exchangeRaw(port: number, bytes: Buffer | string): Promise<string> {
  const socket = await open(port);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.write(bytes);
  });
}
