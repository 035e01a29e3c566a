import { MAGIC_VALUES, type MagicValue } from '../../../simulator/protocol/magic.ts';
import { MOCK_WORDS } from '../../../simulator/protocol/mock-server.ts';
import { table } from '../markdown.ts';
import type { Page } from '../page.ts';

const fields: Readonly<Record<MagicValue['field'], string>> = {
  payway: 'Payways',
  amount: 'Amounts of invoices',
  card: 'Card numbers',
  account: 'Accounts of payouts',
  'refund-amount': 'Amounts of refunds',
};

const intro = `# Magic values

Values that make the simulated gateway behave in a certain way, so that everything can be reached from the shop's own pages, as with the test cards of a real gateway. They are on in \`gatecheck simulate\`, and off in \`gatecheck certify\`. Payways work for every shop, in rubles (643); the other values work with any payway.`;

/** The documented values, by the field in which they are used. */
export function magicPage(): Page {
  const sections = Object.entries(fields).flatMap(([field, heading]) => [
    `## ${heading}`,
    table(
      ['value', 'what happens'],
      MAGIC_VALUES.filter((each) => each.field === field).map(({ value, says }) => [`\`${value}\``, says]),
    ),
  ]);
  sections.push(
    '## Suffixes of payways',
    'Any payway of a shop takes the suffixes that recorded traffic of the test stand shows, for example `card_rub[mock_server,success]`; the suffix stays in `payway` everywhere, also in signatures and notifications. The recordings show the words only: what those without a callback, and the refusals, do is our choice.',
    table(
      ['word', 'what happens'],
      MOCK_WORDS.map(({ word, says }) => [`\`${word}\``, says]),
    ),
  );
  return { path: 'docs/magic-values.md', text: `${[intro, ...sections].join('\n\n')}\n` };
}
