import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { capabilities, laws, requirements } from '../../ledger/index.ts';
import { checks } from '../../scenarios/index.ts';
import { OPERATIONS } from '../../simulator/protocol/operations.ts';
import { readings } from '../../simulator/protocol/readings.ts';
import { gatecheck } from './support/cli.ts';

const all = { checks, requirements, laws, capabilities, readings, operations: OPERATIONS };

describe('gatecheck list', () => {
  it('counts without a kind', async () => {
    const counts = JSON.parse((await gatecheck(['list', '--json'])).stdout);
    for (const [kind, rows] of Object.entries(all)) assert.equal(counts[kind], rows.length, kind);
  });
  for (const [kind, rows] of Object.entries(all)) {
    it(`lists ${kind}, one line each`, async () => {
      const run = await gatecheck(['list', kind]);
      assert.equal(run.code, 0, run.stderr);
      const lines = run.stdout.trimEnd().split('\n');
      assert.deepEqual(
        lines.map((line) => line.split(' ')[0]),
        rows.map(({ id }) => id),
      );
    });
  }
  it('lists faults with examples', async () => {
    const faults = JSON.parse((await gatecheck(['list', 'faults', '--json'])).stdout);
    assert.ok(faults.length > 10);
    for (const { id, example } of faults) assert.equal(example.effect.kind, id);
  });
  it('filters by level and capability', async () => {
    const run = await gatecheck(['list', 'checks', '--level', 'must', '--capability', 'payout', '--json']);
    const found: (typeof checks)[number][] = JSON.parse(run.stdout);
    assert.ok(found.length > 0);
    for (const check of found) {
      assert.equal(check.level, 'must');
      assert.ok(JSON.stringify(check).includes('"payout"'));
    }
  });
  for (const args of [['wrong'], ['checks', '--capability', 'wrong'], ['checks', '--level', 'wrong']]) {
    it(`refuses ${args.join(' ')}`, async () => {
      const run = await gatecheck(['list', ...args]);
      assert.equal(run.code, 2);
      assert.match(run.stderr, /wrong/);
    });
  }
});

describe('gatecheck explain', () => {
  const cases: [id: string, ...parts: RegExp[]][] = [
    [
      'sign.hold',
      /check, must/,
      /How to fix a failure:/,
      /auth\.2 \(Authentication 2\)/,
      /certify --only sign\.hold/,
    ],
    ['auth.2', /requirement, must/, /Specification:\n {2}Authentication 2/, /sign\.hold/],
    ['law.single-credit', /law, must/, /How to fix a failure:/],
    ['order.payway', /check, should/, /Why a failure only warns:\n {2}Payways come/],
    ['law.24', /requirement, should/, /Why a failure only warns:\n {2}The specification/],
    ['law.survives-hostile-input', /law, should/, /Why a failure only warns:/],
    ['invoice', /capability/, /POST \/orders/, /Checks that need it:/],
    ['refund.path', /reading/, /\(default\)/, /--reading refund\.path=/],
    ['withdraw/create', /operation/, /account, amount, amount_type/],
    ['read-timeout', /fault/, /"committed":true/],
  ];
  for (const [id, ...parts] of cases) {
    it(id, async () => {
      const run = await gatecheck(['explain', id]);
      assert.equal(run.code, 0, run.stderr);
      for (const part of parts) assert.match(run.stdout, part);
    });
  }
  it('is JSON if asked', async () => {
    const [entry] = JSON.parse((await gatecheck(['explain', 'sign.hold', '--json'])).stdout);
    assert.deepEqual([entry.kind, entry.id, entry.data.id], ['checks', 'sign.hold', 'sign.hold']);
  });
  it('offers the nearest ids for an unknown one, and exits 2', async () => {
    const run = await gatecheck(['explain', 'sign.hodl']);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /unknown id "sign\.hodl"\. Did you mean sign\.hold/);
    assert.match((await gatecheck(['explain', 'qqqqqqqq'])).stderr, /unknown id "qqqqqqqq"\.\n/);
  });
});
