/** `gatecheck sign`: the signature of a request or a notification (Authentication 2, Events 5). */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { digest } from '../simulator/protocol/signing.ts';
import { exactText, readMessage } from './message.ts';
import { calculator, messageLines, messageView } from './signature-view.ts';

export function command(): CommandUnknownOpts {
  return calculator('sign')
    .description('Computes the signature of a request or a notification, step by step.')
    .addHelpText(
      'after',
      `
Examples:
  gatecheck sign invoice/create request.json --secret env:SHOP_KEY
  gatecheck sign notification --form --body 'status=4&shop_id=5' --secret @shop.key`,
    )
    .action(async (what, file, options) => {
      const message = await readMessage(what, file, options);
      const view = messageView(message);
      const sign = digest(exactText(message), message.secret);
      const lines = [...messageLines(view), '', 'sign:', `  ${sign}`];
      process.stdout.write(
        `${options.json ? JSON.stringify({ ...view, sign }, null, 2) : lines.join('\n')}\n`,
      );
    });
}
