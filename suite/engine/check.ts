import { type Binding, type CheckMeta, findRequirement } from '../../ledger/index.ts';
import type { Check, CheckBody } from './attempt.ts';

type Requirements = CheckMeta['requirements'];

/** The requirements that a check is about, by how binding it is. */
type About = { readonly must: Requirements } | { readonly should: Requirements; readonly whyShould: string };

/** What the checks are about whose ids begin with this word, where they do not say it themselves. */
const SUBJECTS: Readonly<Record<string, CheckMeta['capabilities']>> = {
  invoice: ['invoice'],
  order: ['invoice'],
  notification: ['invoice'],
  money: ['invoice'],
  refund: ['refund'],
  payout: ['payout'],
  lookup: ['lookups'],
  token: ['recurrent'],
};

/** What a check is about, and its story. */
export type Story = About &
  Omit<CheckMeta, 'id' | 'requirements' | 'capabilities' | 'rule' | keyof Binding> & {
    /** Left out: what the first word of the id says, or none where one of several (`anyOf`) is enough. */
    readonly capabilities?: CheckMeta['capabilities'];
    /** What is quoted of the specification, where the first requirement does not say it as well. */
    readonly rule?: string;
    /** Drives the merchant through the verbs; throws a judgement when it finds something. */
    readonly story: CheckBody;
  };

const aboutOf = (row: About): Binding & { readonly requirements: Requirements } =>
  'must' in row
    ? { requirements: row.must, level: 'must' }
    : { requirements: row.should, level: 'should', whyShould: row.whyShould };

function quoted([first = '']: readonly string[]): string {
  const found = findRequirement(first);
  if (found === undefined) return '';
  const { section, text } = found;
  return `${section.charAt(0).toUpperCase()}${section.slice(1)}: ${text}`;
}

/** A check: the default export of its file in `scenarios/`, which is named after its id. */
export function check(id: string, row: Story): Check {
  const { title, anyOf, means, readings, expectation, fix, story } = row;
  const [subject = ''] = id.split('.');
  const capabilities = row.capabilities ?? (anyOf === undefined ? (SUBJECTS[subject] ?? []) : []);
  const about = aboutOf(row);
  const meta = {
    id,
    ...about,
    title,
    capabilities,
    ...(anyOf && { anyOf }),
    ...(means && { means }),
    ...(readings && { readings }),
    rule: row.rule ?? quoted(about.requirements),
    expectation,
    fix,
  };
  return { meta, body: story };
}
