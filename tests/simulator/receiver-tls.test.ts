import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLines } from '../../cli/simulate-lines.ts';
import { TLS_REFUSED } from '../../simulator/index.ts';
import { createTls } from '../../simulator/server/tls.ts';
import { selfSigned } from '../support/certificates.ts';
import { startBench } from './server-support.ts';

/** The gateway tells nothing to a merchant whose TLS does not hold (Events 4), and says what is wrong with it. */

const [self, expired, other, authority] = await Promise.all([
  selfSigned('localhost'),
  selfSigned('localhost', ['2020-01-01', '2021-01-01']),
  selfSigned('elsewhere.test'),
  createTls({}),
]);

interface Told {
  readonly outcome: string;
  readonly status: number | null;
  readonly body: string;
  readonly accepted: boolean;
}

/** Tells an https receiver of a payment; `how` sends the message as undici does not. */
async function tell(
  server: ServerOptions,
  deliveryCa?: string,
  how?: 'chunked',
): Promise<{ told: Told; got: number }> {
  let got = 0;
  const receiver = createServer(server, (request, response) => {
    got += 1;
    request.resume().on('end', () => response.end('OK'));
  });
  receiver.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const bench = await startBench(deliveryCa === undefined ? {} : { deliveryCa });
  try {
    const url = `https://localhost:${(receiver.address() as AddressInfo).port}/n`;
    const { replies } = await bench.control<{ replies: Told[] }>('POST', '/deliveries', {
      deliveries: [
        {
          url,
          label: 'a payment',
          method: 'POST',
          body: '{"status":4}',
          ...(how === undefined ? {} : { transport: how }),
        },
      ],
    });
    const [told] = replies;
    assert.ok(told);
    return { told, got };
  } finally {
    await bench.stop();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  }
}

describe('a receiver whose TLS does not hold gets nothing', () => {
  const cases: [name: string, server: ServerOptions, ca: string | undefined, says: RegExp][] = [
    [
      'a certificate that it signed by itself',
      self,
      undefined,
      /no authority that is trusted vouches for its certificate, which it signed by itself/,
    ],
    [
      'one of an authority that is not known',
      { key: authority.key, cert: authority.cert },
      undefined,
      /no authority that is trusted/,
    ],
    ['another authority than the given one', self, authority.caCert, /no authority that is trusted/],
    ['one that has expired', expired, expired.cert, /its certificate has expired/],
    ['one of another host', other, other.cert, /its certificate is for another host/],
    [
      'an old version of TLS',
      { ...self, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      self.cert,
      /it speaks no TLS 1\.2 or newer/,
    ],
  ];
  for (const [name, server, ca, says] of cases) {
    for (const how of [undefined, 'chunked'] as const) {
      test(`${name}${how === undefined ? '' : ', told in chunks'}`, async () => {
        const { told, got } = await tell(server, ca, how);
        assert.deepEqual([told.outcome, told.status, got], ['refused', null, 0], told.body);
        assert.match(told.body, /^the TLS of the receiver is refused: /);
        assert.match(told.body, says);
      });
    }
  }
});

describe('a receiver that the given certificates vouch for is told', () => {
  const cases: [name: string, server: ServerOptions, ca: string][] = [
    ['by its own certificate', self, self.cert],
    ['by its authority', { key: authority.key, cert: authority.cert }, authority.caCert],
    ['by one of several', self, `${authority.caCert}\n${self.cert}`],
  ];
  for (const [name, server, ca] of cases) {
    for (const how of [undefined, 'chunked'] as const) {
      test(`${name}${how === undefined ? '' : ', told in chunks'}`, async () => {
        const { told, got } = await tell(server, ca, how);
        assert.deepEqual([told.outcome, told.status, told.body, got], ['replied', 200, 'OK', 1]);
      });
    }
  }
});

describe('gatecheck simulate --callback-ca', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-ca-'));
  after(() => rmSync(folder, { recursive: true }));
  const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));
  const simulate = (file: string) =>
    spawnSync(
      process.execPath,
      [command, 'simulate', '--port', '0', '--control-port', '0', '--callback-ca', join(folder, file)],
      { encoding: 'utf8' },
    );

  test('says in its lines why a receiver was told nothing', () => {
    const event = { seq: 1, at: '2026-01-02T03:04:05.000Z', realAt: '2026-01-02T03:04:05.000Z' };
    const about = { notification: 'n', attempt: 1 };
    const line = createLines();
    line({
      ...event,
      ...about,
      kind: 'attempt',
      type: 'invoice',
      about: {},
      status: 4,
      genuine: true,
      label: null,
      url: 'https://shop.test/n',
    } as never);
    const told = line({
      ...event,
      ...about,
      kind: 'reply',
      outcome: 'refused',
      status: null,
      body: `${TLS_REFUSED}: its certificate has expired`,
      accepted: false,
      nextAt: null,
    } as never);
    assert.match(
      told?.text ?? '',
      /: refused \(the TLS of the receiver is refused: its certificate has expired\), which is not OK/,
    );
  });

  test('names a file that is not there, or has no certificate', () => {
    writeFileSync(join(folder, 'text.pem'), 'no certificate');
    for (const [file, says] of [
      ['none.pem', /--callback-ca: the file ".*none\.pem" cannot be read: there is no such file/],
      [
        'text.pem',
        /--callback-ca .*text\.pem: the certificates for https receivers cannot be read: expected PEM/,
      ],
    ] as const) {
      const { status, stderr } = simulate(file);
      assert.equal(status, 2, stderr);
      assert.match(stderr, says);
    }
  });
});
