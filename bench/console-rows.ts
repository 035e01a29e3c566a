/**
 * How the console fares with a long history: `node --import tsx bench/console-rows.ts [EXCHANGES]` makes so many at a
 * simulator with a store, opens the console, scrolls through all of them, also while more arrive, searches, and prints
 * how long the frames took, how much of the processor each of them cost, and how long a search did.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import {
  defaultShop,
  OPERATIONS,
  parseWire,
  signRequest,
  startSimulator,
  type WireObject,
} from '../simulator/index.ts';
import { chromiumOptions } from '../suite/browser.ts';

const SECRET = 'a-secret-of-the-bench';
const AT_ONCE = 50;
/** Counts the time from frame to frame; a text, because the compiler would add helpers that no page knows. */
const WATCH = `{
  let last = performance.now();
  window.frames = [];
  window.watched = true;
  requestAnimationFrame(function next(now) {
    window.frames.push(now - last);
    last = now;
    if (window.watched) requestAnimationFrame(next);
  });
}`;

const rows = Number(process.argv[2] ?? 100_000);
const patience = { timeout: 300_000 };

const dir = await mkdtemp(join(tmpdir(), 'gatecheck-console-'));
const simulator = await startSimulator({
  shops: [defaultShop(5, SECRET, 'http://127.0.0.1:9/notify')],
  transport: 'node',
  seed: 7,
  store: { path: join(dir, 'store') },
  journalRetention: 5000,
});
const browser = await chromium.launch(chromiumOptions(await findBrowser()));
try {
  await create(0, rows);
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  const opened = performance.now();
  await page.goto(`${simulator.controlUrl}/#exchanges`);
  await page.locator('.list button.row').first().waitFor(patience);
  console.log(`${rows} exchanges: the newest shown after ${ms(performance.now() - opened)}`);
  await page.getByText(`${rows} in all`, { exact: true }).waitFor(patience);
  console.log(`all of the history read after ${ms(performance.now() - opened)}`);
  console.log(`rows in the document: ${await page.locator('.row').count()}`);
  await report(page, 'scrolling', () => scroll(page));
  await report(page, 'scrolling while 200 more arrive', async () => {
    await Promise.all([scroll(page), create(rows, rows + 200)]);
  });
  for (const search of [`order:order-${rows >> 1}`, 'sign:wrong', 'no such words']) {
    await report(page, `searching for ${search}`, async () => {
      const from = performance.now();
      await page.getByLabel('Search').fill(search);
      await page.getByText(/^\d+ found$/).waitFor(patience);
      console.log(
        `${search}: ${await page.getByText(/ found$/).textContent()} after ${ms(performance.now() - from)}`,
      );
    });
  }
} finally {
  await browser.close();
  await simulator.stop();
  await rm(dir, { recursive: true, force: true });
}

async function create(from: number, to: number): Promise<void> {
  const fields = OPERATIONS.find(({ id }) => id === 'invoice/create')?.signedFields ?? [];
  for (let begin = from; begin < to; begin += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, to - begin) }, (_, index) => begin + index);
    await Promise.all(
      some.map(async (number) => {
        const plain = {
          shop_id: 5,
          shop_order_id: `order-${number}`,
          amount: '10.50',
          currency: 643,
          payway: 'card_rub',
        };
        const parsed = parseWire(new TextEncoder().encode(JSON.stringify(plain)));
        if (!parsed.ok) throw new Error('the request is no JSON');
        const sign = signRequest(fields, parsed.value as WireObject, SECRET);
        const answer = await fetch(`${simulator.baseUrl}/invoice/create`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          // One in a thousand is signed wrongly.
          body: JSON.stringify({ ...plain, sign: number % 1000 === 999 ? 'wrong' : sign }),
        });
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
        await answer.arrayBuffer();
      }),
    );
  }
}

/** From the newest row to the oldest in two hundred steps, one a frame. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('.list .scroll');
    if (list === null) throw new Error('there is no list');
    for (let step = 1; step <= 200; step += 1) {
      list.scrollTop = (list.scrollHeight * step) / 200;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** Prints the time from frame to frame while something is done. */
async function report(page: Page, says: string, work: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await page.evaluate(WATCH);
  await work();
  const frames = await page.evaluate<number[]>('window.watched = false, window.frames');
  const cpu = ((await spent()) - before) / frames.length;
  await session.detach();
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  console.log(
    `${says}: ${frames.length} frames, median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}; processor ${ms(cpu)} a frame`,
  );
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
