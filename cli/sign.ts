/** `gatecheck sign`: the signature of a request or a notification (Authentication 2, Events 5). */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { printableLine } from '../history/printable.ts';
import { digest } from '../simulator/protocol/signing.ts';
import { exactText, type MissingField, missingFields, readMessage } from './message.ts';
import { calculator, messageLines, messageView } from './signature-view.ts';
import { usageError } from './support/exit.ts';

export function command(): CommandUnknownOpts {
  return calculator('sign')
    .description('Computes the signature of a request or a notification, step by step.')
    .option('--incomplete', 'sign a request that lacks a field which its operation requires')
    .addHelpText(
      'after',
      `
Examples:
  gatecheck sign invoice/create request.json --secret env:SHOP_KEY
  gatecheck sign notification --form --body 'status=4&shop_id=5' --secret @shop.key`,
    )
    .action(async (what, file, options) => {
      const message = await readMessage(what, file, options);
      const missing = missingFields(message);
      tellMissing(message.operation?.id ?? '', missing, options.incomplete === true);
      const view = messageView(message);
      const sign = digest(exactText(message), message.secret);
      const lines = [...messageLines(view), '', 'sign:', `  ${sign}`];
      process.stdout.write(
        `${options.json ? JSON.stringify({ ...view, missing, sign }, null, 2) : lines.join('\n')}\n`,
      );
    });
}

/** @throws CliError where a field is absent that the specification requires, unless that is wanted */
function tellMissing(operation: string, missing: readonly MissingField[], isWanted: boolean): void {
  const isFatal = ({ found, stated }: MissingField): boolean => !isWanted && stated && found === 'absent';
  const says = ({ key, found, stated, section }: MissingField): string =>
    `${key} is ${found === 'absent' ? 'missing' : found}; ${operation} requires it ${
      stated ? `(${section})` : `by default (${section} does not say whether)`
    }`;
  const fatal = missing.filter(isFatal);
  if (fatal.length > 0) {
    throw usageError(
      `${fatal.map(says).join('; ')}.`,
      'The gateway refuses this request however it is signed; --incomplete signs it all the same.',
    );
  }
  for (const each of missing) process.stderr.write(`Warning: ${printableLine(says(each))}.\n`);
}
