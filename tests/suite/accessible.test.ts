/** What axe says of the pages that a visitor of the demo and a reader of a run see; the console's are in pages-browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { RecordingReader } from '../../history/index.ts';
import { laws } from '../../ledger/index.ts';
import { auditOf } from '../../reports/audit/audit.ts';
import { renderAudit } from '../../reports/audit/page.ts';
import { renderStatement } from '../../reports/statement/statement.ts';
import { renderUnder } from '../../reports/under/page.ts';
import type { Under } from '../../reports/under/under.ts';
import { judge } from '../../reports/verdict.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { chromiumOptions } from '../../suite/browser.ts';
import { allPass, catalogue, evidence } from './reports-samples.ts';
import { HistoryBuilder } from './support/history-builder.ts';

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

const audited = (): string => {
  const h = new HistoryBuilder();
  const order = h.order();
  h.report(order, 4);
  h.lookPaid(order, { credits: 2, credited: '21.00' });
  const reader = new RecordingReader();
  for (const event of h.events) reader.take(JSON.stringify(event));
  return renderAudit(auditOf(reader.end(), { file: 'h.ndjson', suite: '0', readings: {} }, laws));
};

const proof = {
  at: '2026-03-01T10:00:00.000Z',
  channel: 'gateway',
  text: 'invoice 1: status 1 → 4',
} as const;
const under: Under = {
  schema: 'gatecheck/under@1',
  ...{ tier: 'T0 traffic', outcome: 'found', headline: 'One flaw found', suite: '0' },
  ...{
    merchant: { name: 'a shop', version: '1' },
    configuration: 'c.json',
    command: ['npm', 'test'],
    seed: 1,
  },
  ...{ startedAt: proof.at, durationMs: 1000 },
  tests: [{ name: 'pays', politely: 'green', redUnder: ['repeat'] }],
  mischief: [
    {
      ...{ id: 'repeat', says: 'Tells twice.', why: 'It may.', requirements: ['events.6'] },
      ...{ decides: 'tests', tookPlace: 2, outcome: 'found' },
    },
  ],
  findings: [
    {
      ...{ kind: 'confirmed', mischief: ['repeat'], requirements: ['events.6'], says: 'Credited twice.' },
      tests: [{ name: 'pays', message: 'expected 1, got 2' }],
      laws: [{ id: 'law.single-credit', title: 'Once.', key: 'order-1', actual: 'Twice.', proof: [proof] }],
      ...{ surplus: [{ of: 'refunds', politely: 1, now: 2 }], story: [proof] },
      ...{ output: 'output/round-01.log', history: 'history/slot-0.ndjson', reproduce: 'gatecheck under' },
    },
  ],
  laws: [{ id: 'law.single-credit', level: 'must', title: 'Once.', outcome: 'fail', judged: 1 }],
  rounds: [{ number: 1, mischief: ['repeat'], ending: 'red', red: ['pays'], durationMs: 1000 }],
};

const pages: readonly (readonly [name: string, page: () => string])[] = [
  [
    'the statement',
    () => renderStatement(judge(evidence(allPass({ 'a.one': 'fail' })), catalogue), catalogue),
  ],
  ['the page of an audit', audited],
  ['the page of gatecheck under', () => renderUnder(under)],
];

for (const [name, page] of pages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name} is accessible, ${colorScheme}`, { skip }, async () => {
      const shown = await newPage(colorScheme);
      await shown.setContent(page());
      await accessible(shown, name);
    });
  }
}
