/** `gatecheck next`: the one failure to mend first, with its rule, its proof, its remedy and its line to try it again. */
import { Command } from '@commander-js/extra-typings';
import { type Cause, causesOf } from '../reports/causes.ts';
import { findingsOf } from '../reports/findings.ts';
import { isInterrupted } from '../reports/headline.ts';
import { readResult, UnreadableResult } from '../reports/read-result.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { renderFinding } from '../reports/render/terminal.ts';
import type { Result } from '../reports/result.ts';
import { suiteCatalogue } from '../reports/suite-catalogue.ts';
import { exitCodes, usageError } from './support/exit.ts';

export function command() {
  return new Command('next')
    .description(
      'Names the one failure to mend first: what is expected, what the shop did, the proof, the remedy.',
    )
    .argument('[dir]', 'the folder of a run, or its result.json', 'reports/out')
    .option('--warnings', 'go on with warnings when nothing has failed')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is left to mend · 1 there is something · 2 there is no result.',
    )
    .action((dir, { warnings = false, json = false }) => {
      const result = resultIn(dir);
      const catalogue = suiteCatalogue(result.suite.set.version);
      const findings = findingsOf(result, catalogue);
      const causes = (['fail', ...(warnings ? (['warn'] as const) : [])] as const).flatMap((outcome) =>
        causesOf(
          findings.filter((finding) => finding.outcome === outcome),
          result,
        ),
      );
      const [cause] = causes;
      process.exitCode = cause === undefined ? exitCodes.ok : exitCodes.failed;
      const left = Math.max(0, causes.length - 1);
      process.stdout.write(json ? asJson(result, cause, left) : asText(result, cause, left));
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

function asJson({ headline, verdict }: Result, cause: Cause | undefined, left: number): string {
  const next =
    cause === undefined
      ? null
      : { ...cause.lead, alsoShownBy: cause.others.map(({ id, kind, title }) => ({ id, kind, title })) };
  return `${JSON.stringify({ verdict, headline, next, otherCauses: left }, null, 2)}\n`;
}

function asText(result: Result, cause: Cause | undefined, left: number): string {
  if (cause === undefined) {
    const nothing = isInterrupted(result)
      ? 'Nothing had failed when the run was interrupted'
      : 'Nothing is left to mend';
    return `${nothing}. ${result.headline}.\n`;
  }
  const also = cause.others.map(({ id }) => id);
  return `${[
    ...renderFinding(cause.lead, wantsColors(process.env, process.stdout)),
    ...(also.length === 0 ? [] : [`  The same shows in ${also.length} more: ${also.join(', ')}`]),
    '',
    left === 0
      ? 'Nothing else has failed.'
      : `${left} other ${left === 1 ? 'cause' : 'causes'} after this one.`,
  ].join('\n')}\n`;
}
