import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultyShops } from '../../fixtures/shops/faulty/index.ts';
import { stackedShops } from '../../fixtures/shops/faulty/stacked.ts';
import { unusualShops } from '../../fixtures/shops/unusual/index.ts';
import { findCheck } from '../../scenarios/index.ts';
import { faultRows, unshownFaults } from './fault-rows.ts';
import { shopsOf } from './strength/scope.ts';

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

test('the quick measure of the strength has a shop for every row of both catalogues', () => {
  const quick = shopsOf('catalogue');
  const measured = new Set(quick.faulty.map(({ id }) => id));
  for (const [row, , ids] of faultRows)
    assert.ok(
      ids.some((id) => measured.has(id)),
      `${row} is not measured`,
    );
  const rows = quick.unusual.map(({ legal }) => legal);
  const all = new Set(unusualShops.map(({ legal }) => legal).filter((row) => row !== null));
  assert.deepEqual(new Set(rows), all);
  assert.equal(rows.length, all.size, 'one for each row');
  assert.deepEqual(shopsOf('all'), { faulty: faultyShops, unusual: unusualShops });
});

test('a row is caught by checks of its level: what is about money by a must', () => {
  for (const [row, level, ids] of faultRows) {
    const wanted = level === 'SHOULD' ? 'should' : 'must';
    const found = ids.map((id) => {
      const check = shops.get(id)?.caughtBy ?? '';
      return { id, check, level: findCheck(check)?.level };
    });
    const other = found.filter((each) => each.level !== wanted);
    assert.deepEqual(other, [], `${row} is ${level}`);
  }
});

test('pairs of faults are different ones that can be run together, and of each at least one shows', () => {
  const pairs = stackedShops.map(({ faults }) =>
    faults
      .map(({ id }) => id)
      .sort()
      .join(','),
  );
  assert.deepEqual(pairs, [...new Set(pairs)], 'pairs that occur twice');
  for (const { id, faults, hidden, says } of stackedShops) {
    const [first, second] = faults;
    assert.notEqual(first.id, second.id);
    assert.ok(hidden.length < faults.length, `${id}: nothing shows`);
    assert.match(says, /\S.*\.$/s, id);
    for (const key of ['style', 'notifications', 'readings'] as const) {
      const settings = faults.filter(({ setting }) => setting?.[key] !== undefined);
      assert.ok(settings.length < 2, `${id}: both faults set ${key}`);
    }
  }
});
