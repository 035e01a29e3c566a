/** `gatecheck next`: the one failure to mend first, with its rule, its proof, its remedy and its line to try it again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { Cause } from '../reports/causes.ts';
import { exitCodeOf } from '../reports/decide.ts';
import type { Finding } from '../reports/findings.ts';
import { isInterrupted, several } from '../reports/headline.ts';
import { type ToMend, toMend } from '../reports/next-to-mend.ts';
import { readResult, UnreadableResult } from '../reports/read-result.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { renderFinding, renderOpen, renderProblem } from '../reports/render/terminal.ts';
import type { Result } from '../reports/result.ts';
import { suiteCatalogue } from '../reports/suite-catalogue.ts';
import { firstOf } from '../reports/wording.ts';
import { type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { OUT } from './support/out.ts';

export function command() {
  return new Command('next')
    .description(
      'Names the one failure to mend first: what is expected, what the shop did, the proof, the remedy.',
    )
    .argument(
      '[dir]',
      `the folder of a run, or its result.json (default: ${OUT.whole} or ${OUT.part}, the newer one)`,
    )
    .option('--warnings', 'go on with warnings when nothing has failed')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is left to mend · 1 there is something · 2 there is no result · 3 not everything could be tried.',
    )
    .action((dir, { warnings = false, json = false }) => {
      const result = resultIn(dir ?? newestFolder());
      const left = toMend(result, suiteCatalogue(result.suite.set.version), warnings);
      const elsewhere = dir === undefined ? leftOfTheWhole(result, warnings) : [];
      process.exitCode = exitCode(result, left);
      process.stdout.write(
        json ? asJson(result, left, elsewhere) : `${asText(result, left, elsewhere).join('\n')}\n`,
      );
    });
}

function resultIn(dir: string): Result {
  try {
    return readResult(dir);
  } catch (error) {
    if (error instanceof UnreadableResult)
      throw usageError(error.message, 'gatecheck certify writes one into the folder of --out.');
    throw error;
  }
}

const startOf = ({ startedAt }: Result): number => Date.parse(startedAt);

/** Where the last run was that nobody gave a folder of its own. */
function newestFolder(): string {
  const there = [OUT.whole, OUT.part].filter((folder) => existsSync(join(folder, 'result.json')));
  const [newest = OUT.whole] =
    there.length < 2 ? there : there.toSorted((a, b) => startOf(resultIn(b)) - startOf(resultIn(a)));
  return newest;
}

/** What an earlier run of all checks found, and this one of some of them does not show to be mended. */
function leftOfTheWhole(part: Result, withWarnings: boolean): readonly Cause[] {
  if (part.selection === null || !existsSync(join(OUT.whole, 'result.json'))) return [];
  const whole = resultIn(OUT.whole);
  if (startOf(whole) > startOf(part) || whole.merchant.name !== part.merchant.name) return [];
  const tried = new Set([...part.checks, ...(part.properties ?? [])].map(({ id }) => id));
  const { causes } = toMend(whole, suiteCatalogue(whole.suite.set.version), withWarnings);
  return causes.filter(({ lead }) => !tried.has(lead.id));
}

function exitCode(result: Result, { causes, problems, open }: ToMend): ExitCode {
  if (causes.length > 0) return exitCodes.failed;
  return problems.length + open.length > 0 ? exitCodes.inconclusive : exitCodeOf(result);
}

const named = ({ id, kind, title }: Finding) => ({ id, kind, title });

function asJson(
  { verdict, headline }: Result,
  { causes, problems, open }: ToMend,
  elsewhere: readonly Cause[],
): string {
  const [first, ...others] = problems.length > 0 ? causes : [...causes, ...open];
  const next = first === undefined ? null : { ...first.lead, alsoShownBy: first.others.map(named) };
  return `${JSON.stringify(
    {
      verdict,
      headline,
      next,
      problems,
      otherCauses: others.map(({ lead }) => named(lead)),
      leftOfTheWholeRun: elsewhere.map(({ lead }) => named(lead)),
    },
    null,
    2,
  )}\n`;
}

const idsOf = (causes: readonly Cause[]): string => firstOf(causes.map(({ lead }) => lead.id));

/** What to mend first, in words. */
function asText(result: Result, left: ToMend, elsewhere: readonly Cause[]): string[] {
  const useColors = wantsColors(process.env, process.stdout);
  return [...mendLines(result, left, useColors), ...elsewhereLines(elsewhere)];
}

function mendLines(result: Result, { causes, problems, open }: ToMend, useColors: boolean): string[] {
  const [cause, ...others] = causes;
  if (cause !== undefined) return causeLines(cause, others, useColors);
  const [kept] = open;
  const outside = problems.filter(({ kind }) => kind !== 'interrupted');
  if (outside.length === 0 && isInterrupted(result))
    return [`Nothing had failed when the run was interrupted. ${result.headline}.`];
  if (outside.length > 0)
    return [
      ...outside.flatMap((problem) => [...renderProblem(problem, useColors), '']),
      `Nothing has failed, but not everything was tried. ${result.headline}.`,
    ];
  if (kept !== undefined)
    return [
      ...renderOpen(kept, useColors),
      '',
      `Nothing has failed, but not everything could be shown. ${result.headline}.`,
    ];
  return [`${nothingLeft(result)}. ${result.headline}.`];
}

function causeLines({ lead, others: same }: Cause, others: readonly Cause[], useColors: boolean): string[] {
  return [
    ...renderFinding(lead, useColors),
    ...(same.length === 0
      ? []
      : [`  The same shows in ${same.length} more: ${firstOf(same.map(({ id }) => id))}`]),
    '',
    others.length === 0
      ? 'Nothing else has failed.'
      : `${several(others.length, 'other cause')} after this one: ${idsOf(others)}.`,
  ];
}

function nothingLeft(result: Result): string {
  if (exitCodeOf(result) === exitCodes.inconclusive) return 'Nothing was tried';
  return result.selection === null ? 'Nothing is left to mend' : 'Nothing is left to mend of what was chosen';
}

function elsewhereLines(elsewhere: readonly Cause[]): string[] {
  if (elsewhere.length === 0) return [];
  const what = several(elsewhere.length, 'cause', 'causes');
  return [
    `The last run of all checks found ${what} of failure that this run did not try: ${idsOf(elsewhere)} (gatecheck next ${OUT.whole}).`,
  ];
}
