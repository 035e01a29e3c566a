/** What README says about `npm run demo`, done by a browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { chromiumOptions } from '../../suite/browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = await findBrowser();
const skip = await lacks('browser');

/** The demo, when it has said that it is ready. */
async function started() {
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => demo.once('exit', resolve));
  let said = '';
  for await (const part of demo.stdout) {
    said += String(part);
    if (said.includes('Ctrl-C')) break;
  }
  const [shop = '', control = ''] = said.match(/http:\/\/\S+/g) ?? [];
  return { demo, ended, shop, control };
}

test('demo: buy, pay, see the order paid and the exchange, break the signature, see why it was refused', {
  skip,
}, async () => {
  const { demo, ended, shop, control } = await started();
  const browser = await chromium.launch(chromiumOptions(executablePath));
  try {
    const page = await browser.newPage();
    await page.goto(shop);
    await page.locator('input[name=description]').fill('A ticket');
    await page.locator('#buy').click();
    await page.locator('#pay').click();
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await page.locator('#status[data-state=paid]').waitFor();

    await page.goto(control);
    await page.locator('.row').first().click();
    await page.getByText('The signature is right.').waitFor();
    await page.getByText(/^10\.50:643:\w+:5:order-.*<SECRET>$/).waitFor();

    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await page.locator('.row').first().click();
    await page.getByRole('button', { name: 'Prepare' }).click();
    await page.getByRole('button', { name: 'Send it once' }).click();
    await page.getByText('The shop replied HTTP 403').waitFor();
    await page.getByText('a shop must not act on this message').waitFor();
  } finally {
    await browser.close();
    demo.kill('SIGINT');
    assert.equal(await ended, 0);
  }
});

for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
  test(`demo: nothing is left after ${signal}`, { timeout: 60_000 }, async () => {
    const { demo, ended, shop, control } = await started();
    const listens = (url: string): Promise<boolean> =>
      fetch(url).then(
        () => true,
        () => false,
      );
    assert.deepEqual([await listens(shop), await listens(control)], [true, true]);
    demo.kill(signal);
    await ended;
    while ((await listens(shop)) || (await listens(control)));
  });
}
