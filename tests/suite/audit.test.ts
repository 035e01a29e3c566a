import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import { HistoryError, RecordingReader } from '../../history/index.ts';
import { laws } from '../../ledger/index.ts';
import { type Audit, auditOf, auditSchema } from '../../reports/audit/audit.ts';
import { renderAudit } from '../../reports/audit/page.ts';
import { readRecordings } from '../../reports/audit/read-file.ts';
import { bigHistory, linesPerOrder } from './support/big-history.ts';
import { gatecheck } from './support/cli.ts';
import { HistoryBuilder } from './support/history-builder.ts';

const dir = mkdtempSync(join(tmpdir(), 'audit-test-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const write = (name: string, lines: readonly string[], end = '\n'): string => {
  const file = join(dir, name);
  writeFileSync(file, lines.join('\n') + end);
  return file;
};

const linesOf = (tell: (h: HistoryBuilder) => void): string[] => {
  const history = new HistoryBuilder();
  tell(history);
  return history.events.map((event) => JSON.stringify(event));
};

const clean = [...bigHistory(3)];

/** An id that is used for two amounts: the traffic alone shows it. */
const faulty = linesOf((h) => {
  const id = '<script>alert(1)</script>';
  const fields = { shop_order_id: id, currency: '643', payway: 'card_rub' };
  h.exchange('invoice/create', { ...fields, amount: '10.50' }, { data: {} });
  h.exchange('invoice/create', { ...fields, amount: '11.00' }, { code: 6 });
});

const auditLines = (lines: readonly string[]): Audit => {
  const reader = new RecordingReader();
  for (const line of lines) reader.take(line);
  const audit = auditOf(reader.end(), { file: 'h.ndjson', suite: '0', readings: {} }, laws);
  return auditSchema.parse(audit);
};

/** The schema of SARIF 2.1.0 by OASIS, without its words. */
const isSarif = new Ajv({
  strict: false,
  unicodeRegExp: false,
  formats: { uri: true, 'uri-reference': true, 'date-time': true },
}).compile(JSON.parse(readFileSync(new URL('./support/sarif-2.1.0.schema.json', import.meta.url), 'utf8')));

test('SARIF leads to the lines that break a law, in whichever recording of the file they stand', async () => {
  const begins = JSON.stringify({
    ...{ seq: 0, at: '2026-01-15T09:00:00.000Z', realAt: '2026-01-15T09:00:00.000Z', kind: 'run' },
    ...{ schema: 'gatecheck/history@1', version: '0', seed: 1, clock: 'virtual', readings: {}, shops: [] },
  });
  const file = write('two.ndjson', [...clean, '', begins, ...faulty]);
  const out = join(dir, 'sarif');
  const run = await gatecheck(['audit', file, '--out', out]);
  assert.equal(run.code, 1, run.stderr);
  const log = JSON.parse(readFileSync(join(out, 'audit.sarif'), 'utf8'));
  assert.equal(isSarif(log), true, JSON.stringify(isSarif.errors));
  const [{ tool, results }] = log.runs;
  const found = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'law.one-order-per-id');
  const lines = readFileSync(file, 'utf8').split('\n');
  const shown = [...found.relatedLocations, ...found.locations].map(
    ({ physicalLocation }) => lines[physicalLocation.region.startLine - 1],
  );
  assert.ok(shown.length >= 2, JSON.stringify(found));
  for (const line of shown) assert.match(line ?? '', /script>|"kind":"answer"/);
  for (const amount of ['10.50', '11.00'])
    assert.ok(
      shown.some((line) => line?.includes(amount)),
      amount,
    );
  assert.equal(found.level, 'error');
  assert.equal(tool.driver.rules[found.ruleIndex].id, found.ruleId);
  assert.ok(tool.driver.rules[found.ruleIndex].help.text.length > 10);
});

test('SARIF of an audit that found nothing has no results', async () => {
  const out = join(dir, 'sarif-clean');
  const run = await gatecheck(['audit', write('right.ndjson', clean), '--out', out]);
  assert.equal(run.code, 0, run.stderr);
  const log = JSON.parse(readFileSync(join(out, 'audit.sarif'), 'utf8'));
  assert.equal(isSarif(log), true, JSON.stringify(isSarif.errors));
  assert.deepEqual(log.runs[0].results, []);
});

test('what the first event says of the merchant is what it is judged with', () => {
  const twice = (merchant: object) => (h: HistoryBuilder) => {
    h.add({
      kind: 'run',
      schema: 'gatecheck/history@1',
      version: '0',
      seed: 1,
      clock: 'virtual',
      readings: {},
      shops: [],
      ...merchant,
    });
    for (const _ of [1, 2]) h.order({ reference: 'wish' });
  };
  const outcomeOf = (merchant: object) =>
    auditLines(linesOf(twice(merchant))).laws.find(({ id }) => id === 'law.one-invoice-per-wish')?.outcome;
  assert.equal(outcomeOf({}), 'not-applicable');
  assert.equal(outcomeOf({ merchant: { capabilities: ['invoice', 'intents'] } }), 'fail');
});

test('a history of traffic alone: what can be seen is judged, the rest says what is missing', () => {
  const audit = auditLines(clean);
  assert.equal(audit.outcome, 'nothing-found');
  assert.equal(audit.laws.length, laws.length);
  const signed = audit.laws.find(({ id }) => id === 'law.signed-and-secret');
  assert.deepEqual([signed?.outcome, signed?.judged, signed?.note], ['pass', 6, undefined]);
  for (const law of audit.laws.filter(({ outcome }) => outcome === 'not-applicable')) {
    assert.ok(law.note !== undefined && law.note !== '', `${law.id} does not say why`);
  }
  assert.match(audit.laws[0]?.note ?? '', /Only the traffic was recorded/);
  assert.deepEqual(
    audit.timelines.map(({ kind, id, status, events }) => [kind, id, status, events.length]),
    [0, 1, 2].map((order) => ['order', `order-${order}`, '4', linesPerOrder()]),
  );
});

test('what the recorded gateway did wrong is reported, and held against no shop', async () => {
  const contradicted = linesOf((h) => {
    const order = h.order();
    h.report(order, 6);
    h.look(order, { state: 'failed' });
    h.report(order, 4);
    h.wait(60_000);
    h.look(order, { state: 'failed' });
  });
  const run = await gatecheck(['audit', write('contradicted.ndjson', contradicted)]);
  assert.equal(run.code, 0, run.stdout);
  assert.match(run.stdout, /The recorded gateway broke gateway\.final-stays 1 time/);
  assert.match(run.stdout, /final status 6, and later with status 4/);
  assert.match(run.stdout, /the shop may keep either side/);
  const audit = auditLines(contradicted);
  const rule = audit.gateway.find(({ id }) => id === 'gateway.final-stays');
  assert.equal(rule?.found, 1);
  assert.match(renderAudit(audit), /What the recorded gateway did wrong/);
});

test('a fault that the traffic shows is found, and its verdict points at its events', () => {
  const audit = auditLines(faulty);
  assert.equal(audit.outcome, 'broken');
  const broken = audit.laws.filter(({ found }) => found > 0).map(({ id }) => id);
  assert.deepEqual(broken, ['law.one-order-per-id']);
  const [timeline] = audit.timelines;
  const seqs = timeline?.broken[0]?.events ?? [];
  assert.ok(seqs.length >= 2);
  const page = renderAudit(audit);
  for (const seq of seqs) {
    assert.ok(page.includes(`href="#t0-e${seq}"`), `no link to event ${seq}`);
    assert.match(page, new RegExp(`id="t0-e${seq}" class="proves"`));
  }
  assert.ok(!page.includes('<script'), 'what was recorded runs on the page');
  assert.doesNotMatch(page, /(src|href)="(?!#)/, 'the page fetches something');
});

test('each recording of a file is judged by itself', () => {
  const audit = auditLines([...clean, ...faulty.slice(0, 2), ...clean, ...clean.slice(0, 4)]);
  assert.deepEqual(
    audit.recordings.map(({ line, events }) => [line, events]),
    [
      [1, clean.length + 2],
      [clean.length + 3, clean.length],
      [2 * clean.length + 3, 4],
    ],
  );
  assert.equal(audit.outcome, 'nothing-found');
});

const torn = clean.at(-1)?.slice(0, 40) ?? '';
for (const [says, lines, expected] of [
  ['at the end', [...clean, torn], [true]],
  ['at the end of the first of two recordings', [...clean, torn, ...clean], [true, false]],
  ['and glued to the next recording', [...clean, `${torn}${clean[0]}`, ...clean.slice(1)], [true, false]],
] as const) {
  test(`a line that was cut off ${says} is left out and said to be`, () => {
    assert.deepEqual(
      auditLines(lines).recordings.map((recording) => recording.torn),
      expected,
    );
  });
}

for (const [says, lines, line, message] of [
  ['garbage alone', ['{'], 1, /not JSON/],
  ['a cut-off line in the middle', [...clean.slice(0, 5), torn, ...clean.slice(6)], 6, /not JSON/],
  [
    'an unknown kind',
    [...clean, '{"seq":99,"at":"2026-01-01","realAt":"2026-01-01","kind":"x"}'],
    clean.length + 1,
    /"x"/,
  ],
  ['no object', [...clean, '7'], clean.length + 1, /7 is not an event/],
  [
    'a field of a wrong type',
    [...clean.slice(0, 1), (clean[1] ?? '').replace('"bytes":', '"bytes":"x","was":')],
    2,
    /bytes is "x"/,
  ],
] as const) {
  test(`${says} cannot be read, and the line is named`, () => {
    assert.throws(
      () => auditLines(lines),
      (error) => error instanceof HistoryError && error.line === line && message.test(error.message),
    );
  });
}

test('the file is read as a stream: chunks end anywhere, also within a character', async () => {
  const wide = linesOf((h) => {
    for (let index = 0; index < 40; index++) {
      const fields = { shop_order_id: `заказ-${index}-${'я'.repeat(40_000)}`, amount: '1', currency: '643' };
      h.exchange('invoice/create', fields, { data: {} });
    }
  });
  const recordings = await readRecordings(write('wide.ndjson', wide, ''));
  const events = recordings.flatMap((recording) => recording.events);
  assert.equal(events.length, wide.length);
  for (const [index, event] of events.entries()) {
    assert.ok(event.kind === 'request' || event.kind === 'answer');
    // What is not in memory is read again from its place in the file.
    assert.equal(event.body, JSON.parse(wide[index] ?? '').body);
  }
});

test('the command: exit codes, reports, and what is wrong with a file', async () => {
  const out = join(dir, 'out');
  const broken = write('broken.ndjson', faulty);
  const run = await gatecheck(['audit', broken, '--out', out]);
  assert.equal(run.code, 1, run.stderr);
  assert.match(
    run.stdout,
    /\n✗ law\.one-order-per-id [\s\S]*\n✓ \d+ laws hold[\s\S]*\n· \d+ laws not judged/,
  );
  assert.ok(run.stdout.split('\n').length < 50, 'it fits on a screen');
  auditSchema.parse(JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')));
  assert.match(readFileSync(join(out, 'audit.html'), 'utf8'), /^<!doctype html>/);

  const json = await gatecheck([
    'audit',
    write('clean.ndjson', clean),
    '--json',
    '--reading',
    'time.records=zoneless',
  ]);
  assert.equal(json.code, 0, json.stderr);
  assert.equal(auditSchema.parse(JSON.parse(json.stdout)).outcome, 'nothing-found');

  const unreadable = await gatecheck(['audit', write('bad.ndjson', [...clean, '[]', ...clean])]);
  assert.equal(unreadable.code, 2);
  assert.match(unreadable.stderr, new RegExp(`bad\\.ndjson: Line ${clean.length + 1}: `));
  for (const args of [
    [join(dir, 'missing')],
    [write('empty', [], '')],
    [broken, '--reading', 'no.such=1'],
    [dir],
  ]) {
    const wrong = await gatecheck(['audit', ...args]);
    assert.equal(wrong.code, 2, wrong.stderr);
  }
});
