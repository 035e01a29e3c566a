import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SyncMode } from '../../simulator/server/store.ts';

const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-sync-'));
const children = new Set<ChildProcess>();
const mounts: string[] = [];
const end = (child: ChildProcess): void =>
  void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
after(() => {
  for (const child of children) end(child);
  for (const place of mounts) spawnSync('umount', ['--lazy', place]);
  rmSync(folder, { recursive: true });
});

interface Shops {
  readonly items: readonly { readonly callbackUrl?: string }[];
}

interface Started {
  readonly child: ChildProcess;
  readonly shop: string;
}

/** A simulator with a store, and the address of its shop in the control plane. */
async function start(store: string, sync: SyncMode, under: readonly string[] = []): Promise<Started> {
  const args = ['simulate', '--port', '0', '--control-port', '0', '--transport', 'node', '--json', '--quiet'];
  const [program = process.execPath, ...rest] = [...under, process.execPath, command, ...args];
  const child = spawn(program, [...rest, '--store', store, '--store-sync', sync], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { control } = JSON.parse(String(line)) as { control: { url: string } };
  return { child, shop: `${control.url}/shops/5` };
}

async function stop({ child }: Started): Promise<void> {
  const closed = once(child, 'close');
  end(child);
  await closed;
}

/** Changes the shop's address, and answers when that is acknowledged. */
async function change(shop: string, callbackUrl: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(shop, { method: 'PATCH', headers, body: JSON.stringify({ callbackUrl }) });
  assert.equal(status, 200);
}

const addresses = Array.from({ length: 5 }, (_, index) => `http://127.0.0.1:9/${index}`);

const tracer = ['strace', '-f', '-qq', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync'];
const traces = spawnSync('strace', [...tracer.slice(1), 'true']).status === 0;

for (const [sync, waits] of [
  ['off', false],
  ['normal', false],
  ['full', true],
] as const) {
  test(`--store-sync ${sync}: an answer ${waits ? 'waits' : 'does not wait'} for the disk`, {
    skip: traces ? false : 'strace is needed to see what a process asks of the system',
  }, async () => {
    const log = join(folder, `${sync}.log`);
    const simulator = await start(join(folder, `${sync}.gatecheck`), sync, [...tracer, '-o', log]);
    const synced = () => readFileSync(log, 'utf8').match(/sync\(/g)?.length ?? 0;
    for (const address of addresses) {
      const before = synced();
      await change(simulator.shop, address);
      assert.equal(synced() > before, waits);
    }
    await stop(simulator);
  });
}

/** A file system in a file, which is what a disk holds: what the system has not written yet is not in it. */
function mounted(image: string): string {
  const place = `${image}-mounted`;
  mkdirSync(place);
  assert.equal(spawnSync('mount', ['-o', 'loop', image, place]).status, 0);
  mounts.push(place);
  return place;
}

function makeDisk(image: string): boolean {
  writeFileSync(image, '');
  truncateSync(image, 32 * 2 ** 20);
  return process.getuid?.() === 0 && spawnSync('mkfs.ext4', ['-q', '-F', image]).status === 0;
}

const disk = join(folder, 'disk');

test('--store-sync full: what was answered outlives a power cut', {
  skip: makeDisk(disk) ? false : 'a file system in a file needs root and ext4',
}, async () => {
  const simulator = await start(join(mounted(disk), 'store'), 'full');
  for (const address of addresses) await change(simulator.shop, address);
  const leftover = join(folder, 'leftover');
  copyFileSync(disk, leftover);
  await stop(simulator);
  const again = await start(join(mounted(leftover), 'store'), 'full');
  const { items } = (await (await fetch(new URL('/shops', again.shop))).json()) as Shops;
  assert.equal(items[0]?.callbackUrl, addresses.at(-1));
  await stop(again);
});
