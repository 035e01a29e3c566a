import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type AllureOutcome =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Turns `allure-results` into `allure-report/index.html`, one self-contained file, with Allure's own command.
 * Never throws, and ends within the time limit: the report is a convenience, the verdict does not wait for it.
 */
export async function generateAllure(outDir: string, title: string, limitMs: number): Promise<AllureOutcome> {
  const results = join(outDir, 'allure-results');
  if (!existsSync(results)) return { ok: false, reason: 'no Allure results were written' };
  const command = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
  const report = join(outDir, 'allure-report');
  const args = [command, 'awesome', results, '--single-file', '--output', report, '--report-name', title];
  const child = spawn(process.execPath, args, { cwd: outDir, stdio: ['ignore', 'ignore', 'pipe'] });
  let tail = '';
  child.stderr.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-400);
  });
  return await new Promise<AllureOutcome>((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ ok: false, reason: `it took longer than ${limitMs / 1000} s` });
    }, limitMs);
    const end = (outcome: AllureOutcome): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    child.once('error', (error) => end({ ok: false, reason: error.message }));
    child.once('close', (code) => {
      const file = join(report, 'index.html');
      if (code === 0 && existsSync(file)) end({ ok: true, file });
      else end({ ok: false, reason: `its command ended with ${code}: ${tail.trim() || 'no message'}` });
    });
  });
}
