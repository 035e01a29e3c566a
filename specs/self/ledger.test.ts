import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultyShops } from '../../fixtures/shops/faulty/index.ts';
import { findCheck } from '../../scenarios/index.ts';
import { faultRows, unshownFaults } from './fault-rows.ts';

const shops = new Map(faultyShops.map((shop) => [shop.id, shop]));

test('every row of the catalogue of faults has a faulty shop, or a reason why not', () => {
  for (const [row, level, ids] of faultRows) {
    assert.ok(ids.length > 0, `${row} (${level}) has no faulty shop`);
    for (const id of ids) assert.ok(shops.has(id), `${row} (${level}): no faulty shop ${id}`);
  }
  const rows = new Set(faultRows.map(([row]) => row));
  for (const [row, reason] of Object.entries(unshownFaults)) {
    assert.ok(!rows.has(row), `${row} has a shop and a reason why it has none`);
    assert.match(reason, /\S.*\.$/s, row);
  }
  const levels = faultRows.map(([row, level]) => `${row} ${level}`);
  assert.deepEqual(levels, [...new Set(levels)], 'rows that occur twice with the same level');
});

test('a row that is a must, or about money, is caught by a check that is a must', () => {
  for (const [row, level, ids] of faultRows) {
    if (level === 'SHOULD') continue;
    const found = ids.map((id) => {
      const check = shops.get(id)?.caughtBy ?? '';
      return { id, check, level: findCheck(check)?.level };
    });
    const soft = found.filter((each) => each.level !== 'must');
    assert.deepEqual(soft, [], `${row} is ${level}`);
  }
});
