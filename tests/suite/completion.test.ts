import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { gatecheck } from './support/cli.ts';

/** What a shell is told may come next in a line. */
async function next(line: string): Promise<readonly string[]> {
  const run = await gatecheck(['completion-server', '--', ...line.split(' ')], {
    env: { COMP_CWORD: '1', COMP_LINE: line, COMP_POINT: String(line.length), SHELL: 'bash' },
  });
  assert.equal(run.code, 0, run.stderr);
  return run.stdout.trim().split('\n');
}

const files = ['__tabtab_complete_files__'];

const rows: readonly [line: string, holds: readonly string[]][] = [
  ['gatecheck ', ['simulate', 'certify', 'trigger', 'completion']],
  ['gatecheck cert', ['certify']],
  ['gatecheck certify --s', ['--seed', '--shard', '--strict']],
  ['gatecheck certify --config ', files],
  ['gatecheck simulate --transport ', ['mockttp', 'node']],
  ['gatecheck fuzz ', ['notifications', 'journeys', 'requests']],
  ['gatecheck fuzz notifications --ru', ['--runs']],
  ['gatecheck explain refund.wait', ['refund.waiting']],
  ['gatecheck trigger pai', ['paid', 'paid-out']],
  ['gatecheck audit rec', files],
];

for (const [line, holds] of rows) {
  test(`completes: ${line}`, async () => {
    const given = await next(line);
    for (const word of holds) assert.ok(given.includes(word), `${word} is not among ${given.join(', ')}`);
  });
}

test('the script for bash is one that bash takes', async () => {
  const script = await gatecheck(['completion', 'bash']);
  const checked = spawnSync('bash', ['-n'], { input: script.stdout, encoding: 'utf8' });
  assert.deepEqual([script.code, checked.status, checked.stderr], [0, 0, '']);
});
