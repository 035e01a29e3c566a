import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseArgs } from 'node:util';
import type { Result } from '../../reports/result.ts';
import { loadConfig, referenceCapabilities } from '../../suite/config/index.ts';
import { compileShop } from './strength/compile-shop.ts';
import { recordsOf } from './strength/in-slot.ts';
import { type CliRun, gatecheck } from './support/cli.ts';
import { faultyMerchant } from './support/faulty-merchant.ts';

/** For each part of what a merchant can claim, a fault of the shop and the check that is about it. */
const FAULTS = {
  invoice: ['nc-no-amount', 'notification.content.amount'],
  hold: ['th-check-no-deadline', 'hold.deadline'],
  recurrent: ['rt-dup-renewal', 'token.renewal-once'],
  refund: ['rf-dup-notice', 'refund.repeated-notification'],
  'order.retry': ['or-first-paid-second-rejected', 'order.retry.late-first'],
  'order.cancel': ['rl-late-payment', 'order.cancel.late-payment'],
  checkout: ['co-thanks-query', 'checkout.forged-return'],
  payout: ['po-4-9-final', 'payout.status.not-final'],
  wallet: ['cc-lost-update-payout', 'wallet.parallel-payouts'],
  lookups: ['lk-balance-sum', 'lookup.balance-total'],
} as const;

const work = mkdtempSync(join(tmpdir(), 'gatecheck-reproduce-'));
const config = join(work, 'gatecheck.config.json');
let shop: Awaited<ReturnType<typeof compileShop>>;
let whole: CliRun;
let result: Result;

const certify = (...args: string[]): Promise<CliRun> => gatecheck(['certify', ...args]);
const read = (out: string): Result => JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));

/** The words of a command line as a shell would take them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? '');

before(async () => {
  shop = await compileShop();
  const faults = Object.values(FAULTS).map(([fault]) => fault);
  writeFileSync(config, JSON.stringify(faultyMerchant(shop.main, faults, referenceCapabilities)));
  const out = join(work, 'whole');
  const only = Object.values(FAULTS).flatMap(([, check]) => ['--only', check]);
  whole = await certify('--config', config, '--out', out, '--no-allure', '--seed', '4', ...only);
  result = read(out);
});

after(async () => {
  await shop.discard();
  rmSync(work, { recursive: true, force: true });
});

/** Those whose line is typed as it stands: about payments, in a browser, about payouts. */
const TYPED = new Set(['invoice', 'checkout', 'payout']);

/** The outcome of the check that a line names, by the command itself. */
async function typed(words: readonly string[], check: string): Promise<string | undefined> {
  const out = join(work, `again-${check}`);
  const again = await gatecheck([...words, '--out', out, '--no-allure']);
  assert.equal(again.code, 1, again.stdout + again.stderr);
  return read(out).checks.find(({ id }) => id === check)?.outcome;
}

/** The same without a process for the command: what the line says is run alone, in a slot of its own. */
async function alone(words: readonly string[], check: string): Promise<string | undefined> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { config: { type: 'string' }, only: { type: 'string' }, seed: { type: 'string' } },
  });
  const { config: file = '', only = '', seed } = values;
  assert.deepEqual([positionals, only], [['certify'], check]);
  const [record] = await recordsOf(await loadConfig(file), { index: 0, seed: Number(seed) }, [only]);
  return record?.outcome;
}

describe('the line that reproduces', { concurrency: 2 }, () => {
  for (const [part, [fault, check]] of Object.entries(FAULTS)) {
    it(`${part}: ${check} fails alone as it did among others (${fault})`, async () => {
      const record = result.checks.find(({ id }) => id === check);
      assert.equal(record?.outcome, 'fail', `${record?.actual}\n${whole.stdout}${whole.stderr}`);
      const [program, ...words] = wordsOf(record.reproduce);
      assert.equal(program, 'gatecheck');
      assert.equal(await (TYPED.has(part) ? typed(words, check) : alone(words, check)), 'fail');
    });
  }
});
