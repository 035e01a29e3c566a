import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { jsonLines } from '../../cli/support/json-lines.ts';
import { gatecheck } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-annotations-'));
after(() => rmSync(dir, { recursive: true }));

const text = `{
  "merchant": { "name": "a \\"tea\\" shop, {really}: [1]",
    "url": "127.0.0.1:3000",
    "callbackUrl": "http://127.0.0.1:3000/notify",
    "callbackUrls": [],
    "interface": { "type": "http", "baseUrl": "http://127.0.0.1:3000/test" }
  },
  "capabilities": [
    "invoice",
    "refunds"
  ],
  "tempo": {
    "settle": "3 seconds"
  }
}
`;

for (const [path, line] of [
  ['merchant', 2],
  ['merchant.name', 2],
  ['merchant.url', 3],
  ['merchant.callbackUrls', 5],
  ['merchant.interface.baseUrl', 6],
  ['capabilities', 8],
  ['capabilities[0]', 9],
  ['capabilities[1]', 10],
  ['tempo.settle', 13],
  ['settle', undefined],
] as const) {
  test(`${path} stands in line ${line}`, () => assert.equal(jsonLines(text).get(path), line));
}

const annotations = async (name: string, content: string): Promise<string[]> => {
  writeFileSync(join(dir, name), content);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '', GITHUB_STEP_SUMMARY: '' };
  const run = await gatecheck(['certify', '--config', name], { cwd: dir, env });
  assert.equal(run.code, 2, run.stdout);
  return run.stdout.split('\n').filter((line) => line.startsWith('::error'));
};

test('on GitHub each problem of a configuration is shown at its line', async () => {
  const told = await annotations('shop.json', text);
  const places = told.map((line) =>
    /^::error file=shop\.json,line=(\d+),[^:]*::(\S+):/.exec(line)?.slice(1, 3),
  );
  assert.deepEqual(
    places.toSorted((a, b) => Number(a?.[0]) - Number(b?.[0])),
    [
      ['3', 'merchant.url'],
      ['10', 'capabilities[1]'],
      ['13', 'tempo.settle'],
    ],
  );
});

test('one that is no JSON is shown at the file', async () => {
  const [told, ...more] = await annotations('broken.json', '{');
  assert.match(told ?? '', /^::error file=broken\.json,title=configuration::the file is not valid JSON/);
  assert.deepEqual(more, []);
});
