/**
 * How the console fares with many rows: `node --import tsx bench/console-rows.ts [ROWS]` makes so many invoices
 * at a simulator of its own, opens the console, scrolls through all of them while more arrive, searches, and
 * prints how long the frames took, and how much of the processor each of them cost.
 */
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

const rows = Number(process.argv[2] ?? 10_000);

const simulator = await startSimulator({
  shops: [defaultShop(5, SECRET, 'http://127.0.0.1:9/notify')],
  transport: 'node',
  seed: 7,
  variation: false,
  // An invoice is three events.
  journalRetention: 4 * rows,
});
const browser = await chromium.launch(chromiumOptions(await findBrowser()));
try {
  await create(0, rows);
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  const loaded = performance.now();
  await page.goto(`${simulator.controlUrl}/#exchanges`);
  await page.getByText(`${rows} of ${rows}`, { exact: true }).waitFor({ timeout: 60_000 });
  console.log(`${rows} rows: loaded in ${ms(performance.now() - loaded)}`);
  console.log(`rows in the document: ${await page.locator('.row').count()}`);
  await report(page, 'scrolling', () => scroll(page));
  await report(page, 'scrolling while 200 more arrive', async () => {
    await Promise.all([scroll(page), create(rows, rows + 200)]);
  });
  await report(page, 'searching', async () => {
    await page.getByLabel('Search').fill(`order-${rows - 1}`);
    await page.getByText(/^1 of /).waitFor();
  });
} finally {
  await browser.close();
  await simulator.stop();
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
          body: JSON.stringify({ ...plain, sign }),
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
