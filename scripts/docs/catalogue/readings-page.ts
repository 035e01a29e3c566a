import type { CheckDefinition } from '../../../ledger/index.ts';
import { checks } from '../../../scenarios/index.ts';
import { type Reading, readingChoices, readings } from '../../../simulator/protocol/readings.ts';
import { table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { folded, readingLink, ruleLink } from './links.ts';

const all: readonly Reading[] = readings;
const allChecks: readonly CheckDefinition[] = checks;

const affects = {
  gateway: 'what the gateway does',
  expectation: 'what is expected of the merchant',
  both: 'what the gateway does, and what is expected of the merchant',
} as const;

const intro = (): string => `# Interpretations

Where the specification is silent ("not shown", or no word at all), it can be read in more than one way. Each such question is a named switch with a default and its alternatives: ${all.length} interpretations (\`readings\` in configurations and options). They are in every report. A merchant does not fail for choosing one legal interpretation: a failure that depends on one is repeated under its alternatives, and counts only if it stays under all of them.

Two presets answer all of them: \`spec\` (the default) follows what the specification says or suggests, \`observed\` follows what recorded traffic of this API family shows. Choose with \`profile.preset\`, and single answers with \`profile.readings\` in the [configuration](../configuration.md#profile) or on the command line:

\`\`\`sh
gatecheck certify --reading notification.status=text
gatecheck simulate --shop 5:env:SHOP_KEY --reading notification.status=text
\`\`\``;

function readingText(reading: Reading): string {
  const { id, question, section, seenIn, observed } = reading;
  const users = allChecks.filter((check) => check.readings?.includes(id));
  const answers = readingChoices(reading).map(
    (choice, index) => `\`${choice}\`${index === 0 ? ' (default)' : ''}`,
  );
  const facts = [
    `- **Answers**: ${answers.join(', ')}${observed === undefined ? '' : `; preset \`observed\`: \`${observed}\``}`,
    `- **Silent section**: ${section}`,
    `- **Seen in**: ${seenIn}`,
    `- **Affects**: ${affects[reading.affects]}`,
    ...(users.length > 0
      ? [`- **Checks**: ${users.map(({ id: check }) => ruleLink(check)).join(', ')}`]
      : []),
  ];
  return `### ${id}\n\n${question}\n\n${folded('Answers, where they were seen', facts.join('\n'))}`;
}

/** Every reading with its answers. */
export function readingsPage(): Page {
  const overview = table(
    ['interpretation', 'default', 'alternatives', 'preset observed'],
    all.map((reading) => [
      readingLink(reading.id),
      `\`${reading.default}\``,
      reading.alternatives.map((each) => `\`${each}\``).join(', '),
      reading.observed === undefined ? 'the default' : `\`${reading.observed}\``,
    ]),
  );
  const text = [intro(), '## Overview', overview, '## All interpretations', ...all.map(readingText)].join(
    '\n\n',
  );
  return { path: 'docs/catalogue/readings.md', text: `${text}\n` };
}
