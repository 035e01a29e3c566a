/** What axe says of the pages that a visitor of the demo and a reader of a run see; the console's are in pages-browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { renderStatement } from '../../reports/statement/statement.ts';
import { judge } from '../../reports/verdict.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { chromiumOptions } from '../../suite/browser.ts';
import { allPass, catalogue, evidence } from './reports-samples.ts';

const executablePath = await findBrowser();
const skip = await lacks('browser');
let browser: Browser;

before(async () => {
  if (skip === false) browser = await chromium.launch(chromiumOptions(executablePath));
});
after(() => browser?.close());

async function accessible(page: Page, what: string): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  assert.ok(passes.length > 5, `${what} was looked at`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  assert.deepEqual(found, [], what);
}

const newPage = async (colorScheme: 'light' | 'dark'): Promise<Page> =>
  (await browser.newContext({ colorScheme })).newPage();

test("the demo's shop is accessible, and its status page follows the payment by itself", {
  skip,
}, async () => {
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => demo.once('exit', () => resolve()));
  try {
    let said = '';
    for await (const part of demo.stdout) {
      said += String(part);
      if (said.includes('Ctrl-C')) break;
    }
    const [shop = ''] = said.match(/http:\/\/\S+/g) ?? [];
    const page = await newPage('light');
    await page.goto(shop);
    await accessible(page, 'the shop');
    await page.getByRole('button', { name: 'Buy Teapot' }).click();
    await accessible(page, 'the checkout');
    const status = await newPage('dark');
    await status.goto(page.url().replace('/pay/', '/status/'));
    await accessible(status, 'the status page');
    await page.locator('#pay').click();
    await page.getByRole('button', { name: /^Pay \d/ }).click();
    await status.locator('#status[data-state=paid]').waitFor();
    await accessible(status, 'the status page of a paid order');
  } finally {
    demo.kill('SIGINT');
    await ended;
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the statement is accessible, ${colorScheme}`, { skip }, async () => {
    const page = await newPage(colorScheme);
    await page.setContent(
      renderStatement(judge(evidence(allPass({ 'a.one': 'fail' })), catalogue), catalogue),
    );
    await accessible(page, 'the statement');
  });
}
