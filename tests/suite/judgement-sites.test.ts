import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { compareReach } from './strength/reached.ts';
import { everySite, sitesOf, watchSites } from './strength/sites.ts';
import { unreachedSites } from './strength/unreached.ts';

/** `npm run strength -- --all --sites FILE` compares the list with what the shops reach; this keeps it whole. */
test('the judgements that no shop reaches are listed once each, and are there', () => {
  const sites = everySite();
  assert.ok(sites.length > 80, `${sites.length} judgements`);
  const keys = sites.map(({ key }) => key);
  assert.deepEqual(keys, [...new Set(keys)]);
  assert.deepEqual(unreachedSites, [...new Set(unreachedSites)]);
  const there = new Set(keys);
  assert.deepEqual(
    unreachedSites.filter((key) => !there.has(key)),
    [],
    'listed, and in no check',
  );
});

test('most judgements are reached, and the list of the others does not grow', () => {
  assert.ok(unreachedSites.length <= 19, `${unreachedSites.length}`);
});

test('what lies above the paid sum is left to the rule on refunds: no check has a branch that the gateway shuts', () => {
  const above = everySite().filter(({ says }) => /^Refunds of .* were accepted for a payment/.test(says));
  assert.deepEqual(above, []);
});

const SOURCE = `export default {
  story: async (t, amount) => {
    if (amount > 5) t.fail('It is above five.');
    if (amount > 10) {
      t.fail('It is above ten.');
    }
  },
};
`;

test('a judgement is found by its check, and counts as reached when it has run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-sites-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const file = join(folder, 'some.mjs');
    writeFileSync(file, SOURCE);
    const sites = sitesOf('some.mjs', SOURCE);
    assert.deepEqual(sites, [
      { key: 'some.mjs#story#1', line: 3, says: 'It is above five.' },
      { key: 'some.mjs#story#2', line: 5, says: 'It is above ten.' },
    ]);
    const watch = await watchSites(folder);
    const { default: check } = await import(pathToFileURL(file).href);
    await check.story({ fail: () => undefined }, 7);
    const reached = new Set(await watch.reached());
    assert.deepEqual([...reached], ['some.mjs#story#1']);
    const [first, second] = sites.map(({ key }) => key);
    const compared = compareReach(sites, reached, []);
    assert.deepEqual(
      [compared.reached, compared.unproven.map(({ key }) => key), compared.outdated],
      [1, [second], []],
    );
    assert.deepEqual(compareReach(sites, reached, [second ?? '']).unproven, []);
    assert.deepEqual(compareReach(sites, reached, [first ?? '', 'gone#x#1']).outdated, [first, 'gone#x#1']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
