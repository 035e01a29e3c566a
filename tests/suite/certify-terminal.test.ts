/** What `gatecheck certify` says while it runs, as somebody sees it who reads along. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gatecheck } from './support/cli.ts';
import { tinyShopConfig } from './support/tiny-shop-config.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-terminal-'));
after(() => rmSync(work, { recursive: true, force: true }));

const config = join(work, 'shop.json');
writeFileSync(config, JSON.stringify(tinyShopConfig()));

const certify = (...args: readonly string[]) =>
  gatecheck(['certify', '--config', config, '--no-allure', '--out', join(work, 'out'), ...args]);

describe('what is not claimed', () => {
  it('is told in one line, and counted by none', async () => {
    const { stdout } = await certify('--only', 'sign.*');
    const [, count = ''] = /^Running (\d+) checks with 2 workers\.$/m.exec(stdout) ?? [];
    const [, unclaimed = ''] = /^Not tried: 5 checks of what is not claimed \((.+)\)\.$/m.exec(stdout) ?? [];
    assert.deepEqual(
      unclaimed.split(', ').toSorted(),
      ['hold', 'hold.auto', 'lookups', 'payout', 'recurrent', 'refund'],
      stdout,
    );
    const ended = stdout.split('\n').flatMap((line) => /^\[ *(\d+)\/(\d+)\] /.exec(line)?.slice(1, 3) ?? []);
    assert.deepEqual(ended.slice(-2), [count, count], stdout);
    assert.doesNotMatch(stdout, /^.*not claimed +sign\./m);
  });

  it('is told where nothing else was chosen', async () => {
    const { code, stdout } = await certify('--only', 'refund.sum');
    assert.match(stdout, /^Not tried: 1 check of what is not claimed \(refund\.partial\)\.$/m);
    assert.doesNotMatch(stdout, /^Running/m);
    assert.equal(code, 3);
  });
});
