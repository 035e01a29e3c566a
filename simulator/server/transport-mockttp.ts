import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import { type IncomingMessage, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import {
  type CompletedRequest,
  getLocal,
  type InitiatedRequest,
  type Mockttp,
  type MockttpOptions,
  type requestSteps,
} from 'mockttp';
import { listenFailure, SimulatorOptionError } from './errors.ts';
import { listeningOn } from './listening-host.ts';
import { firstBytes } from './response.ts';
import {
  type Caller,
  type IncomingCall,
  plainAddress,
  plainHeaders,
  type Transport,
  type TransportOptions,
  withLength,
} from './transport.ts';

export interface MockttpTransport extends Transport {
  /** The server itself, for rules beside the gateway's one. */
  readonly mockttp: Mockttp;
}

export interface MockttpTransportOptions extends TransportOptions {
  /** Options of mockttp that the gateway does not decide itself. */
  mockttp?: MockttpOptions | undefined;
}

/**
 * Serves the gateway through mockttp: the gateway is one rule, for whatever no other rule takes. It is imported
 * here and nowhere else, since that takes a while.
 */
export async function startMockttpTransport(options: MockttpTransportOptions): Promise<MockttpTransport> {
  const { host, port, tls } = options;
  const server = getLocal({
    cors: false,
    recordTraffic: false,
    suggestChanges: false,
    http2: false,
    maxBodySize: options.mostRequestBytes,
    ...options.mockttp,
    ...(tls === undefined ? {} : { https: { key: tls.caKey, cert: tls.caCert, defaultDomain: 'localhost' } }),
  });
  let bound = false;
  try {
    bound = await listeningOn(host, () => server.start(port));
  } catch (error) {
    throw listenFailure(host, port, error);
  }
  if (!bound) {
    await server.stop();
    const says = `mockttp cannot be made to listen on "${host}" only here; use the transport node`;
    throw new SimulatorOptionError('host', says);
  }
  ignoreUpgrades(server);
  const endTaking = takeIpv6Hosts(server);
  await addGateway(server, options);
  return {
    port: server.port,
    mockttp: server,
    close: () => {
      endTaking();
      return server.stop();
    },
  };
}

/**
 * A server may ignore an Upgrade (RFC 9110, 7.8), such as the h2c that Java's HttpClient asks for. mockttp takes each for
 * a WebSocket and has no option for it; without its listener Node answers the request as any other.
 */
function ignoreUpgrades(server: Mockttp): void {
  listeningOf(server).removeAllListeners('upgrade');
}

/**
 * mockttp 4.2 makes an address of the path and the Host, where it loses the brackets of an IPv6 address, and refuses what
 * comes of it. It takes a whole address in the request line, as proxies get it: so a request is given one before mockttp
 * sees it. Newer versions of mockttp need packages that not every package manager can install or load.
 *
 * @returns ends it
 */
function takeIpv6Hosts(server: Mockttp): () => void {
  const take = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    const { headers, socket, url } = request;
    if (socket.localPort !== server.port) return;
    request.url = withIpv6Host('encrypted' in socket ? 'https' : 'http', headers.host, url);
  };
  subscribe(REQUEST_STARTS, take);
  listeningOf(server).on('session', (session: ServerHttp2Session) => {
    session.prependListener('stream', (_stream, headers) => {
      const { ':scheme': scheme = 'http', ':authority': host = headers.host, ':path': path } = headers;
      headers[':path'] = withIpv6Host(scheme, host, path);
    });
  });
  return () => unsubscribe(REQUEST_STARTS, take);
}

const REQUEST_STARTS = 'http.server.request.start';

/** The whole address where the host is an IPv6 address, and otherwise the path. */
function withIpv6Host(scheme: string, host: string | undefined, path = '/'): string {
  if (host?.startsWith('[') !== true || !path.startsWith('/')) return path;
  const address = `${scheme}://${host}${path}`;
  return URL.canParse(address) ? address : path;
}

/** The server of Node's that mockttp listens with. */
const listeningOf = (server: Mockttp): EventEmitter =>
  (server as unknown as { readonly server: EventEmitter }).server;

/** Adds the rule that asks the gateway. */
async function addGateway(server: Mockttp, options: MockttpTransportOptions): Promise<void> {
  const open = new Map<string, OpenCall>();
  await server.on('response', ({ id }) => end(id, 'sent'));
  await server.on('abort', (request) => {
    if (open.has(request.id)) end(request.id, 'client-closed');
    // A request whose sender goes away before it is whole reaches no rule.
    else if (request.matchedRuleId === rule.id) {
      options.listener({ ...callOf(request, nothing), bodyProblem: 'aborted' }, nobody);
    }
  });
  const rule = await server.forUnmatchedRequest().thenCallback(
    (request) =>
      new Promise((resolve) => {
        const call = createOpenCall(request, resolve);
        open.set(request.id, call);
        options.listener(limited(request, options.maxRequestBytes()), call);
      }),
  );

  function end(id: string, how: 'sent' | 'client-closed'): void {
    const call = open.get(id);
    open.delete(id);
    call?.end(how);
  }
}

interface OpenCall extends Caller {
  end(how: 'sent' | 'client-closed'): void;
}

type CallbackResult = requestSteps.CallbackResponseResult;

function createOpenCall(request: CompletedRequest, resolve: (result: CallbackResult) => void): OpenCall {
  let ended = false;
  let told: ((how: 'sent' | 'client-closed') => void) | undefined;
  const leaving = new Set<() => void>();
  return {
    isGone: () => ended,
    gone: (atMostMs) =>
      new Promise((done) => {
        if (ended) return done();
        const leave = () => {
          clearTimeout(timer);
          leaving.delete(leave);
          done();
        };
        const timer = atMostMs === undefined ? undefined : setTimeout(leave, atMostMs);
        leaving.add(leave);
      }),
    send(reply, done) {
      if (reply.kind !== 'answer') {
        // mockttp cannot end a stream of HTTP/2 as it ends a connection.
        resolve(request.httpVersion?.startsWith('2') === true ? 'reset' : reply.kind);
        done(ended ? 'client-closed' : 'sent');
        return;
      }
      const { status, headers, body, cutAfterBytes } = reply;
      const isCut = cutAfterBytes !== undefined;
      const sent = allHeaders(request, withLength(headers, body), isCut);
      if (ended) done('client-closed');
      else told = done;
      resolve({
        statusCode: status,
        headers: sent,
        rawBody: isCut ? firstBytes(body, cutAfterBytes) : Buffer.from(body),
      });
    },
    end(how) {
      ended = true;
      for (const leave of [...leaving]) leave();
      told?.(how);
    },
  };
}

const nothing = new Uint8Array(0);

/** Who has gone before the request was whole. */
const nobody: Caller = {
  isGone: () => true,
  gone: async () => undefined,
  send: (_reply, done) => done('client-closed'),
};

/** Node's own time limit of idle connections, in seconds, which mockttp has no option for. */
const idleSeconds = 5;

/**
 * The headers as they go out: given any, mockttp leaves out those that Node adds by itself.
 *
 * @throws TypeError for a header that HTTP forbids.
 */
function allHeaders(
  request: CompletedRequest,
  headers: Record<string, string | number>,
  isLast: boolean,
): Record<string, string> {
  const all: Record<string, string> = { date: new Date().toUTCString() };
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    all[name] = String(value);
  }
  if (request.httpVersion?.startsWith('2') === true) return all;
  const asked = String(request.headers.connection ?? '').toLowerCase();
  const stays = request.httpVersion === '1.0' ? asked.includes('keep-alive') : !asked.includes('close');
  if (isLast || !stays) return { connection: 'close', ...all };
  return { connection: 'keep-alive', 'keep-alive': `timeout=${idleSeconds}`, ...all };
}

function callOf(request: InitiatedRequest, body: Uint8Array): IncomingCall {
  return {
    method: request.method,
    target: request.path,
    headers: plainHeaders(request.headers),
    body,
    remoteAddress: plainAddress(request.remoteIpAddress),
  };
}

/**
 * mockttp hands over no body at all where it is longer than it keeps: known by its length, without which such a
 * body is taken for none.
 */
function limited(request: CompletedRequest, limitBytes: number): IncomingCall {
  const { buffer } = request.body;
  const bytes = Math.max(buffer.length, Number(request.headers['content-length'] ?? 0));
  return bytes > limitBytes
    ? { ...callOf(request, nothing), bodyProblem: 'too-large' }
    : callOf(request, buffer);
}
