import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { faultyShops } from '../../../fixtures/shops/faulty/index.ts';
import { type HistoryEvent, readHistory } from '../../../history/index.ts';
import { judgeRecording } from '../../../reports/audit/judged.ts';
import { referenceConfig } from '../../../suite/config/index.ts';
import { openSlot } from '../../../suite/slots/index.ts';
import { compileShop } from '../strength/compile-shop.ts';
import { runIn } from '../strength/in-slot.ts';
import { wireCallsOf } from '../support/wire-calls.ts';
import { auditFile, FORMATS, lawsThat } from './audited.ts';
import { KEY } from './talk.ts';

/** Shops with one fault, the check whose story shows it, and the law that traffic alone shows to be broken. */
const FAULTY = [
  ['sg-no-sort', 'sign.invoice.create', 'signed-and-secret'],
  ['rq-amount-number', 'transport.requests', 'request-fields'],
  ['sg-wrong-endpoint-form', 'transport.requests', 'calls-operations'],
  ['po-timeout-blind', 'payout.read-timeout.stored', 'status-after-read-timeout'],
  ['po-repeat-amount', 'payout.create.one-id', 'one-payout-per-id'],
  ['pl-after-final', 'payout.polling.ends', 'final-ends-polling'],
  ['th-double-charge', 'hold.charge.once', 'one-charge-per-hold'],
  ['rf-other-currency', 'refund.currency', 'refund-requests'],
] as const;

/** What a right shop does in these is unusual enough that a careless judge would fail it. */
const RIGHT = [
  'refund.waiting',
  'hold.charge.once',
  'payout.read-timeout.stored',
  'payout.polling.ends',
  'notification.sign.forged',
  'notification.repeat.parallel',
  'order.double-submit',
  'token.from-notification',
] as const;

let shop: Awaited<ReturnType<typeof compileShop>>;
before(async () => {
  shop = await compileShop();
});
after(() => shop.discard());

/** The history of a shop that runs through the stories of checks. */
async function historyOf(
  fault: string | undefined,
  checks: readonly string[],
): Promise<readonly HistoryEvent[]> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-recorded-'));
  const journalFile = join(dir, 'history.ndjson');
  const setting = faultyShops.find(({ id }) => id === fault)?.setting;
  const config = referenceConfig({ main: shop.main, ...(fault === undefined ? {} : { fault }), ...setting });
  const slot = await openSlot(config, {
    index: 0,
    seed: 7,
    dir: join(dir, 'slot'),
    journalFile,
    secret: KEY,
  });
  try {
    for (const check of checks) await runIn(slot, check);
  } finally {
    await slot.close();
  }
  const { events } = readHistory(await readFile(journalFile, 'utf8'));
  await rm(dir, { recursive: true, force: true });
  return events;
}

const TRAFFIC: ReadonlySet<string> = new Set(['request', 'answer', 'attempt', 'reply']);

/** The laws that the traffic of a history breaks, as an audit of our own format finds them. */
function brokenInTraffic(
  events: readonly HistoryEvent[],
  readings: Readonly<Record<string, string>>,
): string[] {
  const traffic = events.filter(({ kind }) => TRAFFIC.has(kind));
  return judgeRecording({ events: traffic, firstLine: 1, torn: false }, { readings })
    .verdicts.filter(({ outcome }) => outcome === 'fail')
    .map(({ law }) => law.slice('law.'.length));
}

const readingsIn = (events: readonly HistoryEvent[]): Readonly<Record<string, string>> => {
  const [run] = events;
  assert.ok(run?.kind === 'run');
  return run.readings;
};

for (const [fault, check, law] of FAULTY) {
  test(`what the traffic of ${fault} shows is found in any format: law.${law}`, async () => {
    const events = await historyOf(fault, [check]);
    const readings = readingsIn(events);
    const expected = brokenInTraffic(events, readings);
    assert.ok(expected.includes(law), `broken: ${expected.join(', ') || 'none'}`);
    for (const [format, written] of FORMATS) {
      const audit = await auditFile(written(wireCallsOf(events)), { keys: [['5', KEY]], readings });
      const broken = audit.laws.filter(({ found }) => found > 0).map(({ id }) => id.slice('law.'.length));
      assert.deepEqual(broken, expected, format);
    }
  });
}

test('the traffic of a right shop breaks nothing in any format', async () => {
  const events = await historyOf(undefined, RIGHT);
  const readings = readingsIn(events);
  for (const [format, written] of FORMATS) {
    const recorded = written(wireCallsOf(events));
    const audit = await auditFile(recorded, { keys: [['5', KEY]], readings });
    assert.deepEqual(lawsThat('fail', audit), [], format);
    assert.ok(lawsThat('pass', audit).length >= 15, `${format}: ${lawsThat('pass', audit).join(', ')}`);
    const keyless = await auditFile(recorded, { readings });
    assert.deepEqual(lawsThat('fail', keyless), [], `${format} without the key`);
  }
});
