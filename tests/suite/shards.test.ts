import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Result } from '../../reports/result.ts';
import { compileShop } from './strength/compile-shop.ts';
import { gatecheck } from './support/cli.ts';
import { faultyMerchant } from './support/faulty-merchant.ts';
import { judged } from './support/packed.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-shards-'));
let shop: Awaited<ReturnType<typeof compileShop>>;
after(async () => {
  await shop.discard();
  rmSync(work, { recursive: true, force: true });
});

/** It fails one of the chosen checks, and passes the others. */
const FAULT = 'na-none';
const FAILS = 'notification.sign.forged';
const PASSES = 'notification.content.amount';
const OTHER = 'notification.content.order';
/** Everything that this shop fails, also the laws that follow from it. */
const KNOWN = [FAILS, 'law.credit-needs-final-4', 'law.forgery-changes-nothing'];
const known = (expiry = '2099-01-01') => KNOWN.map((check) => [check, expiry] as const);

const at = (name: string): string => join(work, name);

async function certify(out: string, ...args: string[]) {
  const chosen = [FAILS, PASSES, OTHER].flatMap((id) => ['--only', id]);
  const seed = ['--seed', '7', '--workers', '1', '--no-allure'];
  return gatecheck(['certify', '--config', at('config.json'), ...chosen, ...seed, '--out', at(out), ...args]);
}

function baseline(name: string, ...entries: readonly (readonly [check: string, expiry: string])[]): string {
  const list = entries.map(([check, expiry]) => ({ check, expiry, reason: 'SHOP-1', owner: 'Eve' }));
  writeFileSync(at(name), JSON.stringify(list));
  return at(name);
}

const readResult = (name: string): Result => JSON.parse(readFileSync(join(at(name), 'result.json'), 'utf8'));

describe('a run in shards', () => {
  const shards = ['shard-1', 'shard-2', 'shard-3'];

  before(async () => {
    shop = await compileShop();
    writeFileSync(at('config.json'), JSON.stringify(faultyMerchant(shop.main, [FAULT], ['invoice'])));
    const whole = await certify('whole', '--baseline', baseline('known.json', ...known()));
    assert.equal(whole.code, 0, `a known failure does not fail the run: ${whole.stdout}${whole.stderr}`);
    assert.match(whole.stdout, /fails, as is known \(Eve, until 2099-01-01: SHOP-1\)/);
    for (const [index, out] of shards.entries()) {
      const { code, stdout, stderr } = await certify(out, '--shard', `${index + 1}/3`);
      assert.ok(code === 0 || code === 1, stdout + stderr);
    }
  });

  it('has the result of one run, put together', async () => {
    assert.deepEqual(
      shards.map((shard) => readResult(shard).checks.length),
      [1, 1, 1],
    );
    const merged = await gatecheck(['report', ...shards.map(at), '--out', at('merged')]);
    assert.equal(merged.code, 1, merged.stdout);
    assert.deepEqual(judged(at('merged')), judged(at('whole')));
    assert.deepEqual(readResult('merged').summary, readResult('whole').summary);
  });

  it('is inconclusive without one of its shards, which is named', async () => {
    const passing = shards.filter((shard) => readResult(shard).summary.fail === 0);
    assert.equal(passing.length, 2);
    const merged = await gatecheck(['report', ...passing.map(at), '--out', at('two')]);
    assert.equal(merged.code, 3, merged.stdout);
    const missing = shards.findIndex((shard) => !passing.includes(shard)) + 1;
    assert.match(merged.stdout, new RegExp(`Shard ${missing}/3 is missing`));
  });

  it('is inconclusive as a whole run, and names every check that did not run', async () => {
    // The same shards, had nothing been left out by --only.
    const passing = shards.filter((shard) => readResult(shard).summary.fail === 0);
    for (const shard of passing) {
      cpSync(at(shard), at(`all-${shard}`), { recursive: true });
      const result = readResult(shard);
      const selection = { only: [], capabilities: [], shard: result.selection?.shard ?? null };
      writeFileSync(join(at(`all-${shard}`), 'result.json'), JSON.stringify({ ...result, selection }));
    }
    const merged = await gatecheck([
      ...['report', ...passing.map((shard) => at(`all-${shard}`))],
      ...['--out', at('all')],
    ]);
    assert.equal(merged.code, 3, merged.stdout);
    const result = readResult('all');
    assert.equal(result.verdict, 'inconclusive');
    assert.equal(result.checks.find(({ id }) => id === FAILS)?.outcome, 'not-run');
    assert.equal(result.summary['not-run'], result.checks.length - passing.length);
  });

  for (const [name, entries, code, says] of [
    ['a known failure', known(), 0, 'Nothing new against the baseline'],
    ['an entry that passes', [...known(), [PASSES, '2099-01-01']], 1, `${PASSES} does not fail any more`],
    ['an entry that has expired', known('2020-01-01'), 1, `${FAILS} has expired`],
    ['a failure that is not known', known().slice(1), 1, `${FAILS} fails and is not in the baseline`],
  ] as const) {
    it(`with a baseline: ${name}, exit ${code}`, async () => {
      const file = baseline('baseline.json', ...entries);
      const run = await gatecheck(['report', ...shards.map(at), '--out', at('known'), '--baseline', file]);
      assert.equal(run.code, code, run.stdout + run.stderr);
      assert.ok(run.stdout.includes(says), run.stdout);
    });
  }
});
