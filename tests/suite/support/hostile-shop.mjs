// A merchant that bites, for the tests of what the suite withstands. MODE says how.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const { PORT, MODE = '' } = process.env;

const endless = (response, type) => {
  response.writeHead(200, { 'content-type': type });
  const chunk = 'x'.repeat(1 << 16);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  response.on('error', () => {});
  more();
};

/** How each kind replies to a notification. */
const replies = {
  hang: () => {},
  trickle: (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  endless: (_, response) => endless(response, 'text/plain'),
  huge: (_, response) => response.end(`OK${' '.repeat(64 << 20)}`),
  reset: (request) => request.socket.resetAndDestroy(),
  half: (request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('OK');
    setTimeout(() => request.socket.destroy(), 20);
  },
  'invalid-utf8': (_, response) => response.end(Buffer.from([0xff, 0xfe, 0x4f, 0xc3, 0x28])),
  html: (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert("OK")</script>'),
  redirect: (_, response) => response.writeHead(307, { location: 'http://192.0.2.1/elsewhere' }).end('OK'),
  'no-http': (request) => request.socket.end('this is no HTTP\r\n\r\n'),
};

/** An order that claims to be paid, whatever was asked. */
const paid = {
  order_id: 'o-1',
  reference: 'x',
  shop_order_id: 's-1',
  state: 'paid',
  amount: '10.50',
  currency: 643,
  credited: '10.50',
  credits: 1,
  refunded: '0',
  redirect: null,
  error: null,
};

/** How each kind answers the test interface. */
const answers = {
  garbage: (_, response) => response.end(Buffer.from([0x7b, 0xff, 0x00, 0x22])),
  lies: (_, response) => response.end(JSON.stringify(paid)),
  dies: () => process.kill(process.pid, 'SIGKILL'),
  'endless-answer': (_, response) => endless(response, 'application/json'),
  'array-bomb': (_, response) => response.end('['.repeat(100_000)),
};

if (MODE === 'floods') setInterval(() => process.stdout.write('noise '.repeat(20_000)), 5);
if (MODE === 'ignores-signals') {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
}
if (MODE === 'forks') {
  for (let child = 0; child < 5; child++) {
    spawn(
      process.execPath,
      ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', process.argv[2]],
      {
        stdio: 'inherit',
      },
    );
  }
}

const server = createServer((request, response) => {
  request.resume();
  response.on('error', () => {});
  if (request.url === '/health') return response.end('up');
  const table = request.url.startsWith('/notify') ? replies : answers;
  const act = table[MODE] ?? ((_, other) => other.writeHead(500).end('no'));
  return act(request, response);
});
server.on('clientError', (_, socket) => socket.destroy());
server.listen(Number(PORT), '127.0.0.1');
