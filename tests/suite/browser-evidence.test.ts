import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import AdmZip from 'adm-zip';
import type { CheckRecord } from '../../history/index.ts';
import { withBrowserFiles } from '../../reports/reporter/browser-files.ts';
import { conformance } from '../../scenarios/index.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { lacks } from '../../scripts/machine.mjs';
import { chromiumOptions, lazyBrowser } from '../../suite/browser.ts';
import { referenceConfig } from '../../suite/config/index.ts';
import { runCheck } from '../../suite/engine/index.ts';
import { type Evidence, gatherEvidence, recordPages } from '../../suite/evidence/index.ts';
import { openSlot } from '../../suite/slots/index.ts';

const dir = mkdtempSync(join(tmpdir(), 'browser-evidence-'));
const executablePath = await findBrowser();
const skip = await lacks('browser');
const source = lazyBrowser(async () => chromiumOptions(executablePath));
after(async () => {
  await source.close();
  rmSync(dir, { recursive: true, force: true });
});

async function chromium() {
  const browser = await source.get();
  assert.ok(typeof browser !== 'string', String(browser));
  return browser;
}

const shown = (file: Evidence | undefined): Buffer => file?.body ?? Buffer.alloc(0);

test('a failed check of pages leaves a picture, a trace and a video; one that holds leaves none', {
  skip,
}, async () => {
  const slot = await openSlot(referenceConfig({ fault: 'co-thanks-page' }), {
    index: 0,
    dir: join(dir, 'slot'),
    seed: 7,
  });
  const run = async (id: string): Promise<{ record: CheckRecord; files: Evidence[] }> => {
    const check = conformance.find(({ meta }) => meta.id === id);
    assert.ok(check);
    const files: Evidence[] = [];
    const attach = async (file: Evidence): Promise<void> => void files.push(file);
    return { record: await runCheck(check, slot, { reproduce: '', browser: source, attach }), files };
  };
  try {
    const held = await run('checkout.secrets');
    assert.deepEqual([held.record.outcome, held.files], ['pass', []], held.record.actual);

    const { record, files } = await run('checkout.return');
    assert.equal(record.outcome, 'fail', record.actual);
    assert.deepEqual(
      files.map(({ name, contentType }) => [name, contentType]),
      [
        ['page-1.png', 'image/png'],
        ['trace-1.zip', 'application/vnd.allure.playwright-trace'],
        ['video-1.webm', 'video/webm'],
      ],
    );
    const [, trace, video] = files;
    const whole = Buffer.concat(new AdmZip(shown(trace)).getEntries().map((entry) => entry.getData()));
    assert.ok(whole.includes('/status/'), 'the trace does not show the status page');
    assert.ok(!whole.includes(slot.shop.secret), 'the trace holds the secret');
    assert.deepEqual(await played(shown(video)), { width: 1280, height: 720, ended: true });

    const out = join(dir, 'out');
    mkdirSync(out);
    const attachments = files.map(({ name, contentType, body }) => ({ name, contentType, body }));
    const told = withBrowserFiles(record, attachments, out);
    assert.deepEqual(
      told.files?.map(({ path }) => readFileSync(join(out, path)).length),
      files.map(({ body }) => body.length),
    );
  } finally {
    await slot.close();
  }
});

async function played(video: Buffer): Promise<unknown> {
  const page = await (await chromium()).newPage();
  try {
    return await page.evaluate(async (data) => {
      const player = document.createElement('video');
      player.muted = true;
      player.playbackRate = 16;
      player.src = `data:video/webm;base64,${data}`;
      const ended = new Promise((resolve, reject) => {
        player.onended = () => resolve(true);
        player.onerror = () => reject(new Error(player.error?.message));
      });
      await player.play();
      return { ended: await ended, width: player.videoWidth, height: player.videoHeight };
    }, video.toString('base64'));
  } finally {
    await page.close();
  }
}

for (const [says, secret, kept] of [
  ['a secret', 'Zm9vYmFy"+/ secret', false],
  ['other things', 'something else', true],
] as const) {
  test(`of pages that show ${says} ${kept ? 'all' : 'nothing'} is kept`, { skip }, async () => {
    const browser = await chromium();
    const context = await browser.newContext();
    try {
      await recordPages(context);
      const page = await context.newPage();
      await page.setContent('<p>Zm9vYmFy"+/ secret</p>');
      const { files, note } = await gatherEvidence(browser, [context], [secret]);
      assert.equal(files.length > 0, kept);
      assert.equal(note === undefined, kept);
    } finally {
      await context.close();
    }
  });
}
