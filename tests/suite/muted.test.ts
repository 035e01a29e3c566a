import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CheckRecord } from '../../history/index.ts';
import { resultSchema } from '../../reports/result.ts';
import { conformance } from '../../scenarios/index.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { type BrowserSource, chromiumOptions, lazyBrowser } from '../../suite/browser.ts';
import { referenceConfig } from '../../suite/config/index.ts';
import { type Check, runCheck } from '../../suite/engine/index.ts';
import { openSlot, type Slot } from '../../suite/slots/index.ts';
import { compileShop } from './strength/compile-shop.ts';
import { type Mute, mutes } from './support/mutes.ts';

/**
 * Green is evidence: whoever silences a stimulus, so that nothing is done to the merchant and everything says that it
 * was, gets no pass on any check that gives this stimulus. The checks are all there are, and what they give is what
 * they were seen to give, so that a new check is held to it without a word here.
 */
const LANES = 6;
const UNTOUCHED: Mute = { name: 'nothing is silenced', kinds: [] };

const payer: BrowserSource = lazyBrowser(async () => chromiumOptions(await findBrowser()));

/** What is seen of a check, by whichever run. */
type Seen = Pick<CheckRecord, 'id' | 'outcome' | 'actual' | 'stimuli'>;

const seen = { whole: new Map<string, Seen>(), muted: new Map<Mute, Seen[]>() };

async function addressOf(server: Server): Promise<string> {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function closedPort(): Promise<string> {
  const probe = createServer();
  const address = await addressOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return address;
}

/** A certification of the reference shop that `npm test` has just made, if one is named. */
async function certified(): Promise<readonly Seen[] | undefined> {
  const file = process.env.GATECHECK_TEST_REFERENCE;
  return file === undefined ? undefined : resultSchema.parse(JSON.parse(await readFile(file, 'utf8'))).checks;
}

const gives = ({ stimuli }: Seen, { kinds, without }: Mute): boolean =>
  kinds.some((kind) => stimuli?.[kind] !== undefined) &&
  (without === undefined || stimuli?.[without] === undefined);

/** One code gives the stimuli of all of them, and each takes as long as ten other checks: one for each mute, in turn. */
const isCombination = ({ meta }: Check): boolean => meta.id.startsWith('combination.');

/** Runs each check under its mute, in whichever slot is free next. */
async function run(slots: readonly Slot[], jobs: readonly (readonly [Mute, Check])[]) {
  const left = [...jobs];
  const records: [Mute, CheckRecord][] = [];
  await Promise.all(
    slots.map(async (slot) => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) {
        const [mute, check] = job;
        // What shows nothing is not tried again with more patience: there is nothing to be seen.
        if (mute !== UNTOUCHED) slot.memory.silentChecks = Number.POSITIVE_INFINITY;
        const browser = mute.browser?.(payer) ?? payer;
        const record = await runCheck(check, mute.slot?.(slot) ?? slot, { reproduce: '', browser });
        records.push([mute, record]);
      }
    }),
  );
  return records;
}

const proxy = createServer((_, response) => response.writeHead(503).end('busy'));
const rows = mutes(await closedPort(), await addressOf(proxy));

async function silenceAll(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-muted-'));
  const shop = await compileShop();
  const config = referenceConfig({ main: shop.main });
  const slots = await Promise.all(
    Array.from({ length: LANES }, (_, index) =>
      openSlot(config, { index, dir: join(dir, `${index}`), seed: 1 }),
    ),
  );
  try {
    const whole = conformance.map((check) => [UNTOUCHED, check] as const);
    const records = (await certified()) ?? (await run(slots, whole)).map(([, record]) => record);
    for (const record of records) seen.whole.set(record.id, record);
    const concerned = rows.flatMap((mute, row) => {
      const all = conformance.filter(({ meta }) => {
        const record = seen.whole.get(meta.id);
        return record !== undefined && gives(record, mute);
      });
      const alike = all.filter(isCombination);
      const others = all.filter((check) => !isCombination(check));
      return [
        ...others.filter((_, index) => index % (mute.oneOf ?? 1) === 0),
        ...alike.filter((_, index) => index === row % alike.length),
      ].map((check) => [mute, check] as const);
    });
    for (const [mute, record] of await run(slots, concerned)) {
      seen.muted.set(mute, [...(seen.muted.get(mute) ?? []), record]);
    }
  } finally {
    await payer.close();
    await Promise.all(slots.map((slot) => slot.close()));
    await shop.discard();
    await rm(dir, { recursive: true, force: true });
  }
}

// Before the first test is declared: from then on node:test follows every promise, which costs a tenth of the work.
await silenceAll();

after(() => {
  proxy.close();
});

test('with every stimulus the reference shop passes', () => {
  const others = [...seen.whole.values()].filter(
    ({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable',
  );
  assert.deepEqual(
    others.map(({ id, outcome, actual }) => `${id} ${outcome}: ${actual}`),
    [],
  );
});

for (const mute of rows) {
  test(`nothing passes when ${mute.name}`, () => {
    const records = seen.muted.get(mute) ?? [];
    assert.notEqual(records.length, 0, 'no check gives this stimulus');
    const passed = records.filter(
      (record) => (record.outcome === 'pass' || record.outcome === 'warn') && gives(record, mute),
    );
    assert.deepEqual(
      passed.map(({ id, outcome, actual }) => `${id} ${outcome}: ${actual}`),
      [],
    );
  });
}
