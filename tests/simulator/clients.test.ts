/** Every HTTP client gets an answer, over both transports: clients as they come, and requests that few of them send. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createLines } from '../../cli/simulate-lines.ts';
import { lacks } from '../../scripts/machine.mjs';
import type { JournalEvent } from '../../simulator/server/journal-query.ts';
import { type Bench, type Envelope, plainInvoice, signedBody, startBench } from './server-support.ts';

const scripts = join(import.meta.dirname, 'clients');
const built = mkdtempSync(join(tmpdir(), 'gatecheck-clients-'));
after(() => rmSync(built, { recursive: true, force: true }));

/** No client may wait as long for an answer. */
const LIMIT_MS = 20_000;

interface Client {
  /** The program with its arguments; the URL follows. */
  readonly command: readonly [string, ...string[]];
  /** How many connections two requests take at most. */
  readonly connections: 1 | 2;
  /** Why it cannot be tried here. */
  readonly skip: string | false;
}

const client = (command: Client['command'], connections: 1 | 2, skip: string | false): Client => ({
  command,
  connections,
  skip,
});

/** Debian's packages are those of its own Python. */
const python = (library: string): Client['command'] => [
  '/usr/bin/python3',
  join(scripts, 'client.py'),
  library,
];
const node = (library: string): Client['command'] => [process.execPath, join(scripts, 'client.mjs'), library];
const ruby = (library: string): Client['command'] => ['ruby', join(scripts, 'client.rb'), library];
const php = (library: string): Client['command'] => ['php', join(scripts, 'client.php'), library];

const noPython = existsSync('/usr/bin/python3') ? false : 'there is no /usr/bin/python3.';
/** It begins in HTTP/2 without asking. */
const CURL: Client['command'] = [
  'curl',
  '-sS',
  '--http2-prior-knowledge',
  ...['--data-binary', '@-', '-H', 'Content-Type: application/json'],
];
const noCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'there is no curl.';
const noPythonClients = await lacks('python-clients');
const noRubyClients = await lacks('ruby-clients');
const noPhp = await lacks('php');
const noGo = await lacks('go');
const noJava = await lacks('java');
const notBrought = (name: string): string | false =>
  existsSync(join(scripts, '../../../node_modules', name)) ? false : `no dependency of ours brings ${name}.`;

const CLIENTS: Readonly<Record<string, Client>> = {
  'HttpClient of Java': client(['java', '-cp', built, 'Client'], 1, noJava),
  'net/http of Go': client([join(built, 'client')], 1, noGo),
  'urllib.request of Python': client(python('urllib.request'), 2, noPython),
  'http.client of Python': client(python('http.client'), 1, noPython),
  'requests of Python': client(python('requests'), 1, noPythonClients),
  'urllib3 of Python': client(python('urllib3'), 1, noPythonClients),
  'httpx of Python': client(python('httpx'), 1, noPythonClients),
  'curl of PHP': client(php('curl'), 1, noPhp),
  'streams of PHP': client(php('streams'), 2, noPhp),
  'net/http of Ruby': client(ruby('net/http'), 1, noRubyClients),
  'faraday of Ruby': client(ruby('faraday'), 2, noRubyClients),
  'fetch of Node': client(node('fetch'), 2, false),
  'http of Node': client(node('http'), 1, false),
  'undici of Node': client(node('undici'), 1, false),
  'axios of Node': client(node('axios'), 1, notBrought('axios')),
  'got of Node': client(node('got'), 1, notBrought('got')),
};

before(() => {
  if (!noJava) execFileSync('javac', ['-d', built, join(scripts, 'Client.java')]);
  if (!noGo) execFileSync('go', ['build', '-o', join(built, 'client'), join(scripts, 'client.go')]);
});

const bodyOf = (order: string): string =>
  signedBody('invoice/create', { ...plainInvoice, description: 'Книга', shop_order_id: order });

/** What a program writes that gets an input. */
async function outputOf([program, ...args]: Client['command'], input: string): Promise<string> {
  const child = spawn(program, args, { timeout: LIMIT_MS });
  child.stdin.end(input);
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return output + problems;
}

/** Counts the connections that a port takes while something is done. */
async function connectionsTo(port: number, deed: () => Promise<void>): Promise<number> {
  let count = 0;
  const opened = (message: unknown) => {
    if ((message as { socket: Socket }).socket.localPort === port) count += 1;
  };
  subscribe('net.server.socket', opened);
  await deed().finally(() => unsubscribe('net.server.socket', opened));
  return count;
}

/** All that comes back for some bytes until the connection ends. */
async function answerTo(origin: string, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('no answer')));
  socket.write(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  return text(socket);
}

const PATH = '/gateway/v1/invoice/create';
const json = 'Content-Type: application/json\r\n';
const last = 'Connection: close\r\n';
const sized = (body: string | Buffer): string => `Content-Length: ${Buffer.byteLength(body)}\r\n`;
const chunk = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;

const post = (headers: string, body: string, version = '1.1'): string =>
  `POST ${PATH} HTTP/${version}\r\nHost: a\r\n${headers}\r\n${body}`;

/** Requests that few clients send: the bytes for a signed body, and what comes back. */
const ODD: Readonly<Record<string, readonly [bytes: (body: string) => string, says: RegExp]>> = {
  'Expect: 100-continue': [
    (body) => post(`${json}${sized(body)}Expect: 100-continue\r\n${last}`, body),
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*"result":true/s,
  ],
  'a body in chunks': [
    (body) =>
      post(
        `${json}Transfer-Encoding: chunked\r\n${last}`,
        `${chunk(body.slice(0, 50))}${chunk(body.slice(50))}0\r\n\r\n`,
      ),
    /^HTTP\/1\.1 200 OK\r\n.*"result":true/s,
  ],
  'names of headers in odd case': [
    (body) =>
      post(
        `cOnTeNt-TyPe: Application/JSON; Charset=UTF-8\r\n${sized(body).toUpperCase()}connection: CLOSE\r\n`,
        body,
      ),
    /^HTTP\/1\.1 200 OK\r\n.*"result":true/s,
  ],
  'HTTP/1.0': [
    (body) => post(`${json}${sized(body)}`, body, '1.0'),
    /^HTTP\/1\.1 200 OK\r\n(?=.*connection: close\r\n).*"result":true/is,
  ],
  'HTTP/1.0 that keeps the connection': [
    (body) => {
      const headers = `${json}${sized(body)}`;
      return post(`${headers}Connection: keep-alive\r\n`, body, '1.0') + post(headers, body, '1.0');
    },
    /^HTTP\/1\.1 200 OK\r\n.*"result":true.*HTTP\/1\.1 200 OK\r\n.*"error_code":6/s,
  ],
};

const noIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  ? false
  : 'this machine has no ::1.';

for (const transport of ['node', 'mockttp'] as const) {
  describe(`over ${transport}`, () => {
    let bench: Bench;
    const lines = createWaitingLines();
    before(async () => {
      bench = await startBench({ transport, onEvent: lines.take });
    });
    after(() => bench.stop());

    clientsGetAnswers(() => bench);
    oddRequestsGetAnswers(() => bench);
    if (transport === 'node') http2IsRefused(() => bench, lines);
    else http2IsSpoken(() => bench);

    test('answers over IPv6', { skip: noIpv6 }, async (t) => {
      const own = await startBench({ transport, host: '::1' });
      t.after(() => own.stop());
      assert.match(own.simulator.baseUrl, /^http:\/\/\[::1\]:\d+\//);
      assert.equal((await own.call('invoice/create', plainInvoice)).result, true);
      if (transport === 'mockttp')
        assert.match((await viaHttp2(own.simulator.origin)).answer, /"result":true/);
    });
  });
}

function clientsGetAnswers(bench: () => Bench): void {
  for (const [name, { command, connections, skip }] of Object.entries(CLIENTS)) {
    test(`${name} gets its answers`, { skip }, async () => {
      const { baseUrl, origin } = bench().simulator;
      let output = '';
      const count = await connectionsTo(Number(new URL(origin).port), async () => {
        output = await outputOf([...command, `${baseUrl}/invoice/create`], bodyOf(name));
      });
      const answers = output.trim().split('\n').map(parsed);
      assert.deepEqual(
        answers.map((answer) => [answer?.status, answer?.body.error_code]),
        [
          [200, 0],
          // The order exists.
          [200, 6],
        ],
        output,
      );
      assert.ok(count <= connections, `${count} connections`);
    });
  }
}

function oddRequestsGetAnswers(bench: () => Bench): void {
  for (const [name, [bytes, says]] of Object.entries(ODD)) {
    test(`answers ${name}`, async () => {
      assert.match(await answerTo(bench().simulator.origin, bytes(bodyOf(name))), says);
    });
  }

  test('refuses a compressed body by its Content-Encoding', async () => {
    const body = gzipSync(bodyOf('gzip'));
    const head = `POST ${PATH} HTTP/1.1\r\nHost: a\r\n${json}${sized(body)}Content-Encoding: gzip\r\n${last}\r\n`;
    const answer = await answerTo(bench().simulator.origin, head, body);
    assert.match(answer, /The header Content-Encoding is \\"gzip\\", a body that is not encoded is expected/);
  });
}

function http2IsSpoken(bench: () => Bench): void {
  test('speaks HTTP/2 with prior knowledge', async () => {
    const { answer } = await viaHttp2(bench().simulator.origin);
    assert.match(answer, /"result":true/);
  });

  test('answers curl --http2-prior-knowledge', { skip: noCurl }, async () => {
    const said = await outputOf([...CURL, `${bench().simulator.baseUrl}/invoice/create`], bodyOf('curl'));
    assert.match(said, /"result":true/);
  });
}

function http2IsRefused(bench: () => Bench, lines: WaitingLines): void {
  test('ends HTTP/2 with prior knowledge at once, and says so', { timeout: LIMIT_MS }, async () => {
    const { answer, reason } = await viaHttp2(bench().simulator.origin);
    assert.match(answer, /Session closed with error code 13/);
    assert.match(reason, /The connection begins in HTTP\/2, HTTP\/1\.1 is expected/);
    await lines.reached('PRI *: HTTP/2 is not spoken here; use HTTP/1.1');
  });

  test('ends curl --http2-prior-knowledge at once', { skip: noCurl }, async () => {
    const said = await outputOf([...CURL, `${bench().simulator.baseUrl}/invoice/create`], bodyOf('curl'));
    // Which of its words for an end of the connection curl has depends on its version.
    assert.match(said, /^curl: \((?!7\)|28\))\d+\)/);
  });
}

/** What a client gets that begins in HTTP/2: an answer or an error, and with what reason the connection ended. */
async function viaHttp2(origin: string): Promise<{ answer: string; reason: string }> {
  const session = connectHttp2(origin);
  session.setTimeout(LIMIT_MS, () => session.destroy(new Error('no answer')));
  let reason = '';
  session.on('goaway', (_code, _last, data) => {
    reason = String(data);
  });
  session.on('error', () => undefined);
  const stream = session.request({
    ':method': 'POST',
    ':path': PATH,
    // Node leaves the brackets out.
    ':authority': new URL(origin).host,
    'content-type': 'application/json',
  });
  stream.end(bodyOf('HTTP/2'));
  const answer = await text(stream).catch((error: Error) => error.message);
  session.close();
  return { answer, reason };
}

interface WaitingLines {
  take(event: JournalEvent): void;
  /** Resolves when a line that begins so has been printed. */
  reached(start: string): Promise<void>;
}

/** The lines that `gatecheck simulate` prints. */
function createWaitingLines(): WaitingLines {
  const lineOf = createLines();
  const lines: string[] = [];
  let wake = (): void => undefined;
  return {
    take(event) {
      lines.push(lineOf(event)?.text ?? '');
      wake();
    },
    async reached(start) {
      while (!lines.some((line) => line.startsWith(start))) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: Envelope;
}

/** A line that a client printed; undefined for what is no answer. */
function parsed(line: string): Answer | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
