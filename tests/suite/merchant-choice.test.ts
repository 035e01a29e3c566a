/** Without a configuration no merchant is tried, but for the bundled one in a checkout of gatecheck itself. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gatecheck } from './support/cli.ts';

const empty = mkdtempSync(join(tmpdir(), 'gatecheck-empty-'));
after(() => rmSync(empty, { recursive: true, force: true }));

const commands = [
  ['certify', '--only', 'notification.content.amount'],
  ['certify', '--storm', '1'],
  ['doctor'],
  ['fuzz', 'notifications', '--runs', '1'],
  ['fuzz', 'journeys', '--runs', '1'],
  ['fuzz', 'requests', '--runs', '1'],
];

describe('without a configuration, outside of the checkout', () => {
  for (const args of commands) {
    it(`gatecheck ${args.join(' ')} is a usage error that says what to do`, async () => {
      const { code, stdout, stderr } = await gatecheck(args, { cwd: empty });
      const said = stdout + stderr;
      assert.equal(code, 2, said);
      for (const part of [
        'neither gatecheck.config.ts nor gatecheck.config.json',
        empty,
        'gatecheck init',
        '--config FILE',
        '--reference',
      ]) {
        assert.ok(said.includes(part), `${part} is not in: ${said}`);
      }
    });
  }

  it('--reference tries the bundled shop, and a failure would be repeated on it', async () => {
    const out = join(empty, 'out');
    const run = await gatecheck(
      [...['certify', '--reference', '--only', 'notification.content.amount'], '--no-allure', '--out', out],
      { cwd: empty },
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(
      run.stdout,
      /Verdict: {2}Partial run, no certificate: 1 of 1 chosen check at tier T3 interface\n/,
    );
  });

  it('--reference and --config exclude one another', async () => {
    writeFileSync(join(empty, 'x.json'), '{}');
    const { code, stderr } = await gatecheck(['certify', '--reference', '--config', 'x.json'], {
      cwd: empty,
    });
    assert.equal(code, 2);
    assert.match(stderr, /cannot be used with/);
  });
});

it('in the checkout the bundled shop is the merchant', async () => {
  const run = await gatecheck(['fuzz', 'requests', '--runs', '1', '--out', join(empty, 'fuzz')], {
    cwd: join(import.meta.dirname, '../..'),
  });
  assert.equal(run.code, 0, run.stdout + run.stderr);
  assert.match(run.stdout, /Fuzzing the requests of reference shop/);
});

describe('a secret that traffic spells by chance', () => {
  it('is refused by fuzz, which names the option', async () => {
    const { code, stderr } = await gatecheck(
      [
        ...[
          'fuzz',
          'notifications',
          '--callback-url',
          'http://127.0.0.1:1/x',
          '--shop',
          '5:env:SHOP_KEY',
          '--order',
          'x',
        ],
      ],
      { env: { SHOP_KEY: 'order' } },
    );
    assert.equal(code, 2);
    assert.match(stderr, /--shop: found a secret of 5 characters, expected at least 8/);
  });

  it('is warned of by simulate', async () => {
    const { code, stderr } = await gatecheck(
      ['simulate', '--shop', '5:env:SHOP_KEY', '--faults', 'no-such-file.json'],
      { env: { SHOP_KEY: 'card' } },
    );
    assert.equal(code, 2);
    assert.match(stderr, /^Warning: --shop 5: found a secret of 4 characters/);
    const documented = await gatecheck([
      ...['simulate', '--shop', '5:SecretKey01', '--faults', 'no-such-file.json'],
    ]);
    assert.doesNotMatch(documented.stderr, /Warning/);
  });
});
