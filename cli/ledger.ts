/** Everything that has an id, as list and explain show it. */
import {
  type Binding,
  type CheckDefinition,
  capabilities,
  grounds,
  type LawDefinition,
  laws,
  type PropertyMeta,
  properties,
  type Requirement,
  requirements,
} from '../ledger/index.ts';
import { checks } from '../scenarios/index.ts';
import { faultList } from '../simulator/faults/words.ts';
import { OPERATIONS } from '../simulator/protocol/operations.ts';
import { readingChoices, readings } from '../simulator/protocol/readings.ts';

/** One thing with an id: a line in a list, and everything about it. */
export interface Entry {
  kind: Kind;
  id: string;
  level: string | null;
  /** What it says in one line. */
  text: string;
  capabilities: readonly string[];
  /** Titles with their lines, for explain. */
  details: readonly Detail[];
  /** The row of data itself, for JSON. */
  data: object;
}

export interface Detail {
  title: string;
  lines: readonly string[];
}

export const kinds = [
  'checks',
  'requirements',
  'laws',
  'properties',
  'capabilities',
  'readings',
  'faults',
  'operations',
] as const;

export type Kind = (typeof kinds)[number];

/** All entries, by kind, in the order of their tables. */
export function ledger(): readonly Entry[] {
  return [
    ...checks.map(checkEntry),
    ...requirements.map(requirementEntry),
    ...laws.map(lawEntry),
    ...properties.map(propertyEntry),
    ...capabilities.map(capabilityEntry),
    ...readings.map(readingEntry),
    ...faultList().map(faultEntry),
    ...OPERATIONS.map(operationEntry),
  ];
}

function checkEntry(check: CheckDefinition): Entry {
  const { anyOf = [], means = [], readings: used = [] } = check;
  return {
    kind: 'checks',
    id: check.id,
    level: check.level,
    text: check.title,
    capabilities: [...check.capabilities, ...anyOf],
    data: check,
    details: [
      detail('Expected', check.expectation),
      detail('Rule', check.rule),
      ...groundOf(check.id),
      detail('How to fix a failure', check.fix),
      ...whyShould(check),
      detail('Requirements', ...check.requirements.map(requirementLine)),
      detail('Applies to', ...applies(check.capabilities, anyOf, means)),
      detail('Depends on interpretations', ...used.map(readingLine)),
      detail('Run it', `gatecheck certify --only ${check.id}`),
    ],
  };
}

/** The sentence that a failing shop breaks, and a conforming shop that must pass. */
function groundOf(id: string): readonly Detail[] {
  const ground = grounds[id];
  if (ground === undefined) return [];
  const { section, quote, conforming } = ground;
  return [
    detail('Sentence of the specification', quote === '' ? `${section}: none` : `${section}: "${quote}"`),
    detail('A conforming shop that passes', conforming),
  ];
}

function requirementEntry(requirement: Requirement): Entry {
  const { id, level, text, section, party, unchecked } = requirement;
  const by = (rows: readonly { id: string; title: string; requirements: readonly string[] }[]) =>
    rows.filter((row) => row.requirements.includes(id)).map((row) => `${row.id}  ${row.title}`);
  return {
    kind: 'requirements',
    id,
    level,
    text,
    capabilities: [],
    data: requirement,
    details: [
      detail('Specification', section),
      detail('Whose duty', party === 'both' ? 'merchant and gateway' : party),
      ...whyShould(requirement),
      detail('Checks', ...by(checks)),
      detail('Laws', ...by(laws)),
      detail('Why the suite has no check for it', ...(unchecked === undefined ? [] : [unchecked])),
    ],
  };
}

function lawEntry(law: LawDefinition): Entry {
  return {
    kind: 'laws',
    id: law.id,
    level: law.level,
    text: law.title,
    capabilities: [],
    data: law,
    details: [
      detail('Judged', `in every recorded history (${law.kind})`),
      ...whyShould(law),
      ...groundOf(law.id),
      detail('How to fix a failure', law.fix),
      detail('Requirements', ...law.requirements.map(requirementLine)),
    ],
  };
}

function propertyEntry(property: PropertyMeta): Entry {
  const { id, level, title, capabilities: needed, means = [] } = property;
  return {
    kind: 'properties',
    id,
    level,
    text: title,
    capabilities: needed,
    data: property,
    details: [
      detail('Judged', 'over cases that are drawn, each by the laws'),
      ...groundOf(id),
      detail('Applies to', ...applies(needed, [], means)),
      detail('Run it', `gatecheck certify --properties 100 --only ${id}`),
    ],
  };
}

function capabilityEntry(capability: (typeof capabilities)[number]): Entry {
  const needed = checks.filter((check) => JSON.stringify(check).includes(`"${capability.id}"`));
  const oneOf = 'needsOneOf' in capability ? [`one of ${capability.needsOneOf.join(', ')}`] : [];
  return {
    kind: 'capabilities',
    id: capability.id,
    level: null,
    text: capability.promises,
    capabilities: [capability.id],
    data: capability,
    details: [
      detail('Kind', capability.kind),
      detail('Claim with it', ...capability.needs, ...oneOf),
      detail('Calls of the test interface', ...capability.calls),
      detail('Checks that need it', ...needed.map((check) => `${check.id}  ${check.title}`)),
    ],
  };
}

function readingEntry(reading: (typeof readings)[number]): Entry {
  const observed: string[] = 'observed' in reading ? [`preset observed: ${reading.observed}`] : [];
  return {
    kind: 'readings',
    id: reading.id,
    level: null,
    text: reading.question,
    capabilities: [],
    data: reading,
    details: [
      detail('Specification', `${reading.section} (it is silent here)`),
      detail(
        'Answers',
        ...readingChoices(reading).map((choice, at) => (at === 0 ? `${choice} (default)` : choice)),
        ...observed,
      ),
      detail('Seen in', reading.seenIn),
      detail('Affects', reading.affects === 'both' ? 'the gateway and what is expected' : reading.affects),
      detail('Change it', `--reading ${reading.id}=${reading.alternatives[0]}`),
    ],
  };
}

function faultEntry(fault: ReturnType<typeof faultList>[number]): Entry {
  const bites = {
    operation: 'calls of the merchant',
    delivery: 'notification attempts',
    both: 'calls and attempts',
  };
  return {
    kind: 'faults',
    id: fault.id,
    level: null,
    text: fault.text,
    capabilities: [],
    data: fault,
    details: [
      detail('Bites in', bites[fault.bites]),
      detail('Example for a file of gatecheck simulate --faults', JSON.stringify(fault.example)),
    ],
  };
}

function operationEntry(operation: (typeof OPERATIONS)[number]): Entry {
  return {
    kind: 'operations',
    id: operation.id,
    level: null,
    text: `signs ${operation.signedFields.toSorted().join(', ')}`,
    capabilities: [],
    data: operation,
    details: [
      detail('Specification', operation.section),
      detail('Path', `POST {base_url}/${operation.path}`),
      detail('Calculate its signature', `gatecheck sign ${operation.id} request.json --secret env:SHOP_KEY`),
    ],
  };
}

function whyShould({ whyShould: why }: Binding | Requirement): Detail[] {
  return why === undefined ? [] : [detail('Why a failure only warns', why)];
}

function detail(title: string, ...lines: string[]): Detail {
  return { title, lines };
}

function applies(all: readonly string[], anyOf: readonly string[], means: readonly string[]): string[] {
  return [
    `merchants that claim ${all.length === 0 ? 'anything' : all.join(', ')}${anyOf.length > 0 ? ` and one of ${anyOf.join(', ')}` : ''}`,
    ...(means.length > 0 ? [`and that can be observed by ${means.join(', ')}`] : []),
  ];
}

function requirementLine(id: string): string {
  const found = requirements.find((requirement) => requirement.id === id);
  return found === undefined ? id : `${id} (${found.section})  ${found.text}`;
}

function readingLine(id: string): string {
  const found = readings.find((reading) => reading.id === id);
  return found === undefined ? id : `${id}  ${found.question}`;
}
