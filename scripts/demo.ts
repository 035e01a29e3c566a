/** `npm run demo`: the simulator and the reference shop, wired together, until Ctrl-C. */
import { createServer } from 'node:net';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultShop, startSimulator } from '../simulator/index.ts';
import { commandEnvironment, ProcessGroup } from '../suite/process/index.ts';

const wished = { gateway: 8040, control: 8041, shop: 8042 };
const shopId = 5;
const secret = 'SecretKey01';
const readyWithinMs = 15_000;

/** The port that is wished for, or any free one when it is taken. */
function freePort(wish: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => (wish === 0 ? reject(new Error('no port is free')) : resolve(freePort(0))));
    server.listen(wish, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function isReady(url: string): Promise<void> {
  const until = Date.now() + readyWithinMs;
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > until) throw new Error(`the shop does not answer at ${url}/health`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function main(): Promise<void> {
  const shopUrl = `http://127.0.0.1:${await freePort(wished.shop)}`;
  const simulator = await startSimulator({
    port: await freePort(wished.gateway),
    controlPort: await freePort(wished.control),
    shops: [defaultShop(shopId, secret, `${shopUrl}/payments/notify`)],
    clock: { kind: 'real' },
    behaviour: 'autopilot',
    magic: true,
    // Whoever sees it for the first time reads what the specification shows, and nothing that is made up.
    transport: 'node',
  });
  const main = fileURLToPath(new URL('../fixtures/shops/reference/main.ts', import.meta.url));
  // A group is killed when this process ends, in whatever way.
  const shop = await ProcessGroup.start({
    command: [process.execPath, '--import', import.meta.resolve('tsx'), main],
    cwd: process.cwd(),
    env: commandEnvironment(process.env, {
      PORT: new URL(shopUrl).port,
      PAY_URL: simulator.baseUrl,
      SHOP_ID: String(shopId),
      SHOP_KEY: secret,
      SELF: shopUrl,
      // Files would be left behind by kill -9.
      DB: ':memory:',
      LOG: devNull,
      READ_TIMEOUT_MS: '5000',
    }),
    onOutput: () => undefined,
    onErrors: (chunk) => process.stderr.write(chunk),
  });
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
  });
  try {
    await isReady(shopUrl);
    process.stdout.write(greeting(shopUrl, simulator.controlUrl));
    await Promise.race([asked, shop.ended]);
    if (shop.ending !== undefined) throw new Error(`the shop has ended by itself: ${shop.ending}`);
  } finally {
    await shop.stop();
    await simulator.stop();
  }
}

const greeting = (shop: string, control: string): string => `
gatecheck demo: a shop, and the gateway that it is paid through. No money moves.

  1  Buy something in the shop    ${shop}/
  2  Pay on the payment page, which the shop sends you to
  3  See the whole exchange       ${control}/
  4  In the console: Notifications, the newest one, "Send it again, changed", Prepare, Send it once:
     the signature is broken, and the shop's reply says what it thinks of that
  5  In the console: Clock moves the gateway's time, through every repeat of a notification on the way

Ctrl-C ends both.
`;

main().catch((error: unknown) => {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
