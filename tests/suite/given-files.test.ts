import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { bin, gatecheck, userEnv } from './support/cli.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-given-'));
after(() => rmSync(dir, { recursive: true, force: true }));

let made = 0;

/** The path of a new named pipe. */
function pipe(ending = ''): string {
  made += 1;
  const path = join(dir, `${made}.pipe${ending}`);
  execFileSync('mkfifo', [path]);
  return path;
}

function folder(ending = ''): string {
  made += 1;
  const path = join(dir, `${made}.folder${ending}`);
  mkdirSync(path);
  return path;
}

const other = join(dir, 'other.json');
writeFileSync(other, '{}');
const key = join(dir, 'public.pem');
writeFileSync(key, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
const shop = ['--callback-url', 'http://127.0.0.1:1/', '--shop', '5:env:GIVEN_KEY'];

/** The command lines that read a file, where a pipe does as well. */
const readers: Readonly<Record<string, (file: string) => readonly string[]>> = {
  replay: (file) => ['replay', file],
  'verify-certificate': (file) => ['verify-certificate', file, '--key', key],
  'verify-certificate --key': (file) => ['verify-certificate', other, '--key', file],
  sign: (file) => ['sign', 'notification', file, '--secret', 'SecretKey01'],
  'sign --secret-file': (file) => ['sign', 'notification', other, '--secret-file', file],
  verify: (file) => ['verify', 'notification', file, '--secret', 'SecretKey01'],
  'fuzz --order': (file) => ['fuzz', 'notifications', ...shop, '--order', file],
  'simulate --callback-ca': (file) => ['simulate', '--port', '0', '--callback-ca', file],
  report: (file) => ['report', file],
  'report --baseline': (file) => ['report', other, '--baseline', file],
  next: (file) => ['next', file],
  'dispute --report': (file) => ['dispute', 'law.single-credit', '--report', file],
  'certify --sign': (file) => ['certify', '--reference', '--sign', file],
  'certify --baseline': (file) => ['certify', '--reference', '--baseline', file],
  'simulate --faults': (file) => ['simulate', '--port', '0', '--faults', file],
  'simulate --control-token': (file) => ['simulate', '--port', '0', '--control-token', `@${file}`],
};

/** Those that read it several times, and so take files only. */
const rereaders: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'certify --config': (file) => ['certify', '--config', file],
  'doctor --config': (file) => ['doctor', '--config', file],
  'fuzz --config': (file) => ['fuzz', 'journeys', '--config', file],
  'under --config': (file) => ['under', '--config', file, '--', 'true'],
};

const env = { GIVEN_KEY: 'b7f0c9d8e7a6f5b4c3d2', OTHER: other };

async function refused(args: readonly string[], message: RegExp): Promise<void> {
  const run = await gatecheck(args, { env, cwd: dir });
  // doctor prints its findings.
  assert.match(run.stdout + run.stderr, message);
  assert.equal(run.code, 2, run.stderr);
}

describe('a folder or a device is refused, with exit code 2', () => {
  for (const [name, args] of Object.entries(readers)) {
    // A folder of reports is what these take.
    if (!['report', 'next', 'dispute --report'].includes(name))
      test(`${name}: a folder`, () => refused(args(folder()), /cannot be read: it is a folder\./));
    test(`${name}: a device`, () => refused(args('/dev/zero'), /cannot be read: it is a device\./));
  }
  for (const [name, args] of Object.entries(rereaders)) {
    test(`${name}: a folder`, () => refused(args(folder('.json')), /cannot be read: it is a folder/));
    for (const ending of ['.json', '.ts'])
      test(`${name}: a pipe ${ending}`, () =>
        refused(args(pipe(ending)), /cannot be read: it is a pipe, expected a file/));
  }
});

describe('a pipe that never ends is left at a signal', { timeout: 120_000 }, () => {
  for (const [name, args] of Object.entries(readers))
    for (const signal of name === 'replay' ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const))
      test(`${name}: ${signal}`, async (t) => {
        const path = pipe();
        const child = spawn(process.execPath, [bin, ...args(path)], {
          cwd: dir,
          env: userEnv(env),
          stdio: 'ignore',
          timeout: 60_000,
          killSignal: 'SIGKILL',
        });
        t.after(() => child.kill('SIGKILL'));
        const ended = once(child, 'close');
        // Opened when the command reads.
        const opening = open(path, 'w');
        if (Array.isArray(await Promise.race([opening, ended]))) closeSync(letIn(path));
        const writer = await opening;
        child.kill(signal);
        assert.deepEqual(await ended, [null, signal]);
        await writer.close();
      });
});

/** Ends the wait of somebody who opens a pipe to write to it. */
const letIn = (path: string): number => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

test('a pipe is read as a file is', async () => {
  const path = pipe();
  const args = ['sign', 'notification', path, '--secret', 'SecretKey01'];
  const body = '{"status":"success"}';
  const [run, , ofText] = await Promise.all([
    gatecheck(args),
    writeFile(path, body),
    gatecheck(['sign', 'notification', '--body', body, '--secret', 'SecretKey01']),
  ]);
  assert.equal(run.code, 0, run.stderr);
  assert.equal(run.stdout, ofText.stdout);
});
