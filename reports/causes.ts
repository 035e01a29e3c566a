import type { Finding } from './findings.ts';
import type { Result } from './result.ts';

/** What is wrong in one way: the finding that tells it best, and the others in which the same shows. */
export interface Cause {
  readonly lead: Finding;
  readonly others: readonly Finding[];
}

/**
 * Puts findings of one outcome together that have one cause. A check belongs to the broken law that it failed by, or
 * that it is about and that broke in its history; a law that broke in the histories of one cause alone belongs to that.
 * What must be mended comes before what should, and what explains more before what explains less.
 */
export function causesOf(findings: readonly Finding[], { laws }: Pick<Result, 'laws'>): readonly Cause[] {
  const brokenIn = new Map(laws.map(({ id, checks = [] }) => [id, new Set(checks)]));
  const broken = findings.filter(({ kind }) => kind === 'law');
  const groups = new Map<string, Finding[]>();
  const add = (group: string, finding: Finding) => groups.set(group, [...(groups.get(group) ?? []), finding]);
  for (const check of findings.filter(({ kind }) => kind !== 'law')) {
    const near = broken.filter(({ id }) => brokenIn.get(id)?.has(check.id));
    const law =
      near.find(({ title }) => title === check.expected) ?? near.find((each) => isAbout(check, each));
    add(law?.id ?? check.id, check);
  }
  const placed = [...groups].map(([id, members]) => ({
    id,
    checks: new Set(members.map((member) => member.id)),
  }));
  for (const law of broken) {
    const seenIn = brokenIn.get(law.id) ?? new Set<string>();
    const cause = groups.has(law.id)
      ? law.id
      : placed.find(({ checks }) => seenIn.size > 0 && [...seenIn].every((id) => checks.has(id)))?.id;
    add(cause ?? law.id, law);
  }
  return [...groups.values()]
    .map(toCause)
    .sort((a, b) => weight(a.lead) - weight(b.lead) || size(b) - size(a));
}

/** Findings that kept several checks from being tried in the same way, each reason once, with all that it kept. */
export function alike(findings: readonly Finding[]): readonly Cause[] {
  const groups = new Map<string, { readonly lead: Finding; readonly others: Finding[] }>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.outcome, finding.actual, finding.note]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { lead: finding, others: [] });
    else group.others.push(finding);
  }
  return [...groups.values()];
}

/** The law and the check stand on one requirement. */
const isAbout = (check: Finding, law: Finding): boolean =>
  law.requirements.some((id) => check.requirements.includes(id));

const weight = ({ level }: Finding): number => (level === 'must' ? 0 : 1);
const size = ({ others }: Cause): number => others.length;

/**
 * A check tells a cause better than a law, for it has a stimulus, a remedy and a line that reproduces it; and of several
 * checks, one of the area where most of them are, with the shortest id, which is the plainest of them.
 */
function toCause(members: readonly Finding[]): Cause {
  const areaOf = ({ id }: Finding): string => id.split('.')[0] ?? '';
  const inArea = (area: string): number => members.filter((member) => areaOf(member) === area).length;
  const rank = (finding: Finding): number => weight(finding) * 2 + (finding.kind === 'law' ? 1 : 0);
  const [lead, ...others] = members.toSorted(
    (a, b) => rank(a) - rank(b) || inArea(areaOf(b)) - inArea(areaOf(a)) || a.id.length - b.id.length,
  );
  if (lead === undefined) throw new Error('A cause has at least one finding.');
  return { lead, others };
}
