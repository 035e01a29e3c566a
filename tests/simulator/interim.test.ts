import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { request } from 'undici';
import { merchantAgent } from '../../suite/merchant-agent.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK';
const INTERIM = 'HTTP/1.1 100 Continue\r\n\r\n';

/** What a server writes for each request, in these pieces. */
const ANSWERS: readonly (readonly [string, readonly string[]])[] = [
  ['nothing but its answer', [OK]],
  ['100 and its answer together', [INTERIM + OK]],
  ['100 before its answer', [INTERIM, OK]],
  ['100 twice', [INTERIM + INTERIM, OK]],
  ['100 with headers of its own', [`HTTP/1.1 100 Continue\r\nDate: today\r\n\r\n${OK}`]],
  ['100 without a reason', ['HTTP/1.1 100\r\n\r\n', OK]],
  ['100 in pieces', ['HTTP/1', '.1 100 Con', 'tinue\r\n', '\r\nHTTP/', OK.slice(5)]],
  ['103 with hints', ['HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n', OK]],
];

describe('an answer 100 that nobody asked for', () => {
  for (const [what, pieces] of ANSWERS) {
    it(`is passed over: ${what}, twice on one connection`, async () => {
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket.setNoDelay(true);
        socket.on('data', async () => {
          for (const piece of pieces) await new Promise((done) => socket.write(piece, done));
        });
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const dispatcher = merchantAgent({ connections: 1 });
      try {
        for (const _ of [1, 2]) {
          const answer = await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
            dispatcher,
          });
          assert.deepEqual([answer.statusCode, await answer.body.text()], [200, 'OK']);
        }
        assert.equal(connections, 1);
      } finally {
        await dispatcher.destroy();
        server.close();
      }
    });
  }

  it('is text like any other inside of a body', async () => {
    const body = `a${INTERIM}`;
    const server = createServer((socket) =>
      socket.on('data', async () => {
        for (const piece of [`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\na`, INTERIM])
          await new Promise((done) => socket.write(piece, done));
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const dispatcher = merchantAgent();
    const { port } = server.address() as AddressInfo;
    const answer = await request(`http://127.0.0.1:${port}/`, { dispatcher });
    assert.equal(await answer.body.text(), body);
    await dispatcher.destroy();
    server.close();
  });
});
