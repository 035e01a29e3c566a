/** Every page that gatecheck shows or writes, in a real browser: it asks nobody but the machine that it came from. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { generateAllure } from '../../reports/allure.ts';
import { renderStatement } from '../../reports/statement/statement.ts';
import { renderUnder } from '../../reports/under/page.ts';
import type { Under } from '../../reports/under/under.ts';
import { judge } from '../../reports/verdict.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { isLoopback } from '../../simulator/index.ts';
import { chromiumOptions } from '../../suite/browser.ts';
import { allPass, catalogue, evidence } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';
import { HistoryBuilder } from './support/history-builder.ts';

const executablePath = await findBrowser();
const skip = await lacks('browser');
const root = resolve(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-foreign-'));

/** What a text of others would load, were it obeyed. */
const LOADS =
  '"><img src="https://foreign.example/x.png"><script src="https://foreign.example/x.js"></script><link rel=stylesheet href="https://foreign.example/x.css">';

let browser: Browser;
let context: BrowserContext;
const foreign: string[] = [];
const demo = { process: undefined as ReturnType<typeof spawn> | undefined, shop: '', control: '' };

before(async () => {
  if (skip !== false) return;
  browser = await chromium.launch(chromiumOptions(executablePath));
  context = await browser.newContext();
  await context.route(/^(https?|wss?):/, (route) => {
    const { hostname } = new URL(route.request().url());
    if (isLoopback(hostname)) return route.continue();
    foreign.push(route.request().url());
    return route.abort();
  });
  await startDemo();
});
after(async () => {
  await browser?.close();
  demo.process?.kill('SIGINT');
  rmSync(work, { recursive: true, force: true });
});

/** The simulator and a shop, as `npm run demo` has them. */
async function startDemo(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo.process = child;
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    if (said.includes('Ctrl-C')) break;
  }
  [demo.shop = '', demo.control = ''] = said.match(/http:\/\/\S+/g) ?? [];
}

const written = (name: string, content: string): string => {
  const file = join(work, name);
  writeFileSync(file, content);
  return pathToFileURL(file).href;
};

const failed = (() => {
  const all = evidence(allPass({ 'a.one': 'fail' }));
  const records = all.records.map((record) => ({ ...record, actual: LOADS }));
  return judge(
    { ...all, info: { ...all.info, merchant: { name: LOADS, version: '1' } }, records },
    catalogue,
  );
})();

const under: Under = {
  schema: 'gatecheck/under@1',
  tier: 'T0 traffic',
  outcome: 'nothing-found',
  headline: LOADS,
  suite: '0',
  merchant: { name: LOADS, version: '1' },
  configuration: LOADS,
  command: [LOADS],
  seed: 1,
  startedAt: '2026-03-01T10:00:00.000Z',
  durationMs: 1,
  tests: [{ name: LOADS, politely: 'green', redUnder: [] }],
  mischief: [],
  findings: [],
  laws: [],
  rounds: [],
};

async function audited(): Promise<string> {
  const h = new HistoryBuilder();
  const order = h.order({ create: { description: LOADS } });
  h.report(order, 4);
  h.lookPaid(order, { credits: 2, credited: '21.00' });
  const file = join(work, 'history.ndjson');
  writeFileSync(file, h.events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { code, stderr } = await gatecheck(['audit', file, '--out', work]);
  assert.equal(code, 1, stderr);
  return pathToFileURL(join(work, 'audit.html')).href;
}

async function allure(): Promise<string> {
  const result = {
    ...{ uuid: 'u', name: LOADS, fullName: 'a.one', historyId: 'h', status: 'failed', stage: 'finished' },
    ...{ start: 1, stop: 2, labels: [], links: [], steps: [], attachments: [], parameters: [] },
    statusDetails: { message: LOADS },
  };
  mkdirSync(join(work, 'allure-results'));
  writeFileSync(join(work, 'allure-results', 'u-result.json'), JSON.stringify(result));
  const outcome = await generateAllure(work, failed, 60_000);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return pathToFileURL(outcome.file).href;
}

const pages: [name: string, address: () => string | Promise<string>][] = [
  ['the statement', () => written('statement.html', renderStatement(failed, catalogue))],
  ['the page of an audit', audited],
  ['the page of gatecheck under', () => written('under.html', renderUnder(under))],
  ['the Allure report', allure],
  ['the shop of the demo', () => demo.shop],
  ['the console', () => demo.control],
];

for (const [name, address] of pages) {
  test(`${name} loads nothing from elsewhere, and has a policy that forbids it`, { skip }, async () => {
    await opened(await address());
  });
}

test('from the shop over its checkout to the pages of the payer and back, nothing is loaded from elsewhere', {
  skip,
}, async () => {
  const page = await context.newPage();
  const seen: string[] = [];
  page.on('response', (response) => {
    if (!/html/.test(response.headers()['content-type'] ?? '')) return;
    seen.push(new URL(response.url()).origin);
  });
  await page.goto(demo.shop);
  await page.locator('input[name=description]').fill(LOADS);
  await page.locator('#buy').click();
  await page.locator('#pay').waitFor();
  await guarded(page.url(), await page.content());
  await page.locator('#pay').click();
  await page.getByRole('button', { name: /^Pay \d/ }).waitFor();
  const payer = await fetch(page.url());
  await guarded(page.url(), await page.content(), payer.headers.get('content-security-policy'));
  await page.getByRole('button', { name: /^Pay \d/ }).click();
  await page.locator('#status[data-state=paid]').waitFor();
  await page.goto(demo.control);
  await page.locator('.row').first().click();
  await page.getByText('The signature is right.').waitFor();
  assert.ok(new Set(seen).size >= 3, seen.join(', '));
  assert.deepEqual(foreign, []);
  await page.close();
});

async function opened(address: string): Promise<void> {
  const page = await context.newPage();
  const response = await page.goto(address);
  const policy = response?.headers()['content-security-policy'] ?? null;
  await guarded(address, await page.content(), policy);
  assert.deepEqual(foreign, []);
  await page.close();
}

/** Whether a policy forbids what comes from elsewhere, in a header or in the page. */
async function guarded(address: string, content: string, header: string | null = null): Promise<void> {
  const inPage = /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(content)?.[1];
  const policy = header ?? inPage;
  assert.match(policy ?? `${address} has none`, /default-src ('none'|'self'|'unsafe-inline')/);
}
