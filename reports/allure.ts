import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWaiting, loadAllure, tellAllure } from './allure-command.ts';
import {
  CATEGORIES,
  completeAllureResults,
  LINK_SCRIPT,
  NO_PERCENT,
  OUTCOME_LABEL,
} from './allure-results.ts';
import { writeWhole } from './files.ts';
import type { Result } from './result.ts';
import { merchantWords } from './wording.ts';

export type AllureOutcome =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly reason: string };

/** The runs before, one in a line, in the folder of the reports; no run clears it. */
export const ALLURE_HISTORY = 'allure-history.jsonl';

const MOST_RUNS = 30;

/**
 * Turns `allure-results` into `allure-report/index.html`, one self-contained file, with Allure's own command:
 * with the outcomes of the verdict as categories, links to the requirements, and the trend over the runs in
 * {@link ALLURE_HISTORY}. Never throws, and ends within the time limit: the report is a convenience, the
 * verdict does not wait for it.
 *
 * @param loaded Allure's command, if it was loaded before
 */
export async function generateAllure(
  outDir: string,
  result: Result,
  limitMs: number,
  loaded?: ChildProcess,
): Promise<AllureOutcome> {
  const results = join(outDir, 'allure-results');
  if (!existsSync(results)) return { ok: false, reason: 'no Allure results were written' };
  const work = mkdtempSync(join(tmpdir(), 'gatecheck-allure-'));
  try {
    completeAllureResults(outDir, result);
    const config = join(work, 'allurerc.json');
    writeFileSync(config, JSON.stringify(configuration(outDir, result)));
    const command = loaded !== undefined && isWaiting(loaded) ? loaded : loadAllure();
    tellAllure(command, outDir, ['generate', results, '--config', config]);
    const outcome = await endOf(command, outDir, limitMs);
    if (outcome.ok) {
      const page = withoutForeignHosts(readFileSync(outcome.file, 'utf8'));
      const end = page.lastIndexOf('</body>');
      const whole = `${page.slice(0, end)}${NO_PERCENT}${LINK_SCRIPT}${page.slice(end)}`;
      // Bytes: the scripts of Allure stay as they are.
      writeWhole(outcome.file, Buffer.from(whole));
    }
    return outcome;
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The page needs nothing that is not in it, and asks nobody: a browser holds it to that. */
const POLICY =
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'unsafe-inline' 'unsafe-eval' data: blob:; base-uri 'none'; form-action 'none'\">";

/** Takes out what Allure's page loads from an analytics service, for which its plugin has no switch. */
export function withoutForeignHosts(page: string): string {
  const pieces = page.split('</script>');
  const last = pieces.pop() ?? '';
  const kept = pieces.map((piece) => {
    const start = piece.indexOf('<script');
    return start !== -1 && isForeign(piece.slice(start)) ? piece.slice(0, start) : `${piece}</script>`;
  });
  return (kept.join('') + last).replace(/<head>/, `<head>${POLICY}`);
}

/** Whether a script, without its end, is loaded from elsewhere or is made for what is. */
function isForeign(script: string): boolean {
  const end = script.indexOf('>');
  const code = script.slice(end + 1);
  return code.trim() === ''
    ? /\ssrc="https?:/.test(script.slice(0, end))
    : /^<script>.{0,200}window\.dataLayer/s.test(script);
}

/** What Allure is told: where, which kinds of outcome, and to add this run to the history. */
function configuration(outDir: string, result: Result): object {
  return {
    name: `${merchantWords(result.merchant)}: ${result.headline}`,
    output: join(outDir, 'allure-report'),
    historyPath: join(outDir, ALLURE_HISTORY),
    historyLimit: MOST_RUNS,
    appendHistory: true,
    categories: CATEGORIES.map(({ outcome, name }) => ({
      id: outcome,
      name,
      matchers: [{ labels: { [OUTCOME_LABEL]: `^${outcome}$` } }],
    })),
    plugins: { awesome: { options: { singleFile: true, groupBy: ['epic', 'feature'] } } },
  };
}

function endOf(child: ChildProcess, outDir: string, limitMs: number): Promise<AllureOutcome> {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-400);
  });
  return new Promise<AllureOutcome>((resolve) => {
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
      const file = join(outDir, 'allure-report', 'index.html');
      if (code === 0 && existsSync(file)) end({ ok: true, file });
      else end({ ok: false, reason: `its command ended with ${code}: ${tail.trim() || 'no message'}` });
    });
  });
}
