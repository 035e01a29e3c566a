/** `gatecheck dispute CHECK`: packs what was recorded about a check or a rule for a report of a false failure. */
import { writeFileSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { type Dispute, disputeOf, NothingToDispute } from '../reports/dispute.ts';
import { readResult, UnreadableResult } from '../reports/read-result.ts';
import { usageError } from './support/exit.ts';
import { OUT } from './support/out.ts';
import { whyUnwritable } from './support/unwritable.ts';

export function command() {
  return new Command('dispute')
    .description(
      'Packs what a run recorded about a check, the reasoning of its rules and the sentence of the specification into one file, for a report of a false failure. Secrets in it are masked.',
    )
    .argument('<id>', 'the check or rule that failed a conforming shop')
    .option('--report <dir>', 'the folder of the run', OUT.whole)
    .option('--because <text>', 'why the shop conforms, with the sentence of the specification')
    .option('--file <file>', 'where to write it (default: dispute-ID.json)')
    .addHelpText(
      'after',
      '\nExit codes: 0 the file is written · 2 the run has no such check, it passed, or its history is gone.',
    )
    .action((id, { report, because, file = `dispute-${id}.json` }) => {
      const dispute = packed(report, id, because ?? null);
      try {
        writeFileSync(file, `${JSON.stringify(dispute, null, 1)}\n`);
      } catch (error) {
        throw usageError(
          `${file} cannot be written: ${whyUnwritable(error)}.`,
          'Name another file with --file.',
        );
      }
      process.stdout.write(`${said(dispute, file)}\n`);
    });
}

function packed(dir: string, id: string, because: string | null): Dispute {
  try {
    return disputeOf(dir, readResult(dir), id, because);
  } catch (error) {
    if (error instanceof UnreadableResult || error instanceof NothingToDispute)
      throw usageError(
        error.message,
        'Name the folder of the run with --report, and a check that it lists as failed.',
      );
    throw error;
  }
}

function said({ id, because, ground, attempts }: Dispute, file: string): string {
  const events = attempts.reduce((sum, { history }) => sum + history.length, 0);
  const sentence =
    ground === null || ground.quote === '' ? [] : [`It rests on ${ground.section}: "${ground.quote}"`];
  const broken = [...new Set(attempts.flatMap(({ rules }) => rules.map((rule) => rule.id)))];
  return [
    `Wrote ${file}: ${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} of ${id}, ${events} events, secrets masked.`,
    ...sentence,
    broken.length === 0
      ? 'No rule is broken in it: the check itself found something.'
      : `Rules that it breaks: ${broken.join(', ')}.`,
    ...(because === null ? ['Say with --because why your shop conforms.'] : []),
    'What happens with it: docs/disputes.md',
  ].join('\n');
}
