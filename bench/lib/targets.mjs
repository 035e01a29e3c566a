// Everyone who is measured, and how each is started. A row that cannot be started says why.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, command, peerFile, root, scratch } from './place.mjs';
import { start } from './processes.mjs';
import { cannedAnswers } from './requests.mjs';

const node = process.execPath;

class Missing extends Error {}

function needed(file, what) {
  if (file === undefined) throw new Missing(`${what} is not installed`);
  return file;
}

function folder(name) {
  const path = join(scratch, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

const versionOf = (path) => JSON.parse(readFileSync(path, 'utf8')).version;
const peerVersion = (name) => {
  const file = peerFile(name, 'package.json');
  return file === undefined ? undefined : versionOf(file);
};

const keptFinal = 10_000;

/** Every invoice is paid as it is created, so that it is final. */
function paidAtOnce() {
  const file = join(folder('paid'), 'faults.json');
  const effect = { kind: 'statuses', sequence: [4] };
  writeFileSync(file, JSON.stringify([{ where: { operation: 'invoice/create' }, times: null, effect }]));
  return ['--faults', file, '--retain', String(keptFinal)];
}

function gatecheck(transport, { file = false, retains = false } = {}) {
  return (port) => {
    const store = file ? ['--store', join(folder(`store-${transport}-${port}`), 'memory.gatecheck')] : [];
    return start(
      node,
      [
        command,
        'simulate',
        '--json',
        '--quiet',
        '--port',
        String(port),
        '--control-port',
        '0',
        '--seed',
        '1',
        '--transport',
        transport,
        ...store,
        ...(retains ? paidAtOnce() : []),
      ],
      { cwd: root },
    );
  };
}

/** Its request journal keeps every request in memory, and is on unless it is switched off. */
const wiremock = (journal) => (port) => {
  const build = needed(peerFile('wiremock', 'build'), 'the npm package wiremock');
  const jar = readdirSync(build).find((name) => name.endsWith('.jar'));
  if (spawnSync('java', ['-version']).status !== 0) throw new Missing('java is not installed');
  const place = folder(`wiremock-${port}`);
  mkdirSync(join(place, 'mappings'));
  mkdirSync(join(place, '__files'));
  for (const [operation, body] of Object.entries(cannedAnswers)) {
    writeFileSync(
      join(place, 'mappings', `${operation.replace('/', '-')}.json`),
      JSON.stringify({
        request: { method: 'POST', urlPath: `/gateway/v1/${operation}` },
        response: { status: 200, body, headers: { 'Content-Type': 'application/json' } },
      }),
    );
  }
  return start('java', [
    '-jar',
    join(build, needed(jar, 'the jar of wiremock')),
    '--port',
    String(port),
    '--bind-address',
    '127.0.0.1',
    '--root-dir',
    place,
    '--disable-banner',
    ...(journal ? [] : ['--no-request-journal', '--disable-request-logging']),
  ]);
};

function mountebank(port, secondPort) {
  const program = needed(peerFile('mountebank', 'bin', 'mb'), 'the npm package mountebank');
  const place = folder('mountebank');
  const file = join(place, 'imposters.json');
  const stubs = Object.entries(cannedAnswers).map(([operation, body]) => ({
    predicates: [{ equals: { method: 'POST', path: `/gateway/v1/${operation}` } }],
    responses: [{ is: { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body } }],
  }));
  writeFileSync(file, JSON.stringify({ imposters: [{ port, protocol: 'http', stubs }] }));
  // Its own administration port; nothing is asked there.
  return start(
    node,
    [
      program,
      'start',
      '--port',
      String(secondPort),
      '--configfile',
      file,
      '--localOnly',
      '--nologfile',
      '--loglevel',
      'error',
      '--pidfile',
      join(place, 'mb.pid'),
    ],
    { cwd: place },
  );
}

function mockoon(port) {
  const program = needed(peerFile('@mockoon', 'cli', 'bin', 'run.js'), 'the npm package @mockoon/cli');
  const place = folder('mockoon');
  const file = join(place, 'environment.json');
  const uuid = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const routes = Object.entries(cannedAnswers).map(([operation, body], index) => ({
    uuid: uuid(index * 2 + 2),
    type: 'http',
    documentation: '',
    method: 'post',
    endpoint: `gateway/v1/${operation}`,
    responses: [
      {
        uuid: uuid(index * 2 + 3),
        body,
        latency: 0,
        statusCode: 200,
        label: '',
        headers: [{ key: 'Content-Type', value: 'application/json' }],
        bodyType: 'INLINE',
        filePath: '',
        databucketID: '',
        sendFileAsBody: false,
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: true,
        fallbackTo404: false,
        default: true,
        crudKey: 'id',
        callbacks: [],
      },
    ],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }));
  writeFileSync(
    file,
    JSON.stringify({
      uuid: uuid(1),
      lastMigration: 33,
      name: 'bench',
      endpointPrefix: '',
      latency: 0,
      port,
      hostname: '127.0.0.1',
      folders: [],
      routes,
      rootChildren: routes.map((route) => ({ type: 'route', uuid: route.uuid })),
      proxyMode: false,
      proxyHost: '',
      proxyRemovePrefix: false,
      tlsOptions: {
        enabled: false,
        type: 'CERT',
        pfxPath: '',
        certPath: '',
        keyPath: '',
        caPath: '',
        passphrase: '',
      },
      cors: false,
      headers: [],
      proxyReqHeaders: [],
      proxyResHeaders: [],
      data: [],
      callbacks: [],
    }),
  );
  return start(
    node,
    [
      program,
      'start',
      '--data',
      file,
      '--port',
      String(port),
      '--disable-log-to-file',
      '--disable-admin-api',
    ],
    { cwd: place, env: { DISABLE_OPENCOLLECTIVE: '1' } },
  );
}

const bare = (script) => (port) => start(node, [join(bench, 'peers', script), String(port)]);

/** Rows of every table, in order. `work`: what is done for a request. */
export const targets = [
  {
    id: 'node-http',
    name: 'bare node:http',
    work: 'signature, fixed answer',
    launch: bare('node-http.mjs'),
    version: () => process.versions.node,
  },
  {
    id: 'mockttp',
    name: 'bare mockttp',
    work: 'fixed answer',
    launch: bare('mockttp.mjs'),
    version: () => versionOf(join(root, 'node_modules', 'mockttp', 'package.json')),
  },
  {
    id: 'wiremock',
    name: 'WireMock',
    work: 'fixed answer, as it starts: request journal in memory',
    jvm: true,
    launch: wiremock(true),
    version: () => peerVersion('wiremock'),
  },
  {
    id: 'wiremock-bare',
    name: 'WireMock, no journal',
    work: 'fixed answer, its request journal switched off',
    jvm: true,
    launch: wiremock(false),
    version: () => peerVersion('wiremock'),
  },
  {
    id: 'mountebank',
    name: 'mountebank',
    work: 'fixed answer',
    slow: true,
    launch: mountebank,
    version: () => peerVersion('mountebank'),
  },
  {
    id: 'mockoon',
    name: 'Mockoon',
    work: 'fixed answer, no templates',
    slow: true,
    launch: mockoon,
    version: () => peerVersion('@mockoon/cli'),
  },
  {
    id: 'gatecheck-node',
    name: 'gatecheck, node',
    work: 'all of it, journal in memory',
    ours: true,
    launch: gatecheck('node'),
  },
  {
    id: 'gatecheck-node-store',
    name: 'gatecheck, node, store',
    work: 'all of it, kept in a store (SQLite)',
    ours: true,
    launch: gatecheck('node', { file: true }),
  },
  {
    id: 'gatecheck-mockttp',
    name: 'gatecheck, mockttp',
    work: 'all of it, journal in memory',
    ours: true,
    launch: gatecheck('mockttp'),
  },
  {
    id: 'gatecheck-mockttp-store',
    name: 'gatecheck, mockttp, store',
    work: 'all of it, kept in a store (SQLite)',
    ours: true,
    launch: gatecheck('mockttp', { file: true }),
  },
];

/** What bounds the memory: invoices that are final, and only so many of them kept. */
export const retaining = ['node', 'mockttp'].map((transport) => ({
  id: `gatecheck-${transport}-retain`,
  name: `gatecheck, ${transport}, all paid, --retain ${keptFinal}`,
  work: 'as above, and every invoice is paid at once; for the memory only',
  ours: true,
  launch: gatecheck(transport, { retains: true }),
}));
