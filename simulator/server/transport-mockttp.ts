import type { Server } from 'node:net';
import { listenFailure } from './errors.ts';
import { loadLazily } from './lazy-modules.ts';
import {
  keepAliveMs,
  type RequestListener,
  refuseGarbage,
  type Transport,
  type TransportOptions,
} from './transport.ts';

/** The server inside mockttp: a plain TCP server that hands sockets to an HTTP server of its own. */
type InnerServer = Server & { _httpServer?: { keepAliveTimeout: number } };

/**
 * Serves the gateway through mockttp: it tells protocols apart, ends TLS and keeps the connections; requests
 * are taken from it before it wraps them for inspection. It is imported here and nowhere else, since that
 * takes a while.
 */
export async function startMockttpTransport(options: TransportOptions): Promise<Transport> {
  const MockttpServer = await loadServer();
  const { tls } = options;
  const mock = new MockttpServer({
    cors: false,
    recordTraffic: false,
    suggestChanges: false,
    http2: false,
    ...(tls === undefined ? {} : { https: { key: tls.caKey, cert: tls.caCert, defaultDomain: 'localhost' } }),
  });
  takeRequests(mock, options.listener);
  const inner = bindInner(mock, options.host);
  try {
    await mock.start(options.port);
  } catch (error) {
    throw listenFailure(options.host, options.port, error);
  }
  const server = inner();
  if (server._httpServer !== undefined) server._httpServer.keepAliveTimeout = keepAliveMs;
  server.removeAllListeners('clientError');
  server.on('clientError', refuseGarbage);
  for (const event of ['connect', 'upgrade']) {
    server.removeAllListeners(event);
    server.on(event, (_request, socket) => socket.destroy());
  }
  server.on('error', () => undefined);
  return { port: mock.port, close: () => mock.stop() };
}

/** What mockttp requires at once and uses for TLS, rules, forwarding and messages only: most of the time that loading it takes. */
const neededLate = [
  '@peculiar/x509',
  '@peculiar/asn1-x509',
  '@peculiar/asn1-schema',
  'pac-proxy-agent',
  'socks-proxy-agent',
  'https-proxy-agent',
  'http2-wrapper',
  'parse-multipart-data',
  'common-tags',
  './rules/passthrough-handling',
  './rules/requests/request-rule',
  './rules/requests/request-rule-builder',
  './rules/websockets/websocket-rule',
  './rules/websockets/websocket-rule-builder',
  './util/request-utils',
  'cors',
  'get-port',
  'semver',
  'fast-json-patch',
  'urlpattern-polyfill',
];

/**
 * What mockttp's own entry would give, without its remote administration: a third of what it loads, and of the
 * time that takes.
 */
async function loadServer() {
  loadLazily(import.meta.resolve('mockttp'), neededLate);
  const { MockttpServer } = await import('mockttp/dist/server/mockttp-server');
  return MockttpServer;
}

/**
 * Hands the requests of mockttp's server to our listener. Its own one would match rules, buffer both bodies
 * and keep times for events that nobody listens to, which is half of the cost of a request.
 */
function takeRequests(mock: object, listener: RequestListener): void {
  const app: RequestListener = (request, response) => {
    // mockttp takes this from Node's server, which would do it.
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
    listener(request, response);
  };
  Object.defineProperty(mock, 'app', { value: app });
}

/**
 * Makes mockttp listen on one host: it has no option for that and would bind every interface. Its server is
 * caught as it is assigned, before it listens.
 */
function bindInner(mock: object, host: string): () => InnerServer {
  let current: InnerServer | undefined;
  Object.defineProperty(mock, 'server', {
    configurable: true,
    get: () => current,
    set(server: InnerServer) {
      const listen = server.listen.bind(server);
      server.listen = ((port: number) => listen(port, host)) as InnerServer['listen'];
      current = server;
    },
  });
  return () => {
    if (current === undefined) throw new Error('mockttp has not created its server');
    return current;
  };
}
