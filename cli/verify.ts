/** `gatecheck verify`: judges a signature and names the likely mistake. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { printableLine } from '../history/printable.ts';
import { describeVerdict, digest, explainSign, type SignVerdict } from '../simulator/protocol/signing.ts';
import { exactText, type Message, readMessage } from './message.ts';
import { calculator, messageLines, messageView } from './signature-view.ts';
import { exitCodes, usageError } from './support/exit.ts';

export function command(): CommandUnknownOpts {
  return calculator('verify')
    .description(
      'Checks the signature of a request or a notification; for a wrong one, names the likely mistake.',
    )
    .option('--sign <digest>', 'the signature to check, instead of the field sign of the body')
    .addHelpText(
      'after',
      `
Exit codes: 0 the signature is right · 1 it is wrong · 2 the input cannot be used.

Examples:
  gatecheck verify notification notification.json --secret env:SHOP_KEY
  gatecheck verify withdraw/create --secret-file shop.key < request.json`,
    )
    .action(async (what, file, options) => {
      const message = await readMessage(what, file, options);
      const view = messageView(message);
      const verdict = judge(message, options.sign, options.empty !== undefined);
      const expected = digest(exactText(message), message.secret);
      const { ok, sent, recipe } = verdict;
      const says = describeVerdict(verdict);
      const lines = [
        ...messageLines(view),
        '',
        `Expected:  ${expected}`,
        `Sent:      ${printableLine(sent ?? '(nothing)')}`,
        '',
        printableLine(ok ? `VALID. ${says}` : `INVALID. ${says}`),
        ...(ok || recipe !== null ? [] : [tried]),
      ];
      const json = { ...view, ok, expected, sent, mistake: recipe, says };
      process.stdout.write(`${options.json ? JSON.stringify(json, null, 2) : lines.join('\n')}\n`);
      process.exitCode = ok ? exitCodes.ok : exitCodes.failed;
    });
}

const tried =
  'Tried in vain: other literals of numbers, zeros left out, places for empty fields, words for null, JSON in texts written again, other cases, orders, separators and fields, other places of the secret, other hashes.';

function judge(message: Message, given: string | undefined, ruleGiven: boolean): SignVerdict {
  const { operation, body, secret, rule } = message;
  const sent = given ?? (typeof body.sign === 'string' ? body.sign : undefined);
  if (sent === undefined && body.sign === undefined) {
    throw usageError(
      'the signature to check is missing.',
      'The body has no field "sign"; give it with --sign.',
    );
  }
  return operation === undefined
    ? explainSign({ kind: 'notification', body, secret }, sent)
    : explainSign(
        {
          kind: 'request',
          operation: operation.id,
          signedFields: operation.signedFields,
          body,
          secret,
          rule: ruleGiven ? rule : 'either',
        },
        sent,
      );
}
