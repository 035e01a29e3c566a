import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { listenFailure } from './errors.ts';
import { loadLazily } from './lazy-modules.ts';
import { keepAliveMs, refuseGarbage, type Transport, type TransportOptions } from './transport.ts';

/** The server inside mockttp: a plain TCP server that hands sockets to an HTTP server of its own. */
type InnerServer = Server & { _httpServer?: { keepAliveTimeout: number } };

/**
 * Serves the gateway through mockttp, with one rule that hands every request to our own listener. mockttp is
 * imported here and nowhere else, since that takes a while.
 */
export async function startMockttpTransport(options: TransportOptions): Promise<Transport> {
  const { MockttpServer, completionCheckers, matchers, requestSteps } = await loadServer();
  const { tls } = options;
  const mock = new MockttpServer({
    cors: false,
    recordTraffic: false,
    suggestChanges: false,
    http2: false,
    ...(tls === undefined ? {} : { https: { key: tls.caKey, cert: tls.caCert, defaultDomain: 'localhost' } }),
  });
  // A callback step sees a finished request and gives one whole answer. Held and cut answers need the live
  // response, so this step brings its own `handle`, which mockttp prefers to the class's.
  const step = Object.assign(new requestSteps.CallbackStep(() => 'close'), {
    // mockttp replaces `url` by an absolute address; the target as it was sent is in `path`.
    handle: async (request: IncomingMessage & { path?: string }, response: ServerResponse) => {
      await options.listener(request, response, request.path);
      // mockttp complains about a response that is neither ended nor destroyed, and HTTP/2 has no such flag.
      if (response.destroyed === undefined) Object.defineProperty(response, 'destroyed', { value: true });
    },
  });
  const inner = bindInner(mock, options.host);
  await mock.addRequestRule({
    matchers: [new matchers.WildcardMatcher()],
    completionChecker: new completionCheckers.Always(),
    steps: [step],
  });
  await mock.forAnyWebSocket().thenCloseConnection();
  try {
    await mock.start(options.port);
  } catch (error) {
    throw listenFailure(options.host, options.port, error);
  }
  const server = inner();
  if (server._httpServer !== undefined) server._httpServer.keepAliveTimeout = keepAliveMs;
  server.removeAllListeners('clientError');
  server.on('clientError', refuseGarbage);
  server.removeAllListeners('connect');
  server.on('connect', (_request, socket) => socket.destroy());
  server.on('error', () => undefined);
  return { port: mock.port, close: () => mock.stop() };
}

/** What mockttp requires at once and uses for TLS, forwarding and messages only: most of the time that loading it takes. */
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
  const [{ MockttpServer }, matchers, completionCheckers, requestSteps] = await Promise.all([
    import('mockttp/dist/server/mockttp-server'),
    import('mockttp/dist/rules/matchers'),
    import('mockttp/dist/rules/completion-checkers'),
    import('mockttp/dist/rules/requests/request-step-definitions'),
  ]);
  return { MockttpServer, matchers, completionCheckers, requestSteps };
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
