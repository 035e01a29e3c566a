import { Command } from 'commander';
import { journeysCommand } from './fuzz/journeys.ts';
import { notificationsCommand } from './fuzz/notices.ts';
import { requestsCommand } from './fuzz/requests.ts';

/** `gatecheck fuzz`: looks for the input that breaks a merchant, and makes it small. */
export function command(): Command {
  return new Command('fuzz')
    .description('look for the smallest input that breaks a merchant')
    .addCommand(notificationsCommand())
    .addCommand(journeysCommand())
    .addCommand(requestsCommand())
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing found · 1 a counterexample · 2 usage or configuration · 3 nothing could be judged.',
    );
}
