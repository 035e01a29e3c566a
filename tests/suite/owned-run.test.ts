import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutForeignHosts } from '../../reports/allure.ts';
import { LOCK, ownsFolder } from '../../reports/files.ts';
import { userEnv } from './support/cli.ts';

const bin = resolve(import.meta.dirname, '../../cli/gatecheck.mjs');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-owned-'));
after(() => rmSync(work, { recursive: true, force: true }));

test('a run whose folder went to another one owns nothing there', () => {
  writeFileSync(join(work, LOCK), '12');
  assert.equal(ownsFolder(work, '12'), true);
  assert.equal(ownsFolder(work, '13'), false);
  rmSync(join(work, LOCK));
  assert.equal(ownsFolder(work, '12'), false);
  // Without a command there is no lock.
  assert.equal(ownsFolder(work, undefined), true);
});

/** Every living process by its parent, as Linux shows it. */
function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z')
        children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
    } catch {
      // It has just ended.
    }
  }
  const found: number[] = [];
  for (const queue = [root]; queue.length > 0; ) {
    const below = children.get(queue.pop() ?? 0) ?? [];
    found.push(...below);
    queue.push(...below);
  }
  return found;
}

const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test('kill -9 of certify ends all that it started', { skip: process.platform !== 'linux' }, async () => {
  const args = [
    'certify',
    '--reference',
    '--only',
    'notification.*',
    '--no-allure',
    '--out',
    join(work, 'out'),
  ];
  const child = spawn(process.execPath, [bin, ...args], {
    env: userEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>((started, failed) => {
    child.once('close', () => failed(new Error(`it ended: ${said}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      // The first outcome: runner, workers, simulators and shops are there.
      if (/notification\.\S+ \(/.test(said)) started();
    });
  });
  const all = descendants(child.pid ?? 0);
  assert.ok(all.length > 3, `only ${all.length} processes`);
  child.kill('SIGKILL');
  const until = performance.now() + 10_000;
  while (all.some(isAlive)) {
    const left = all.filter(isAlive);
    assert.ok(performance.now() < until, `still there: ${left.join(', ')}`);
    await sleep(20);
  }
});

test("Allure's page asks nobody", () => {
  const page = `<!DOCTYPE html><html><head><title>t</title></head><body>
    <script>window.allure = window.allure || {};</script>
    <script async src="https://www.googletagmanager.com/gtag/js?id=G-X"></script>
    <script>
        window.dataLayer = window.dataLayer || [];
        gtag('config', 'G-X');
    </script>
    <script src="data:text/javascript;base64,AA=="></script></body></html>`;
  const left = withoutForeignHosts(page);
  assert.doesNotMatch(left, /googletag|dataLayer|gtag|https:/);
  assert.match(left, /<head><meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline'/);
  assert.match(left, /window\.allure = [\s\S]*data:text\/javascript/);
});
