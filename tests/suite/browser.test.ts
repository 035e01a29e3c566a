/** The browser of the checks of pages: one for all of them, as long as it lives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { chromiumOptions, lazyBrowser } from '../../suite/browser.ts';

const executablePath = await findBrowser();
const skip = await lacks('browser');

test('a browser that has gone is started again, once for all who want it', { skip }, async () => {
  const source = lazyBrowser(async () => chromiumOptions(executablePath));
  try {
    const first = (await source.get()) as Browser;
    assert.equal(await source.get(), first);
    await first.close();
    const [second, same] = (await Promise.all([source.get(), source.get()])) as [Browser, Browser];
    assert.notEqual(second, first);
    assert.equal(second, same);
    await (await second.newPage()).close();
  } finally {
    await source.close();
  }
});

test('where none can be started, it says why', async () => {
  const source = lazyBrowser(async () => chromiumOptions('/nowhere/chromium'));
  assert.match(String(await source.get()), /no Chromium could be started \(.*nowhere/);
  await source.close();
});
