import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type BlindOutcome, type Heard, hear, outcomeOf } from './outcome.ts';
import type { Round } from './rounds.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface CertifyOptions {
  /** The fault that the shop is started with; null for the right shop. */
  readonly fault: string | null;
  /** Only checks with such ids; all when there are none. */
  readonly only: readonly string[];
  /** Whether the run ends at the first must that fails. */
  readonly stops: boolean;
  /** The warnings that the right shop has. */
  readonly usual: readonly string[];
  readonly seed: number;
  readonly workers: number;
}

/** Certifies the shop of a round as its owner would: the command, the shop's process, HTTP. */
export async function certify(round: Round, options: CertifyOptions): Promise<BlindOutcome> {
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-blind-'));
  const args = ['--config', round.config, '--out', out, '--no-allure'];
  const only = options.only.flatMap((glob) => ['--only', glob]);
  const numbers = ['--seed', String(options.seed), '--workers', String(options.workers)];
  const child = spawn(process.execPath, ['cli/gatecheck.mjs', 'certify', ...args, ...only, ...numbers], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1', CI: '', FAULT: options.fault ?? 'none' },
  });
  const heard: Heard = { failed: [], warned: [], undecided: [] };
  createInterface(child.stdout).on('line', (line) => {
    hear(heard, line);
    if (options.stops && heard.failed.length > 0) child.kill('SIGINT');
  });
  try {
    const code = await new Promise<number | null>((done) => child.on('close', done));
    return outcomeOf(heard, code, options.usual);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
