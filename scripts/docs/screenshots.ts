/** Pictures for the documentation, taken from the running parts, so that they never age: docs/img/*.png. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../suite/browser.ts';
import { findBrowser } from '../browser.mjs';
import { terminalPictures } from './terminal-pictures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const images = join(root, 'docs', 'img');
const schemes = ['light', 'dark'] as const;

/** The pictures that pages show in dark as well. */
const IN_DARK = ['payment-page', 'console-notification'];

/** Starts the demo, and gives the addresses that it prints. */
async function demo(): Promise<{ shop: string; control: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'demo.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('Ctrl-C')) break;
  }
  const [shop, control] = text.match(/http:\/\/\S+/g) ?? [];
  if (shop === undefined || control === undefined) throw new Error(`the demo did not start: ${text}`);
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { shop, control, stop };
}

async function buy(page: Page, shop: string, description: string, mode = 'single'): Promise<void> {
  await page.goto(shop);
  await page.locator('select[name=mode]').selectOption(mode);
  await page.locator('input[name=description]').fill(description);
  await page.locator('#buy').click();
  await page.locator('#pay').click();
  await page.locator('button.main').waitFor();
}

async function pictures(browser: Browser, shop: string, control: string): Promise<void> {
  for (const colorScheme of schemes) {
    const take = async (page: Page, name: string) => {
      // The pointer would colour what it rests on, and what has just come may still move.
      if (colorScheme === 'dark' && !IN_DARK.includes(name)) return;
      await page.mouse.move(0, 0);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
    };
    const front = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 720 } });
    await front.goto(shop);
    await take(front, 'shop');
    await front.getByRole('button', { name: 'Buy Teapot' }).click();
    await front.locator('#pay').click();
    await front.getByRole('button', { name: /^Pay \d/ }).click();
    await front.locator('#status[data-state=paid]').waitFor();
    await take(front, 'shop-status');
    await front.close();

    const phone = await browser.newPage({ colorScheme, viewport: { width: 420, height: 900 } });
    await buy(phone, shop, 'Two cinema tickets, row 7');
    await take(phone, 'payment-page');
    await phone.getByRole('button', { name: /^Pay \d/ }).click();
    await buy(phone, shop, 'A deposit for a bicycle', 'hold');
    await take(phone, 'secure-page');
    await phone.locator('button.main').click();
    await phone.close();

    const desk = await browser.newPage({ colorScheme, viewport: { width: 1360, height: 860 } });
    await desk.goto(`${control}#exchanges`);
    await desk.locator('button.row').first().click();
    await desk.getByText('The signature is right.').waitFor();
    await take(desk, 'console-exchanges');
    // Nobody at the shop knows of a test payment, so its notification is refused, and repeated as the clock moves on.
    await desk.getByRole('button', { name: 'New test payment' }).click();
    await desk.getByRole('button', { name: 'pay', exact: true }).click();
    await desk
      .getByLabel('HTTP call')
      .getByText(/^shop: HTTP 404/)
      .waitFor();
    await desk.getByRole('button', { name: 'Show the call' }).click();
    await take(desk, 'console-invoice');
    await desk.getByRole('button', { name: 'Hide the call' }).click();
    await desk.goto(`${control}#time`);
    await desk.getByRole('button', { name: '+ 30 minutes' }).click();
    await desk
      .getByLabel('HTTP call')
      .getByText(/^done, \d+ attempts$/)
      .waitFor();
    await desk.goto(`${control}#notifications?search=is:due+status:successful`);
    await desk.locator('button.row').first().click();
    await desk
      .getByText(/of 25 attempts made/)
      .first()
      .waitFor();
    await take(desk, 'console-repeats');
    await desk.goto(`${control}#notifications?search=state:accepted`);
    await desk.getByText('accepted', { exact: true }).nth(1).waitFor();
    await desk
      .locator('button.row', { hasText: 'accepted' })
      .filter({ hasNotText: 'not accepted' })
      .first()
      .click();
    await desk.getByRole('button', { name: 'Prepare' }).click();
    await desk.getByRole('button', { name: 'Send it once' }).click();
    await desk.locator('.reply.bad').waitFor();
    await desk.getByRole('button', { name: 'Send it once' }).scrollIntoViewIfNeeded();
    await take(desk, 'console-notification');
    await desk.close();
  }
}

/** The first screen of a statement. */
async function statement(browser: Browser, dir: string, name: string): Promise<void> {
  const page = await browser.newPage({ colorScheme: 'light', viewport: { width: 1100, height: 1000 } });
  await page.goto(pathToFileURL(join(dir, 'statement.html')).href);
  await page.screenshot({ path: join(images, `${name}-light.png`) });
  await page.close();
}

await mkdir(images, { recursive: true });
const browser = await chromium.launch(chromiumOptions(await findBrowser()));
const running = await demo();
try {
  await pictures(browser, running.shop, running.control);
  await terminalPictures(browser, root, images, (dir) => statement(browser, dir, 'statement-failed'));
  // That of a complete run, where one is named: `screenshots.ts DIR`, or REPORT_DIR, the folder of its reports.
  const dir = process.argv[2] ?? process.env.REPORT_DIR;
  if (dir !== undefined) await statement(browser, dir, 'statement');
} finally {
  await browser.close();
  await running.stop();
}
