import { laws, type Requirement, requirements } from '../../../ledger/index.ts';
import { checks } from '../../../scenarios/index.ts';
import { table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { ruleLink } from './links.ts';

/** What a test proves of the simulated gateway, and the requirements that this is about. */
export interface Proof {
  readonly does: string;
  readonly ids: readonly string[];
}

const all: readonly Requirement[] = requirements;

/** The part of the specification: what stands before the first comma, semicolon or number. */
export const partOf = (section: string): string => section.split(/[,;]| \d/)[0]?.trim() ?? section;

/** Its heading on the page. */
export const headingOf = (part: string): string => `${part.charAt(0).toUpperCase()}${part.slice(1)}`;

function judgedBy({ id, unchecked, party }: Requirement): string {
  const rows: readonly { readonly id: string; readonly requirements: readonly string[] }[] = [
    ...checks,
    ...laws,
  ];
  const judges = rows.filter((row) => row.requirements.includes(id));
  if (judges.length > 0) {
    return judges.map(({ id: rule }) => ruleLink(rule)).join(', ');
  }
  return unchecked ?? (party === 'gateway' ? '[proofs](proofs.md)' : '');
}

const whyShould = ({ whyShould: why }: Requirement): readonly string[] =>
  why === undefined ? [] : [`*Why a should: ${why}*`];

const proofsText = (proofs: readonly Proof[]): string => `# Proofs of the simulator

The gateway's duties, and its half of those that are both's, are proven over HTTP by the tests in \`tests/simulator/duties\`: ${proofs.length} proofs for ${new Set(proofs.flatMap(({ ids }) => ids)).size} requirements. A test fails when a requirement of the gateway has none.

${table(
  ['the simulated gateway', 'requirements'],
  proofs.map(({ does, ids }) => [`${does}.`, ids.map((id) => `\`${id}\``).join(', ')]),
)}
`;

const intro = (): string => `# Requirements

Every normative line of the gateway's specification, and the laws that follow from it, in our own words: ${all.length} requirements. Each has an id that never changes its meaning.

- **level**: *must* decides a verdict; *should* warns; *open* is not decided by the specification, and is a [reading](readings.md).
- **whose**: the merchant's duty, the gateway's, or both. What is the gateway's is kept by the simulator, and [proven](proofs.md).
- **judged by**: the checks and laws that are about it, or why there is none.`;

/** The ledger of requirements, and the proofs that the simulator keeps the gateway's. */
export function requirementsPages(proofs: readonly Proof[]): Page[] {
  const parts = [...new Set(all.map(({ section }) => partOf(section)))];
  const sections = parts.flatMap((part) => [
    `## ${headingOf(part)}`,
    table(
      ['requirement', 'level', 'whose', 'text', 'section', 'judged by'],
      all
        .filter(({ section }) => partOf(section) === part)
        .map((requirement) => [
          `\`${requirement.id}\``,
          requirement.level,
          requirement.party,
          [requirement.text, ...whyShould(requirement)].join(' '),
          requirement.section,
          judgedBy(requirement),
        ]),
    ),
  ]);
  return [
    { path: 'docs/catalogue/requirements.md', text: `${[intro(), ...sections].join('\n\n')}\n` },
    { path: 'docs/catalogue/proofs.md', text: proofsText(proofs) },
  ];
}
