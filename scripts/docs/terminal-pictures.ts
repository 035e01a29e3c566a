import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { terminalPicture, typed, typedLine } from './terminal.ts';

/** A shop with two faults, as its team would describe it. */
const shop = (root: string) => ({
  merchant: {
    name: 'tea shop',
    version: '2.3.0',
    start: {
      command: ['node', '--import', 'tsx', 'fixtures/shops/reference/main.ts'],
      cwd: root,
      env: {
        PORT: '{port}',
        PAY_URL: '{gateway.baseUrl}',
        SHOP_ID: '{shop.id}',
        SHOP_KEY: '{shop.secret}',
        SELF: '{merchant.url}',
        DB: '{slot.dir}/shop.db',
        READ_TIMEOUT_MS: '500',
        SHOP_FAULT: 'nc-no-amount,rf-over',
      },
      ready: '/health',
    },
    callbackUrl: '{merchant.url}/payments/notify',
    interface: { type: 'http', baseUrl: '{merchant.url}/test' },
  },
  capabilities: ['invoice', 'refund', 'refund.partial'],
  tempo: { settle: '300ms', readTimeout: '500ms', recover: '10m' },
});

const mistaken = {
  merchant: {
    name: 'tea shop',
    url: '127.0.0.1:3000',
    callbackUrl: 'http://127.0.0.1:3000/notify',
    interface: { type: 'http', baseUrl: 'http://127.0.0.1:3000/test' },
  },
  capabilities: ['invoice', 'refunds'],
  tempo: { settle: '3 seconds' },
};

const CHOSEN = [
  'notification.content.amount',
  'notification.content.currency',
  'refund.sum',
  'refund.partial',
];

/** What `simulate` says of an order that is paid, and of a request that is wrongly signed. */
async function simulated(root: string, cwd: string): Promise<string> {
  const receiver = createServer((_, response) => response.end('OK')).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const options = ['--shop', '5:env:SHOP_KEY', '--callback-url', `http://127.0.0.1:${port}/notify`];
  const child = spawn(
    process.execPath,
    [join(root, 'cli/gatecheck.mjs'), 'simulate', ...options, '--port', '0', '--control-port', '0'],
    { cwd, env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', SHOP_KEY: 'SecretKey01' } },
  );
  let said = '';
  child.stdout.on('data', (part) => {
    said += String(part);
  });
  const until = async (text: RegExp): Promise<void> => {
    while (!text.test(said)) await once(child.stdout, 'data');
  };
  try {
    await until(/Ctrl-C ends it/);
    const [gateway = '', control = ''] = [/gateway +(\S+)/, /console +(\S+)/].map(
      (line) => line.exec(said)?.[1],
    );
    const ask = (sign: string): Promise<Response> =>
      fetch(`${gateway}/invoice/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ shop_id: 5, shop_order_id: 'order-1', amount: '10.50', currency: 643, payway: 'card_rub' },
          sign,
        }),
      });
    await ask('d08ab2d069e9133c9700d8d688e909e7d6ad3f1dfbe48d10753ed5cb5a1c98f2');
    await ask('776ab4076bf6ddd17b0b0930c31a57aa1452b7a69b7fd7fdf191546b9d860b2f');
    for (const event of ['paid', 'repeated'])
      await typed(root, cwd, ['trigger', event, '--control', control]);
    await until(/attempt[\s\S]*attempt[^\n]*OK/);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    receiver.close();
  }
  return `${typedLine(['simulate', ...options])}${said}`;
}

/** What commands print, in a folder of its own: docs/img/terminal-*.png. Gives the folder of the run's reports. */
export async function terminalPictures(
  browser: Browser,
  root: string,
  images: string,
  withReports: (dir: string) => Promise<void>,
): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'tea-'));
  const cwd = join(work, 'shop');
  mkdirSync(cwd);
  const picture = (name: string, text: string): Promise<void> =>
    terminalPicture(browser, join(images, `terminal-${name}.png`), text.replaceAll(`${cwd}/`, ''));
  try {
    writeFileSync(join(cwd, 'gatecheck.config.json'), JSON.stringify(mistaken, null, 2));
    await picture('doctor', await typed(root, cwd, ['doctor']));
    writeFileSync(join(cwd, 'gatecheck.config.json'), JSON.stringify(shop(root), null, 2));
    const only = CHOSEN.flatMap((id) => ['--only', id]);
    await picture('certify', await typed(root, cwd, ['certify', '--seed', '42', '--no-allure', ...only]));
    await picture('next', await typed(root, cwd, ['next']));
    await withReports(join(cwd, 'reports/part'));
    await picture('simulate', await simulated(root, cwd));
  } finally {
    rmSync(work, { recursive: true });
  }
}
