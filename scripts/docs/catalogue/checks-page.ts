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
import { type CheckPage, checkPages, folded, pageOfCheck, readingLink, ruleLink } from './links.ts';
import { headingOf, partOf } from './requirements-page.ts';

const allChecks: readonly CheckDefinition[] = checks;
const allLaws: readonly LawDefinition[] = laws;

const code = (text: string): string => `\`${text}\``;

/** Links to requirements: rows of tables have no headings, so each leads to its part of the page. */
const requirementLinks = (ids: readonly string[]): string =>
  ids
    .map((id) => {
      const section = requirements.find((requirement) => requirement.id === id)?.section ?? '';
      return `[${id}](requirements.md#${anchorOf(headingOf(partOf(section)))})`;
    })
    .join(', ');

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
    ...(readings.length > 0 ? [`- **Readings**: ${readings.map(readingLink).join(', ')}`] : []),
    `- **Rule**: ${check.rule}`,
    `- **Expected**: ${check.expectation}`,
    `- **How to fix a failure**: ${check.fix}`,
    `- **Run it**: \`gatecheck certify --only ${id}\``,
  ];
  return `## ${id}\n\n${title}\n\n${folded(`${level} · rule, expectation, remedy`, facts.join('\n'))}`;
}

function lawText(law: LawDefinition): string {
  const facts = [
    `- **Level**: ${law.level}, ${law.kind}`,
    ...whyShould(law),
    `- **Requirements**: ${requirementLinks(law.requirements)}`,
    `- **How to fix a failure**: ${law.fix}`,
  ];
  return `## ${law.id}\n\n${law.title}\n\n${folded(`${law.level} · requirements, remedy`, facts.join('\n'))}`;
}

const intro = (): string => `# Checks and laws

What gatecheck looks at in a merchant: ${checks.length} checks, each a stimulus of its own, and ${laws.length} [laws](laws.md), which are judged over everything that was recorded, after every check.

- **must**: the specification states it, or no right merchant can break it without losing or taking somebody's money. A failure means *not certified*.
- **should**: good practice that the specification implies. A failure is a warning, and each says why it is no more.

A check that needs a capability or a means of observation (\`jobs\`, \`clock\`, \`restart\`, \`logs\`) that the merchant does not claim is \`not-claimed\`, and never a pass. One whose stimulus or observation could not be had is \`inconclusive\`. \`gatecheck explain ID\` prints what stands here about one; \`gatecheck list checks\` lists the ids.`;

const checksOf = (page: CheckPage): readonly CheckDefinition[] =>
  allChecks.filter(({ id }) => pageOfCheck(id) === page);

/** The list of all checks, a line each, by the page that has more of them. */
function overview(): Page {
  const parts = checkPages.flatMap((page) => [
    `## [${page.title}](${page.file})`,
    table(
      ['check', 'level', 'what a right merchant does'],
      checksOf(page).map(({ id, level, title }) => [ruleLink(id), level, title]),
    ),
  ]);
  return { path: 'docs/catalogue/checks.md', text: `${[intro(), ...parts].join('\n\n')}\n` };
}

function pageWith(page: CheckPage): Page {
  const text = [
    `# Checks: ${page.title.toLowerCase()}`,
    'What is judged, on what ground, and how a failure is mended. [All checks](checks.md) have a line each there.',
    ...checksOf(page).map(checkText),
  ].join('\n\n');
  return { path: `docs/catalogue/${page.file}`, text: `${text}\n` };
}

function lawsPage(): Page {
  const text = [
    '# Laws',
    'What is judged over everything that was recorded, whatever was done to the shop. Safety laws say what must never happen, liveness laws what must happen in the end. [Checks](checks.md) each have a stimulus of their own.',
    ...allLaws.map(lawText),
  ].join('\n\n');
  return { path: 'docs/catalogue/laws.md', text: `${text}\n` };
}

/** Every check and law, with its rule, what is expected and how to fix a failure. */
export const checksPages = (): Page[] => [overview(), ...checkPages.map(pageWith), lawsPage()];
