import { join } from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { masker } from '../../history/masker.ts';
import { type CheckRecord, checkIdOf } from '../../history/record.ts';
import { NO_MERCHANT, RUN_ENV, reproduceLine, runsFromEnv } from '../../history/run-env.ts';
import type { RunInfo, Selection } from '../../history/run-info.ts';
import { isChosen, selectionOf } from '../../history/selection.ts';
import type { CheckDefinition } from '../../ledger/types.ts';
import { exitCodeOf } from '../decide.ts';
import { exitCodes } from '../exit-codes.ts';
import { ownsFolder } from '../files.ts';
import { isInterrupted, several } from '../headline.ts';
import { maskFiles, maskHistories } from '../mask-files.ts';
import { wantsColors } from '../render/colors.ts';
import { renderTerminal } from '../render/terminal.ts';
import { writeReports } from '../render/write.ts';
import type { Problem } from '../result.ts';
import { shortPath } from '../short-path.ts';
import { suiteCatalogue } from '../suite-catalogue.ts';
import { suiteVersion } from '../suite-version.ts';
import { judge } from '../verdict.ts';
import { firstOf } from '../wording.ts';
import { withBrowserFiles } from './browser-files.ts';
import { recordOf } from './collector.ts';
import { type Handoff, readRunInfo, writeHandoff } from './handoff.ts';
import { Hope } from './hope.ts';
import { noteProblems } from './note-problems.ts';
import { plain } from './plain.ts';
import { Progress } from './progress.ts';
import { TimeLeft } from './time-left.ts';
import { untriedOf } from './untried.ts';

/**
 * Playwright's reporter of the suite: gathers the records that tests attach, reconciles them with the tests
 * that should have run, judges, writes the reports to the folder that the set-up named, and leaves the
 * verdict in the run's own folder. Its verdict, and not the runner's, is what the run is worth. It is to be
 * the last reporter of the list, because it masks secrets also in what the others have written.
 */
export default class GatecheckReporter implements Reporter {
  readonly #catalogue = suiteCatalogue(process.env[RUN_ENV.requirements] || undefined);
  /** The runner only lists what there is, by its own words: there is nothing to judge. */
  readonly #onlyLists = process.argv.includes('--list');
  readonly #known: ReadonlyMap<string, CheckDefinition>;
  readonly #records: CheckRecord[] = [];
  readonly #attachments = new Map<string, TestResult['attachments']>();
  readonly #problems: Problem[] = [];
  readonly #beganAt = performance.now();
  #suite: Suite | undefined;
  #progress: Progress | undefined;
  /** Ids of what the merchant does not claim: it is told once, and counts for nothing in the progress. */
  #untried: ReadonlySet<string> = new Set();
  readonly #hope: Hope;
  #firstBeganAt: number | undefined;
  /** Why the run was ended by itself; undefined where it was not. */
  #stopped: string | undefined;
  #begun = false;

  /** @param options `hopelessAfterMs`: when a run in which next to nothing holds is stopped; a minute when left out */
  constructor({ hopelessAfterMs }: { readonly hopelessAfterMs?: number } = {}) {
    this.#hope = new Hope(hopelessAfterMs);
    this.#known = new Map(
      [...this.#catalogue.checks, ...this.#catalogue.properties].map((each) => [each.id, each]),
    );
  }

  printsToStdio(): boolean {
    return !this.#onlyLists;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    // Whoever has read enough, as `| head` does, ends the talk and not the run.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    const tests = suite.allTests().map((test) => checkIdOf(test) ?? test.title);
    const { ids, unclaimed } = untriedOf(tests, this.#known, config.metadata.claimed);
    this.#untried = ids;
    const tried = tests.filter((id) => !ids.has(id));
    this.#progress = new Progress(process.stdout, tried.length, wantsColors(process.env, process.stdout), {
      isQuiet: process.env.CI === 'true',
      timeLeft: new TimeLeft(tried, runsFromEnv(process.env).runs),
    });
    if (this.#onlyLists) return;
    const say = (line: string): boolean => process.stdout.write(`${line}\n`);
    if (tried.length > 0) say(`Running ${this.#words(tried)} with ${several(config.workers, 'worker')}.`);
    if (ids.size > 0)
      say(`Not tried: ${this.#words([...ids])} of what is not claimed (${firstOf(unclaimed)}).`);
  }

  /** `231 checks`, `231 checks and 18 properties`. */
  #words(tests: readonly string[]): string {
    const ids = new Set(this.#catalogue.properties.map(({ id }) => id));
    const drawn = tests.filter((id) => ids.has(id)).length;
    const parts = [
      ...(tests.length > drawn ? [several(tests.length - drawn, 'check')] : []),
      ...(drawn > 0 ? [several(drawn, 'property', 'properties')] : []),
    ];
    return parts.join(' and ');
  }

  onTestBegin(test: TestCase): void {
    this.#begun = true;
    this.#firstBeganAt ??= performance.now();
    const id = checkIdOf(test) ?? test.title;
    if (!this.#untried.has(id)) this.#progress?.began(id);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const found = recordOf(test, result, this.#known, (check) => reproduceLine(process.env, check));
    const isCutShort = this.#stopped !== undefined && found?.outcome === 'not-run';
    const record = isCutShort ? { ...found, note: this.#stopped } : found;
    if (record === undefined) {
      const failed = result.status === 'failed' || result.status === 'timedOut';
      if (failed)
        this.#problem(`${test.title}: ${result.errors.map((error) => error.message ?? '').join(' ')}`);
      return;
    }
    this.#records.push(record);
    this.#attachments.set(record.id, result.attachments);
    if (!this.#untried.has(record.id) && record.outcome !== 'not-run') this.#progress?.ended(record);
    this.#hope.ended(record);
    this.#stopIfHopeless();
  }

  /** A run of `gatecheck certify` in which next to nothing holds ends as by Ctrl-C, which is all that the runner knows. */
  #stopIfHopeless(): void {
    const { env } = process;
    if (this.#stopped !== undefined || env[RUN_ENV.goOn] || !env[RUN_ENV.verdictFile]) return;
    this.#stopped = this.#hope.lostAfter(performance.now() - (this.#firstBeganAt ?? performance.now()));
    if (this.#stopped !== undefined) process.kill(process.pid, 'SIGINT');
  }

  onError(error: TestError): void {
    // Why there is none is what the preflight has found.
    if (error.message?.includes(NO_MERCHANT)) return;
    this.#problem(error.message ?? error.value ?? 'An error without a message.');
  }

  async onEnd(result: FullResult): Promise<{ status?: FullResult['status'] }> {
    if (this.#onlyLists) return {};
    this.#progress?.end();
    if (result.status === 'timedout') this.#problem('The run took longer than the time it is allowed.');
    if (this.#stopped !== undefined) process.stdout.write(`\n${this.#stopped}\n`);
    else if (result.status === 'interrupted')
      this.#problems.push({ kind: 'interrupted', message: 'The run was interrupted.' });
    const handoff = this.#conclude();
    writeHandoff(process.env[RUN_ENV.verdictFile], handoff);
    if (result.status === 'interrupted') return {};
    return { status: handoff.exitCode === exitCodes.ok ? 'passed' : 'failed' };
  }

  /** The runner swallows what a reporter throws, and a run without a verdict must say so. */
  #conclude(): Handoff {
    const info = readRunInfo(process.env[RUN_ENV.runDir]);
    if (typeof info === 'string') return this.#undescribed(info);
    if (!ownsFolder(info.outDir, process.env[RUN_ENV.owner])) {
      return this.#undescribed(`Nothing was written: ${info.outDir} belongs to another run by now.`);
    }
    try {
      return this.#report(info);
    } catch (error) {
      return this.#undescribed(`The reports could not be written: ${error}`);
    }
  }

  #report(described: RunInfo): Handoff {
    const info = { ...described, selection: described.selection ?? this.#ownSelection() };
    const records = this.#records.map((record) =>
      withBrowserFiles(record, this.#attachments.get(record.id) ?? [], info.outDir),
    );
    const judged = judge(
      {
        info,
        records,
        chosen: this.#chosen(info),
        problems: this.#problems,
        ...(this.#stopped === undefined ? {} : { whyUnended: this.#stopped }),
        durationMs: Math.round(performance.now() - this.#beganAt),
        suiteVersion: suiteVersion(),
      },
      this.#catalogue,
    );
    const written = writeReports(info.outDir, judged, this.#catalogue, info.secrets);
    maskFiles(join(info.outDir, 'allure-results'), info.secrets);
    noteProblems(info.outDir, this.#problems, info.secrets);
    maskHistories(info.outDir, info.secrets);
    const at = shortPath(join(info.outDir, 'statement.html'));
    const text = renderTerminal(written, this.#catalogue, at, wantsColors(process.env, process.stdout));
    process.stdout.write(masker(info.secrets)(text));
    return { exitCode: exitCodeOf(judged), verdict: judged.verdict };
  }

  /** Without a description there is no result to write; what is known is said and counts as a set-up failure. */
  #undescribed(reason: string): Handoff {
    // Whoever interrupts a run knows why there is nothing.
    if (isInterrupted({ problems: this.#problems }))
      return { exitCode: exitCodes.inconclusive, verdict: 'inconclusive' };
    const problems = this.#problems.map((problem) => `  - ${problem.message}`);
    process.stdout.write(`${[reason, ...problems].join('\n')}\nVerdict: nothing could be judged.\n`);
    return { exitCode: exitCodes.inconclusive, verdict: 'inconclusive' };
  }

  /**
   * What somebody chose by the runner's own means (`--grep`, `--project`, a file, a line of an editor), where no command
   * of ours has started it: it owes what there is, and is partial where that is not every check.
   */
  #ownSelection(): Selection | null {
    if (process.env[RUN_ENV.verdictFile]) return null;
    const ids = new Set((this.#suite?.allTests() ?? []).flatMap((test) => checkIdOf(test) ?? []));
    return this.#catalogue.checks.every(({ id }) => ids.has(id)) ? null : selectionOf([...ids], [], null);
  }

  /**
   * The checks that this run owes an outcome: those whose tests there are, and all that the selection names.
   * A shard owes only its own tests; the others are in the other shards.
   */
  #chosen(info: RunInfo): string[] {
    const tests = (this.#suite?.allTests() ?? []).map((test) => checkIdOf(test));
    const ids = new Set(tests.filter((id) => id !== undefined));
    if (info.selection?.shard == null) {
      const { checks, properties } = this.#catalogue;
      const { env } = process;
      const asked = env[RUN_ENV.verdictFile] && env[RUN_ENV.properties] ? properties : [];
      for (const each of [...checks, ...asked]) if (isChosen(each, info.selection)) ids.add(each.id);
    }
    return [...ids];
  }

  #problem(message: string): void {
    this.#problems.push({ kind: this.#begun ? 'harness-failed' : 'setup-failed', message: plain(message) });
  }
}
