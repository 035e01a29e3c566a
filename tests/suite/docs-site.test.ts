import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, test } from 'node:test';
import { urlToHttpOptions } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium } from '@playwright/test';
import MiniSearch from 'minisearch';
import { packageFolder, sourcePages } from '../../cli/docs/pages.ts';
import { siteOf } from '../../cli/docs/site.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { anchorsOf } from '../../scripts/docs/markdown.ts';
import { lacks } from '../../scripts/machine.mjs';
import { chromiumOptions } from '../../suite/browser.ts';
import { gatecheck } from './support/cli.ts';

const folder = packageFolder();
const site = siteOf(folder);
const pages = [...site].filter(([path]) => path.endsWith('.html'));
const attributes = (html: string, names: string): string[] =>
  [...html.matchAll(new RegExp(`<[^>]*?\\s(?:${names})="([^"]*)"`, 'g'))].map(([, value = '']) => value);

test('every page is on the site, and none is over 200 kB', () => {
  assert.equal(pages.length, sourcePages(folder).length);
  const long = pages.filter(([, body]) => Buffer.byteLength(body) > 200_000).map(([path]) => path);
  assert.deepEqual(long, []);
});

test('every link and picture of the site leads to something on it, and to a place on that', () => {
  const ids = new Map(pages.map(([path, body]) => [path, new Set(attributes(String(body), 'id'))]));
  const dead = pages.flatMap(([path, body]) =>
    attributes(String(body), 'href|src|srcset').flatMap((link) => {
      if (/^(?:https?|data):/.test(link)) return [];
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      const isThere =
        site.has(target) && (anchor === undefined || ids.get(target)?.has(decodeURIComponent(anchor)));
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
  assert.deepEqual(dead, []);
});

test('headings have the anchors that they have where the Markdown itself is shown', () => {
  for (const { path, text } of sourcePages(folder)) {
    const html = String(site.get(path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')));
    const ids = attributes(html, 'id');
    for (const anchor of anchorsOf(text)) assert.ok(ids.includes(anchor), `${path}#${anchor}`);
  }
});

test('nothing of the site is loaded from elsewhere', () => {
  for (const [path, body] of pages) {
    for (const source of attributes(String(body), 'src|srcset')) assert.doesNotMatch(source, /^\w+:/, path);
    for (const [link] of String(body).matchAll(/<link [^>]*>/g)) assert.doesNotMatch(link, /http/, path);
    assert.match(String(body), /default-src 'none'/, path);
  }
});

for (const [name, words, address] of [
  ['pages', 'npm pack vendor', 'docs/install.html#in-your-shops-repository'],
  ['pages', 'waiver', 'docs/merchants.html#waivers'],
  ['catalogue', 'law.single-credit', 'docs/catalogue/laws.html#lawsingle-credit'],
  ['catalogue', 'cc-lost-update', 'docs/catalogue/strength.html#cc-lost-update'],
  ['catalogue', 'transport.1', 'docs/catalogue/requirements.html#transport1'],
] as const) {
  test(`a search for "${words}" finds ${address}`, () => {
    const { index, options } = JSON.parse(String(site.get(`site/search-${name}.json`)));
    const hits = MiniSearch.loadJS(index, options).search(words);
    assert.ok(
      hits.slice(0, 7).some(({ id }) => id === address),
      JSON.stringify(hits.slice(0, 7)),
    );
  });
}

test('the command writes it into a folder', async () => {
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-docs-'));
  after(() => rmSync(out, { recursive: true }));
  const run = await gatecheck(['docs', '--out', out]);
  assert.equal(run.code, 0, run.stderr);
  for (const [path, body] of site) {
    assert.ok(existsSync(join(out, path)) && readFileSync(join(out, path)).equals(Buffer.from(body)), path);
  }
});

const skip = await lacks('browser');
let browser: Browser;
before(async () => {
  if (skip === false) browser = await chromium.launch(chromiumOptions(await findBrowser()));
});
after(() => browser?.close());

test('the command serves it until it is interrupted; a search leads to what is folded', {
  skip,
}, async () => {
  const child = spawn(process.execPath, ['cli/gatecheck.mjs', 'docs', '--port', '0'], { cwd: folder });
  const ended = once(child, 'exit');
  after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  const [address = ''] = /http:\S+/.exec(String(said)) ?? [];
  const page = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('requestfailed', (request) => errors.push(request.url()));
  await page.goto(address);
  assert.deepEqual((await new AxeBuilder({ page }).analyze()).violations, []);
  await page.keyboard.press('/');
  await page.keyboard.type('hold.charge.lost-answer');
  const hit = page.locator('#found a', { hasText: 'hold.charge.lost-answer · Checks: holds' });
  await hit.click();
  await page.getByText('call invoice/check, or wait for the notification').waitFor();
  assert.deepEqual((await new AxeBuilder({ page }).analyze()).violations, []);
  for (const path of ['/docs/nothing.html', '/%E0%A4%A', '//', '/docs/../../etc/passwd']) {
    const [answer] = (await once(get({ ...urlToHttpOptions(new URL(address)), path }), 'response')) as [
      IncomingMessage,
    ];
    answer.resume();
    assert.equal(answer.statusCode, 404, path);
  }
  assert.deepEqual(errors, []);
  child.kill('SIGINT');
  assert.deepEqual((await ended)[0], 0);
});
