import {
  type Binding,
  type CheckDefinition,
  type LawDefinition,
  laws,
  requirements,
} from '../../../ledger/index.ts';
import { checks } from '../../../scenarios/index.ts';
import { anchorOf, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { headingOf, partOf } from './requirements-page.ts';

const allChecks: readonly CheckDefinition[] = checks;
const allLaws: readonly LawDefinition[] = laws;

const areaOf = (id: string): string => id.split('.')[0] ?? id;
const code = (text: string): string => `\`${text}\``;
const links = (page: string, ids: readonly string[]): string =>
  ids.map((id) => `[${id}](${page}#${anchorOf(id)})`).join(', ');

/** Links to requirements: rows of tables have no headings, so each leads to its part of the page. */
const requirementLinks = (ids: readonly string[]): string =>
  ids
    .map((id) => {
      const section = requirements.find((requirement) => requirement.id === id)?.section ?? '';
      return `[${id}](requirements.md#${anchorOf(headingOf(partOf(section)))})`;
    })
    .join(', ');

const areas: Readonly<Record<string, string>> = {
  sign: 'Signing requests',
  transport: 'Transport',
  time: 'Time',
  money: 'Money',
  notification: 'Notifications',
  invoice: 'Invoices',
  hold: 'Holds',
  token: 'Recurrent payments',
  refund: 'Refunds',
  payout: 'Payouts',
  error: 'Error codes',
  compat: 'Compatibility',
  wallet: 'Wallet',
  lookup: 'Lookups',
};

const whyShould = ({ whyShould: why }: Binding): readonly string[] =>
  why === undefined ? [] : [`- **Why a failure only warns**: ${why}`];

function checkText(check: CheckDefinition): string {
  const { id, title, level, capabilities, anyOf = [], means = [], readings = [] } = check;
  const claimed = [
    ...capabilities.map(code),
    ...(anyOf.length > 0 ? [`one of ${anyOf.map(code).join(', ')}`] : []),
  ];
  const facts = [
    `- **Level**: ${level}`,
    ...whyShould(check),
    `- **Capabilities**: ${claimed.join(', ') || 'any'}${means.length > 0 ? `; to observe it: ${means.map(code).join(', ')}` : ''}`,
    `- **Requirements**: ${requirementLinks(check.requirements)}`,
    ...(readings.length > 0 ? [`- **Readings**: ${links('readings.md', readings)}`] : []),
    `- **Rule**: ${check.rule}`,
    `- **Expected**: ${check.expectation}`,
    `- **How to fix a failure**: ${check.fix}`,
    `- **Run it**: \`gatecheck certify --only ${id}\``,
  ];
  return `### ${id}\n\n${title}\n\n${facts.join('\n')}`;
}

function lawText(law: LawDefinition): string {
  const facts = [
    `- **Level**: ${law.level}, ${law.kind}`,
    ...whyShould(law),
    `- **Requirements**: ${requirementLinks(law.requirements)}`,
    `- **How to fix a failure**: ${law.fix}`,
  ];
  return `### ${law.id}\n\n${law.title}\n\n${facts.join('\n')}`;
}

const intro = (): string => `# Checks and laws

What gatecheck looks at in a merchant: ${checks.length} checks, each a stimulus of its own, and ${laws.length} laws, which are judged over everything that was recorded, after every check.

- **must**: the specification states it, or no right merchant can break it without losing or taking somebody's money. A failure means *not certified*.
- **should**: good practice that the specification implies. A failure is a warning, and each says why it is no more.

A check that needs a capability or a means of observation (\`jobs\`, \`clock\`, \`restart\`, \`logs\`) that the merchant does not claim is \`not-claimed\`, and never a pass. One whose stimulus or observation could not be had is \`inconclusive\`. \`gatecheck explain ID\` prints the same text as this page; \`gatecheck list checks\` lists the ids.`;

/** Every check and law, with its rule, what is expected and how to fix a failure. */
export function checksPage(): Page {
  const known = Object.keys(areas);
  const order = [...new Set(allChecks.map((check) => areaOf(check.id)))].toSorted(
    (a, b) => (known.indexOf(a) + 1 || 99) - (known.indexOf(b) + 1 || 99),
  );
  const overview = table(
    ['check', 'level', 'what a right merchant does'],
    allChecks.map(({ id, level, title }) => [`[${id}](#${anchorOf(id)})`, level, title]),
  );
  const parts = order.flatMap((area) => [
    `## ${areas[area] ?? area}`,
    ...allChecks.filter((check) => areaOf(check.id) === area).map(checkText),
  ]);
  const text = [
    intro(),
    '## Overview',
    overview,
    ...parts,
    '## Laws',
    'Safety laws say what must never happen, liveness laws what must happen in the end.',
    ...allLaws.map(lawText),
  ].join('\n\n');
  return { path: 'docs/checks.md', text: `${text}\n` };
}
