import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { defaultShop, SimulatorOptionError, startSimulator } from '../../simulator/index.ts';
import { type Bench, secret, startBench } from './server-support.ts';

let bench: Bench;
before(async () => {
  bench = await startBench();
});
after(() => bench.stop());

const refusals: { ask: [method: string, path: string, body?: unknown]; status: number; says: RegExp }[] = [
  { ask: ['GET', '/nothing'], status: 404, says: /GET \/nothing: no such endpoint/ },
  { ask: ['GET', '/invoices/1'], status: 404, says: /no invoice has the payment id 1/ },
  { ask: ['GET', '/invoices/x'], status: 400, says: /path\.paymentId/ },
  { ask: ['GET', '/invoices?limit=0'], status: 400, says: /query\.limit/ },
  { ask: ['POST', '/invoices/1/status', { status: 4 }], status: 404, says: /1/ },
  { ask: ['POST', '/invoices/1/status', { status: 'four' }], status: 400, says: /body\.status/ },
  { ask: ['POST', '/invoices/1/status', {}], status: 400, says: /body\.status/ },
  { ask: ['POST', '/invoices/1/payer', { action: 'steal' }], status: 400, says: /body\.action.*"open"/ },
  { ask: ['POST', '/invoices/1/payer', { action: 'pay', more: 1 }], status: 400, says: /more/ },
  { ask: ['POST', '/invoices/1/payer', '{"action":'], status: 400, says: /body: expected valid JSON/ },
  { ask: ['GET', '/payouts?limit=0'], status: 400, says: /query\.limit/ },
  { ask: ['GET', '/payouts/1'], status: 404, says: /no payout has the id 1/ },
  { ask: ['POST', '/payouts/1/status', { status: 5 }], status: 404, says: /1/ },
  { ask: ['POST', '/refunds/5/none/status', { status: 'SUCCESS' }], status: 404, says: /none/ },
  { ask: ['POST', '/clock/advance', {}], status: 400, says: /exactly one of "byMs"/ },
  { ask: ['POST', '/clock/advance', { to: 'tomorrow' }], status: 400, says: /body\.to/ },
  { ask: ['POST', '/clock/advance', { to: '2001-01-01T00:00:00Z' }], status: 409, says: /never goes back/ },
  { ask: ['PATCH', '/shops/99', { active: false }], status: 404, says: /"99"/ },
  { ask: ['PATCH', '/shops/5', { callbackUrl: 'ftp://x' }], status: 400, says: /body\.callbackUrl/ },
  { ask: ['PATCH', '/shops/5', { secret: 'x' }], status: 400, says: /secret/ },
  {
    ask: ['POST', '/balances', { shopId: 5, currency: 643, available: 12 }],
    status: 400,
    says: /body\.available/,
  },
  { ask: ['POST', '/balances', { shopId: 99, currency: 643, available: '1' }], status: 404, says: /99/ },
  { ask: ['POST', '/notifications/none/resend'], status: 404, says: /"none"/ },
  { ask: ['POST', '/notifications/none/cancel'], status: 404, says: /"none"/ },
  { ask: ['POST', '/deliveries', { deliveries: [] }], status: 400, says: /body\.deliveries/ },
  { ask: ['POST', '/deliveries', { deliveries: [{ label: 'x', shopId: 99 }] }], status: 404, says: /"99"/ },
  { ask: ['POST', '/faults', { where: {}, effect: { kind: 'explode' } }], status: 400, says: /effect/ },
  { ask: ['DELETE', '/faults/none'], status: 404, says: /"none"/ },
  { ask: ['POST', '/faults/none/release'], status: 404, says: /"none"/ },
  { ask: ['GET', '/journal?after=-1'], status: 400, says: /query\.after/ },
  { ask: ['POST', '/journal', { kind: 'state' }], status: 400, says: /body\.kind/ },
  { ask: ['PUT', '/readings', { 'no.such': 'x' }], status: 400, says: /no\.such/ },
  { ask: ['PUT', '/readings', { 'hold.id': 'x' }], status: 400, says: /hold\.id.*expected one of/ },
  { ask: ['POST', '/finish', {}], status: 400, says: /"paymentIds", "payoutIds" or "all"/ },
];
for (const { ask, status, says } of refusals) {
  test(`${ask[0]} ${ask[1]} ${JSON.stringify(ask[2]) ?? ''} is refused with ${status}`, async () => {
    const answer = await bench.ask(...ask);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.match((answer.body.error as { message: string }).message, says);
  });
}

test('health, clock, shops, balances, tokens, readings and the OpenAPI can be read', async () => {
  const health = await bench.control('GET', '/health');
  assert.equal(health.status, 'ok');
  assert.equal(health.baseUrl, bench.simulator.baseUrl);
  assert.equal(health.seed, 7);
  assert.equal((await bench.control('GET', '/clock')).mode, 'virtual');
  const { items: shops } = await bench.control<{ items: Record<string, unknown>[] }>('GET', '/shops');
  assert.equal(shops[0]?.id, '5');
  assert.equal(JSON.stringify(shops).includes(secret), false);
  const { items: balances } = await bench.control<{ items: { currency: number }[] }>(
    'GET',
    '/balances?shopId=5',
  );
  assert.ok(balances.some(({ currency }) => currency === 643));
  assert.deepEqual((await bench.control('GET', '/tokens')).items, []);
  assert.ok((await bench.control('GET', '/readings'))['hold.id']);
  const description = await bench.control<{ paths: Record<string, Record<string, unknown>> }>(
    'GET',
    '/openapi.json',
  );
  const described = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  for (const expected of [
    'get /health',
    'post /clock/advance',
    'post /invoices/{paymentId}/status',
    'post /deliveries',
    'get /journal/stream',
  ]) {
    assert.ok(described.includes(expected), expected);
  }
});

test('settings, balances and readings can be changed', async () => {
  const shop = await bench.control('PATCH', '/shops/5', { notifications: 'form' });
  assert.equal(shop.notifications, 'form');
  await bench.control('PATCH', '/shops/5', { notifications: 'json' });
  const { items } = await bench.control<{ items: { currency: number; available: string; base: string }[] }>(
    'POST',
    '/balances',
    {
      shopId: 5,
      currency: 643,
      available: '12.34',
    },
  );
  assert.equal(
    items.find(({ currency, base }) => currency === 643 && base === 'production')?.available,
    '12.34',
  );
  const readings = await bench.control('PUT', '/readings', { 'hold.id': 'own' });
  assert.equal(readings['hold.id'], 'own');
});

test('the clock steps from one due instant to the next, not beyond the limit', async () => {
  bench.receiver.answer = (_request, response) => response.writeHead(500).end();
  const paymentId = await bench.invoice('stepped');
  await bench.control('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
  const { now, nextDueAt } = await bench.control<{ now: string; nextDueAt: string }>('GET', '/clock');
  const limit = new Date((Date.parse(now) + Date.parse(nextDueAt)) / 2).toISOString();
  const short = await bench.control('POST', '/clock/step', { limit });
  assert.deepEqual([short.now, short.fired], [limit, 0]);
  const whole = await bench.control('POST', '/clock/step', {});
  assert.deepEqual([whole.now, whole.fired], [nextDueAt, 1]);
  bench.receiver.answer = (_request, response) => response.end('OK');
  await bench.control('POST', '/finish', { all: true });
  assert.equal((await bench.control('GET', '/clock')).nextDueAt, null);
  const still = await bench.control('POST', '/clock/step', {});
  assert.deepEqual([still.now, still.fired], [whole.now, 0]);
});

test('a status can be delivered, queued, or kept silent', async () => {
  bench.receiver.answer = (_request, response) => response.end('OK');
  const paymentId = await bench.invoice('notified');
  bench.receiver.seen.length = 0;
  const silent = await bench.control('POST', `/invoices/${paymentId}/status`, { status: 2, notify: 'none' });
  assert.deepEqual([silent.notification, silent.reply], [null, null]);
  const queued = await bench.control<{ notification: { notification: string } }>(
    'POST',
    `/invoices/${paymentId}/status`,
    {
      status: 5,
      notify: 'queue',
    },
  );
  assert.ok(queued.notification.notification);
  await bench.control('POST', '/clock/flush');
  assert.equal(bench.receiver.seen.length, 1);
  const delivered = await bench.control<{ reply: { body: string } }>(
    'POST',
    `/invoices/${paymentId}/status`,
    { status: 4 },
  );
  assert.equal(delivered.reply.body, 'OK');
  assert.equal(bench.receiver.seen.length, 2);
  const again = await bench.control<{ reply: { status: number } }>(
    'POST',
    `/notifications/${queued.notification.notification}/resend`,
  );
  assert.equal(again.reply.status, 200);
  const back = await bench.ask('POST', `/invoices/${paymentId}/status`, { status: 1 });
  assert.equal(back.status, 409, JSON.stringify(back.body));
});

test('made-up deliveries can be sent in chunks, after 100-continue, and slowly', async () => {
  bench.receiver.answer = (_request, response) => response.writeHead(200).end('OK');
  bench.receiver.seen.length = 0;
  const transports = ['chunked', 'expect', 'slow'];
  const { replies } = await bench.control<{ replies: { body: string; outcome: string }[] }>(
    'POST',
    '/deliveries',
    { deliveries: transports.map((transport) => ({ label: transport, transport, body: '{"a":1}' })) },
  );
  assert.deepEqual(
    replies.map(({ outcome, body }) => `${outcome} ${body}`),
    transports.map(() => 'replied OK'),
  );
  const seen = bench.receiver.seen.map(({ headers, body }) => [
    headers['transfer-encoding'] ?? headers.expect ?? headers['content-length'],
    String(body),
  ]);
  assert.deepEqual(
    seen,
    ['chunked', '100-continue', '7'].map((how) => [how, '{"a":1}']),
  );
});

test('made-up deliveries are sent, recorded as such, and change nothing', async () => {
  bench.receiver.answer = (_request, response, count) =>
    response.writeHead(count % 2 === 0 ? 200 : 400).end('OK');
  bench.receiver.seen.length = 0;
  const last = (await bench.control<{ next: number }>('GET', '/journal?limit=10000')).next;
  const { replies } = await bench.control<{ replies: { status: number; outcome: string }[] }>(
    'POST',
    '/deliveries',
    {
      deliveries: [
        { label: 'plain', query: { type: 'invoice' }, body: '{"sign":"x"}', about: { shopOrderId: 'a' } },
        {
          label: 'bytes',
          bodyBase64: Buffer.from([0xff, 0x00]).toString('base64'),
          method: 'PUT',
          headers: { 'content-type': 'text/plain' },
        },
        { label: 'elsewhere', url: 'http://example.invalid/', body: '', verdict: 'reject' },
        { label: 'other sender', from: '127.0.0.3', body: '{}' },
      ],
    },
  );
  assert.deepEqual(
    replies.map(({ outcome, status }) => [outcome, status]),
    [
      ['replied', 400],
      ['replied', 200],
      ['refused', null],
      ['replied', 400],
    ],
  );
  assert.match(bench.receiver.seen[0]?.url ?? '', /\?type=invoice$/);
  const { events } = await bench.control<{
    events: {
      kind: string;
      genuine?: boolean;
      verdict?: string;
      signed?: string;
      label?: string;
      from?: string;
    }[];
  }>('GET', `/journal?after=${last}`);
  const attempts = events.filter(({ kind }) => kind === 'attempt');
  assert.deepEqual(
    attempts.map(({ genuine, verdict, label, signed }) => [genuine, verdict, label, signed]),
    [
      [false, undefined, 'plain', 'wrong'],
      [false, undefined, 'bytes', undefined],
      [false, 'reject', 'elsewhere', undefined],
      [false, undefined, 'other sender', 'wrong'],
    ],
  );
  assert.equal(attempts[3]?.from, '127.0.0.3');
  assert.equal(events.filter(({ kind }) => kind === 'state').length, 0);
  assert.equal(events.filter(({ kind }) => kind === 'reply').length, 4);
});

test('deliveries that are released together arrive together', async () => {
  let waiting: (() => void)[] = [];
  bench.receiver.answer = (_request, response) => {
    waiting.push(() => response.end('OK'));
    // Whoever waits for the reply of the first before it sends the second would wait for ever.
    if (waiting.length === 20) for (const go of waiting.splice(0)) go();
  };
  const { replies } = await bench.control<{ replies: { outcome: string }[] }>('POST', '/deliveries', {
    deliveries: Array.from({ length: 20 }, (_, index) => ({ label: `copy ${index}`, body: '{}' })),
    releaseTogether: true,
  });
  assert.deepEqual(new Set(replies.map(({ outcome }) => outcome)), new Set(['replied']));
  waiting = [];
  bench.receiver.answer = (_request, response) => response.end('OK');
});

test('the journal is paged, filtered, streamed, and takes events of others', async () => {
  const { seq } = await bench.control<{ seq: number }>('POST', '/journal', {
    kind: 'call',
    name: 'createOrder',
    input: { card: { number: '4111111111111111' } },
  });
  const { events } = await bench.control<{ events: { seq: number; name: string }[] }>(
    'GET',
    `/journal?after=${seq - 1}&kind=call`,
  );
  assert.deepEqual([events[0]?.seq, events[0]?.name], [seq, 'createOrder']);
  assert.equal(JSON.stringify(events).includes('4111111111111111'), false);
  let after = 0;
  let count = 0;
  for (;;) {
    const page = await bench.control<{ events: { seq: number }[]; next: number }>(
      'GET',
      `/journal?after=${after}&limit=5`,
    );
    if (page.events.length === 0) break;
    assert.equal(page.events[0]?.seq, after + 1);
    count += page.events.length;
    after = page.next;
  }
  assert.ok(count >= seq);

  const abort = new AbortController();
  const stream = await fetch(
    `${bench.simulator.controlUrl}/journal/stream?after=${seq - 1}&kind=call,check`,
    { signal: abort.signal },
  );
  assert.match(stream.headers.get('content-type') ?? '', /event-stream/);
  await bench.control('POST', '/journal', { kind: 'check', id: 'sign.invoice.create', phase: 'start' });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(reader);
  let text = '';
  while (!text.includes('sign.invoice.create')) text += (await reader.read()).value ?? '';
  assert.match(text, new RegExp(`event: call\\ndata: .*\\nid: ${seq}`));
  abort.abort();
});

test('the page of the control port is the same for every gateway and runs only its own scripts', async () => {
  await bench.invoice('<script>alert(1)</script>');
  const response = await fetch(`${bench.simulator.controlUrl}/`);
  const page = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /text\/html/);
  assert.doesNotMatch(page, /alert/);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-/);
  assert.doesNotMatch(policy, /unsafe/);
  for (const [, path] of page.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)) {
    assert.equal((await fetch(`${bench.simulator.controlUrl}${path}`)).status, 200, path);
  }
  assert.equal(page.includes(secret), false);
});

test('only the tester is let in: Host, Origin, token', async () => {
  const { controlUrl } = bench.simulator;
  const port = Number(new URL(controlUrl).port);
  assert.match(await rawGet(port, 'evil.example'), /^HTTP\/1\.1 403/);
  assert.match(await rawGet(port, `localhost:${port}`), /^HTTP\/1\.1 200/);
  assert.match(await rawGet(port, `127.0.0.1.evil.example:${port}`), /^HTTP\/1\.1 403/);
  assert.equal((await bench.ask('GET', '/health', undefined, { origin: 'http://evil.example' })).status, 403);
  const plain = await bench.ask('POST', '/clock/advance', '{"byMs":1}', { 'content-type': 'text/plain' });
  assert.equal(plain.status, 400);
  assert.equal((await fetch(`${controlUrl}/health`)).headers.get('access-control-allow-origin'), null);

  const own = await startBench({ controlToken: 'a-long-enough-token', controlHost: '0.0.0.0' });
  const base = own.simulator.controlUrl;
  const status = async (authorization?: string) =>
    (await fetch(`${base}/health`, { headers: authorization === undefined ? {} : { authorization } })).status;
  assert.equal(await status(), 401);
  assert.equal(await status('Bearer wrong'), 401);
  assert.equal(await status('Bearer a-long-enough-token'), 200);
  await own.stop();
});

test('a control plane that others can reach needs a token', async () => {
  const shops = [defaultShop(5, secret)];
  for (const [options, option] of [
    [{ controlHost: '0.0.0.0' }, 'controlHost'],
    [{ controlToken: 'short' }, 'controlToken'],
    [{ shops: [] }, 'shops'],
    [{ clock: { kind: 'real', rate: -1 } }, 'clock'],
    [{ host: '203.0.113.7' }, 'host'],
  ] as const) {
    await assert.rejects(startSimulator({ shops, transport: 'node', ...options }), (error: unknown) => {
      assert.ok(error instanceof SimulatorOptionError, String(error));
      assert.equal(error.option, option);
      return true;
    });
  }
});

test('stop can be called again, and frees both ports', async () => {
  const own = await startBench();
  const port = Number(new URL(own.simulator.origin).port);
  await Promise.all([own.simulator.stop(), own.simulator.stop()]);
  await own.simulator.stop();
  const next = await startBench({ port });
  assert.equal(new URL(next.simulator.origin).port, String(port));
  await next.stop();
  await own.stop();
});

test('a real clock delivers by itself, and jumps ahead through what is due on the way', async () => {
  const own = await startBench({ clock: { kind: 'real', rate: 3600 } });
  let refuse = true;
  own.receiver.answer = (_request, response) => {
    response.writeHead(refuse ? 500 : 200).end('OK');
    refuse = false;
  };
  const paymentId = await own.invoice();
  await own.control('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
  await own.receiver.reached(2);
  await own.stop();

  const slow = await startBench({ clock: { kind: 'real' } });
  slow.receiver.answer = (_request, response) => void response.writeHead(500).end('no');
  const unpaid = await slow.invoice();
  await slow.control('POST', `/invoices/${unpaid}/payer`, { action: 'pay' });
  const instant = (clock: Record<string, unknown>, of: string) => Date.parse(String(clock[of]));
  const before = await slow.control('GET', '/clock');
  const { fired } = await slow.control('POST', '/clock/advance', { byMs: 600_000 });
  assert.ok(Number(fired) > 1, `${fired} attempts were made in ten minutes`);
  const after = await slow.control('GET', '/clock');
  assert.ok(instant(after, 'now') - instant(before, 'now') >= 600_000);
  assert.equal((await slow.ask('POST', '/clock/advance', { to: before.now })).status, 409);
  // What comes next is waited for from where the clock stands now.
  assert.ok(instant(after, 'nextDueAt') > instant(after, 'now'));
  await slow.stop();
});

function rawGet(port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

test('a body in chunks is counted as it arrives', async () => {
  let sent = 0;
  const part = new Uint8Array(1024 * 1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += part.length;
      // It would be 3 GB if anybody took all of it.
      if (sent > 3e9) controller.close();
      else controller.enqueue(part);
    },
  });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as const;
  const answer = await fetch(`${bench.simulator.controlUrl}/journal`, init).then(
    async (response) => `${response.status} ${await response.text()}`,
    () => 'closed',
  );
  assert.match(answer, /^400 .*longer than 33554432 bytes|^closed$/);
  assert.ok(sent < 300e6, `${sent} bytes were taken`);
  assert.equal((await fetch(`${bench.simulator.controlUrl}/health`)).status, 200);
});

test('a reader of the stream that takes nothing is not written to for ever', async () => {
  const small = await startBench({ journalRetention: 50 });
  // Nothing is taken of a response that nobody reads.
  const [stream] = (await once(get(`${small.simulator.controlUrl}/journal/stream?after=0`), 'response')) as [
    IncomingMessage,
  ];
  const total = 60e6;
  const text = 'x'.repeat(500_000);
  for (let sent = 0; sent < total; sent += text.length)
    await small.control('POST', '/journal', { kind: 'call', call: 'c', name: 'n', input: text });
  let taken = 0;
  for await (const chunk of stream) taken += chunk.length;
  assert.ok(taken < total / 2, `${taken} bytes were held for it`);
  await small.stop();
});
