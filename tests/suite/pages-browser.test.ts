/** The payer's pages and the console in a real browser: accessible, small, safe with merchants' text. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import {
  defaultShop,
  OPERATIONS,
  parseWire,
  type Simulator,
  signRequest,
  startSimulator,
  type WireObject,
} from '../../simulator/index.ts';
import { chromiumOptions } from '../../suite/browser.ts';

const executablePath = await findBrowser();
const skip = await lacks('browser');
const secret = 'a-secret-of-the-tests';
const hostile = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">';
const mostBytes = 200_000;

let simulator: Simulator;
let shop: Server;
let browser: Browser;

before(async () => {
  if (skip !== false) return;
  shop = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`refused ${hostile}`);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/notify`;
  simulator = await startSimulator({
    shops: [defaultShop(5, secret, callback)],
    transport: 'node',
    seed: 7,
  });
  browser = await chromium.launch(chromiumOptions(executablePath));
});
after(async () => {
  await browser?.close();
  await simulator?.stop();
  shop?.close();
});

interface Redirect {
  readonly url: string;
  readonly data: Readonly<Record<string, string>>;
}

let orders = 0;
async function create(
  id: 'invoice/create' | 'invoice/hold',
  extra: Record<string, string> = {},
): Promise<Redirect> {
  orders += 1;
  const fields = OPERATIONS.find((operation) => operation.id === id)?.signedFields ?? [];
  const plain = {
    shop_id: 5,
    shop_order_id: `order-${orders}`,
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
    description: hostile,
    ...extra,
  };
  const parsed = parseWire(new TextEncoder().encode(JSON.stringify(plain)));
  assert.ok(parsed.ok);
  const sign = signRequest(fields, parsed.value as WireObject, secret);
  const response = await fetch(`${simulator.baseUrl}/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...plain, sign }),
  });
  const answer = (await response.json()) as { data: Redirect };
  return answer.data;
}

const payAddress = ({ url, data }: Redirect): string => `${url}?${new URLSearchParams(data)}`;

async function opened(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on('pageerror', (error) => assert.fail(`the page failed: ${error.message}`));
  return page;
}

/** In the dark nothing differs but the colours. */
async function accessible(page: Page, what: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations, passes } = await (colorScheme === 'light'
    ? axe
    : axe.withRules('color-contrast')
  ).analyze();
  assert.ok(passes.length > (colorScheme === 'light' ? 5 : 0), `${what} was looked at`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  assert.deepEqual(found, [], what);
  assert.equal(await page.evaluate(() => 'hacked' in window), false, `${what} ran a merchant's text`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the payer's pages are accessible on a telephone, without JavaScript, ${colorScheme}`, {
    skip,
  }, async () => {
    const page = await opened({ colorScheme, viewport: { width: 320, height: 640 } });
    await page.goto(payAddress(await create('invoice/create', { payway: 'phone_rub', phone: '9001234567' })));
    await accessible(page, 'the payment page', colorScheme);
    assert.ok((await page.content()).length < 50_000);
    assert.equal(await page.getByLabel('Phone').inputValue(), '9001234567');
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'it scrolls sideways',
    );
    await page.getByRole('button', { name: 'Pay twice' }).click();
    await page.getByText('The second payment was refused').waitFor();
    await accessible(page, 'the result', colorScheme);

    const { url, data } = await create('invoice/hold');
    const inputs = Object.entries(data).map(([name]) => `<input name="${name}">`);
    await page.setContent(`<form method="post" action="${url}">${inputs.join('')}<button>go</button></form>`);
    for (const [name, value] of Object.entries(data)) await page.locator(`[name=${name}]`).fill(value);
    await page.getByRole('button').click();
    await accessible(page, 'the 3-D Secure page', colorScheme);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The amount is held for the shop').waitFor();
    await page.goto(`${simulator.origin}/nothing`);
    await accessible(page, 'the page for what is not there', colorScheme);
    await page.context().close();
  });

  test(`every view of the console is accessible, ${colorScheme}`, { skip }, async () => {
    await create('invoice/create');
    const page = await opened({ colorScheme, viewport: { width: 1280, height: 800 } });
    await page.goto(simulator.controlUrl);
    await page.getByText('live', { exact: true }).waitFor();
    for (const view of ['Exchanges', 'Invoices', 'Notifications', 'Payouts', 'Refunds', 'Faults', 'Clock']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      const row = page.locator('.row').first();
      if (['Exchanges', 'Invoices', 'Notifications'].includes(view)) await row.click();
      await accessible(page, view, colorScheme);
    }
    await page.context().close();
  });
}

test('the console sends a notification with a broken signature and says why it was refused', {
  skip,
}, async () => {
  await create('invoice/create');
  const page = await opened({});
  await page.goto(`${simulator.controlUrl}/#invoices`);
  await page.locator('.row').first().click();
  await page.getByRole('button', { name: 'Prepare' }).click();
  await page.getByRole('button', { name: 'Send it once' }).click();
  await page.getByText('The shop replied HTTP 403').waitFor();
  await page.getByText('a shop must not act on this message').waitFor();
  await page.getByLabel('HTTP call').getByText('shop: HTTP 403').waitFor();
  await page.getByRole('button', { name: 'Show the call' }).click();
  await page.getByLabel('HTTP call').getByText('/deliveries').first().waitFor();
  const call = (await page.getByLabel('HTTP call').textContent()) ?? '';
  assert.match(call, /curl -X POST .*\/deliveries/);
  assert.equal((await page.content()).includes(secret), false);
  assert.equal(await page.evaluate(() => 'hacked' in window), false);
  await page.context().close();
});

test('the console is small, and draws only the rows in sight of thousands', { skip }, async () => {
  const page = await opened({});
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/$|^\/console\/.+\.(js|css)$/.test(pathname))
      sizes.push(response.body().then((body) => body.length));
  });
  for (let round = 0; round < 13; round += 1) {
    await Promise.all(Array.from({ length: 100 }, () => create('invoice/create')));
  }
  await page.goto(simulator.controlUrl);
  await page.getByText(/^\d{4} in all$/).waitFor();
  assert.ok((await page.locator('.row').count()) < 100);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 10_000 && bytes < mostBytes, `${bytes} bytes`);
  await page.getByLabel('Search').fill('order-1234');
  await page.getByText('1 found', { exact: true }).waitFor();
  await page.context().close();
});

test('each view of the console has an address that survives a reload, "/" goes to the search, and all is linked', {
  skip,
}, async () => {
  await create('invoice/create', { shop_order_id: 'order-linked' });
  const page = await opened({});
  await page.goto(simulator.controlUrl);
  await page.getByText('live', { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('order:linked sign:right');
  await page.getByText('1 found', { exact: true }).waitFor();
  await page.locator('button.row').click();
  await page.getByText('The signature is right.').waitFor();
  await page.reload();
  await page.getByText('The signature is right.').waitFor();
  assert.equal(await page.getByLabel('Search').inputValue(), 'order:linked sign:right');
  await page.locator('.detail a[href^="#invoices/"]').first().click();
  await page.locator('.timeline a[href^="#exchanges/"]').first().waitFor();

  await page.getByRole('button', { name: 'New test payment' }).click();
  await page.getByRole('button', { name: 'pay', exact: true }).click();
  // The shop's reply is what counts, and not that the console was answered.
  const call = page.getByLabel('HTTP call');
  await call.locator('.badge.bad').filter({ hasText: 'shop: HTTP 403' }).waitFor();
  await call.getByRole('button', { name: 'Close' }).click();
  await call.waitFor({ state: 'detached' });
  await page.locator('.timeline a[href^="#notifications/"]').first().click();
  await page.getByText('4 payment successful').first().waitFor();
  await page.context().close();
});
